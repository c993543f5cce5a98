"""Summaries in words: a round's highlights, and what others did since a player's last move.

`events` has the full log in words.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from cogs.game.computer_players import RANDOM_DECISION, is_one_against_all
from cogs.game.private_tables import is_practice
from cogs.game.state import TableState
from cogs.narration.events import ending, event_phrase, events_since, own_last, phrase
from cogs.ui.texts import card, join_words, say
from engine.model.deeds import Deed
from engine.model.view import Packet
from engine.record.feats import KINDS, OUT, PILE
from engine.record.highlights import RoundHighlights, TurnHighlights, highlights
from render.text.catalogue import format_number, format_signed

MOST_TOLD: Final = 4
"""Maximum number of best moments to describe in a round."""


@dataclass(frozen=True, slots=True)
class StorySentence:
    """A sentence about a round. `turn` is the turn that the sentence describes, or None."""

    words: str
    turn: TurnHighlights | None = None


def round_stories(state: TableState) -> dict[int, RoundHighlights]:
    """Return the highlights of each scored round, by the round's number.

    Reads the whole game, which takes long, so call this on a `BackgroundThread`.
    """
    game = state.game
    told = highlights(game.table, (step.events for step in game.steps))
    return {one.round: one for one in told}


def story_lines(state: TableState, number: int) -> list[str]:
    """Return a round's highlights in words. Empty if the round is not scored.

    As slow as `round_stories`.
    """
    told = round_stories(state).get(number)
    return [] if told is None else lines(state, told)


def lines(state: TableState, told: RoundHighlights) -> list[str]:
    """Return a round's highlights in words under a heading."""
    heading = say("replay.story", round=told.round)
    return [heading, *(one.words for one in sentences(state, told))]


def sentences(state: TableState, told: RoundHighlights) -> list[StorySentence]:
    """Return a round's highlights as sentences."""
    # Partners who pool their points have a common lead, which is not the order of the scores.
    pooled = is_one_against_all(state.row.game, len(state.row.seats))
    return [
        *([] if pooled else [turning_point(state, told)]),
        *pile(state, told),
        *red_threes(state, told),
        *best(state, told),
    ]


def turning_point(state: TableState, told: RoundHighlights) -> StorySentence:
    """Return the sentence about the turn in which the lead last changed."""
    turn = told.turning_point
    if turn is None:
        return StorySentence(say("story_of_round.never_turned"))
    facts = {"turn": turn.number, "who": state.player_name(turn.seat)}
    return StorySentence(say("story_of_round.turning_point", **facts), turn)


def pile(state: TableState, told: RoundHighlights) -> Iterator[StorySentence]:
    """Yield a sentence about the largest pile that a player took, if any."""
    if told.pile is not None:
        size, who = told.pile.feats[PILE], state.player_name(told.pile.seat)
        words = say("story_of_round.pile", n=size, who=who, turn=told.pile.number)
        yield StorySentence(words, told.pile)


def red_threes(state: TableState, told: RoundHighlights) -> Iterator[StorySentence]:
    """Yield a sentence about who got the red threes, if there were any."""
    total, most = sum(told.red_threes), max(told.red_threes)
    if total and told.red_threes.count(most) > 1:
        yield StorySentence(say("story_of_round.red_threes_tied", n=total, most=most))
    elif total:
        who = state.player_name(told.red_threes.index(most))
        yield StorySentence(say("story_of_round.red_threes", n=total, who=who, most=most))


def best(state: TableState, told: RoundHighlights) -> list[StorySentence]:
    """Return sentences about the best moments, the largest gain first."""
    found = sorted((turn for turn in told.best if turn), key=lambda turn: -turn.gain)
    return [StorySentence(moment_words(state, turn), turn) for turn in found[:MOST_TOLD]]


def moment_words(state: TableState, turn: TurnHighlights) -> str:
    """Return a player's best turn in words, and what made it the best."""
    canastas = sum(turn.feats.get(kind, 0) for kind in KINDS)
    what = [
        say("story_of_round.best_pile", n=turn.feats[PILE]) if PILE in turn.feats else "",
        say("story_of_round.best_canastas", n=canastas) if canastas else "",
        say("story_of_round.best_out") if OUT in turn.feats else "",
    ]
    facts = {"who": state.player_name(turn.seat), "turn": turn.number, "what": "".join(what)}
    # If the lowest score wins, the gain is the number of points that are no longer in the hand.
    if state.view(None).lowest_wins:
        return say("story_of_round.best_light", **facts, points=format_number(turn.gain))
    return say("story_of_round.best", **facts, gain=format_signed(turn.gain))


# ---- what the others did since a player's last move: one line each, without the cards laid


UNTOLD: Final = frozenset(
    {
        "drew",
        "reshuffled",
        "upcard_declined",
        "offer_yes",
        "offer_no",
        "offer_lapsed",
        "foot_earned",
    }
)
"""Deeds that a summary omits: they happen in every turn, or mean nothing alone."""


@dataclass
class PlayerSummary:
    """The deeds of one player, added up."""

    counts: Counter[str] = field(default_factory=Counter)
    said: list[str] = field(default_factory=list)
    threw: int | None = None
    late: bool = False
    hasty: bool = False

    def note(self, deed: Deed, packet: Packet) -> None:
        match deed.kind:
            case "laid" | "added":
                self.counts[deed.kind] += 1 if deed.kind == "laid" else len(deed.cards)
            case "took":
                self.said.append(say("brief.took", n=deed.count))
            case "discarded":
                self.threw = deed.card
            case kind if kind not in UNTOLD:
                self.said.append(phrase(deed, packet))

    def words(self) -> str:
        """Return all deeds in one phrase, the discard last."""
        laid = [say(f"brief.{kind}", n=n) for kind, n in self.counts.items() if n]
        threw = [] if self.threw is None else [say("brief.threw", card=card(self.threw))]
        return join_words([*laid, *self.said, *threw])


def others_since(state: TableState, seat: int) -> list[str]:
    """Return a line for each other player who did something, and a line for the end of each round.

    The end of a round comes after the lines about that round.
    """
    packet, briefs, lines = state.view(None).packet, dict[int, PlayerSummary](), list[str]()
    for step, whose, event in events_since(state, seat, last_told(state, seat)):
        # First write the lines about the round that has just ended.
        if event.between_turns:
            lines += told_so_far(state, seat, briefs)
            words = event_phrase(event, packet)
            lines += [ending(state, event, words)] if words else []
            continue
        brief = briefs.setdefault(whose, PlayerSummary())
        brief.late = brief.late or step.by == "clock"
        brief.hasty = brief.hasty or step.interaction_key.endswith(RANDOM_DECISION)
        for deed in event.deeds():
            brief.note(deed, packet)
    return [*lines, *told_so_far(state, seat, briefs)]


def last_told(state: TableState, seat: int) -> int:
    """Return the log entry up to which a seat's member has seen the game.

    A practice game stops at the end of a round until its member has read the score. So the summary
    then begins after that round.
    """
    own = own_last(state, seat)
    return max(own, state.round_start) if is_practice(state) else own


def told_so_far(state: TableState, seat: int, briefs: dict[int, PlayerSummary]) -> list[str]:
    """Return the lines about the other players, and clear the summaries."""
    lines = [line(state, one, brief) for one, brief in briefs.items() if one != seat]
    briefs.clear()
    return [*filter(None, lines)]


def line(state: TableState, seat: int, brief: PlayerSummary) -> str:
    """Return one player's line. "" if the player only drew."""
    did = brief.words()
    if not did:
        return ""
    words = say("brief.line", who=state.player_name(seat), did=did)
    words = say("story.hasty", words=words) if brief.hasty else words
    return say("story.late", words=words) if brief.late else words
