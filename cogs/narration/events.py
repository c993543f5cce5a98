"""The log of a game in words. Each turn has one line.

Each line contains only what its reader, a seat or everybody, may know. `summary` has the summary of
a round and of the others' moves.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Final

import engine
from cogs.game.computer_players import RANDOM_DECISION
from cogs.game.move_log import PlayedMove
from cogs.game.state import TableState
from cogs.ui.texts import card, cards, cards_words, join_words, rank_words, say
from engine.model.cards import JOKER_RANK
from engine.model.deeds import Deed
from engine.model.events import Dealt, Discarded, GameOver, RoundEnded, RoundScored
from engine.model.score import Item
from engine.model.table import Event
from engine.model.view import Packet
from render.text.catalogue import current_language as language
from render.text.catalogue import format_number
from render.text.display_names import side_title


def event_phrase(event: Event, packet: Packet) -> list[str]:
    """Return an event as phrases in the past tense. Empty if there is nothing to say.

    `packet` tells what the second hands of this game are: feet or ponytails.
    """
    match event:
        case RoundEnded(reason):
            return [say(f"story.ended_{reason}")]
        case RoundScored():
            return [say("story.scored", round=event.round)]
        case Dealt(dealt):
            return [say("story.dealt", round=dealt)]
        case GameOver():
            return [say("story.over")]
        case _:
            return [phrase(deed, packet) for deed in event.deeds()]


def phrase(deed: Deed, packet: Packet) -> str:
    """Return what a player did, as a phrase in the past tense."""
    return phrase_in(deed, packet, language())


@lru_cache(maxsize=4096)
def phrase_in(deed: Deed, packet: Packet, _language: str) -> str:
    """Return `phrase` in the current language. `_language` is only part of the cache key.

    Every layout of a table shows its last turns, so it needs the same phrases again and again.
    """
    return say(
        f"story.{key(deed, packet)}",
        n=deed.count,
        cards=cards(deed.cards),
        card="" if deed.card is None else card(deed.card),
        rank=rank_words(JOKER_RANK) if deed.rank is None else cards_words(deed.rank),
        target=deed.target,
    )


def key(deed: Deed, packet: Packet) -> str:
    """Return the suffix of a deed's catalogue key.

    The suffix depends on what the reader may see.
    """
    match deed.kind:
        case "drew":
            return "drew_seen" if deed.cards else "drew"
        case "took":
            return "took" if deed.cards else "took_alone"
        case "foot":
            return packet
        case "foot_earned":
            return f"{packet}_earned"
        case _:
            return deed.kind


# ---- the log of a game: one line per turn, with what its reader may know


MOST_AT_ONCE: Final = 40
"""Number of lines to try first when filling a message."""
entry: Final = attrgetter("seq")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log in words. `seq` is the newest log entry in the line.

    - `seat`: the seat whose turn the line describes; None between turns.
    - `by_clock`: the deadline passed, so the bot played the default.
    - `hasty`: a hard computer player had no time to search.
    """

    seq: int
    seat: int | None
    words: str
    by_clock: bool = False
    hasty: bool = False

    def marked(self) -> "LogLine":
        """Return the line in words, with remarks if `hasty` or `by_clock` is set."""
        if not (self.hasty or self.by_clock):
            return self
        words = say("story.hasty", words=self.words) if self.hasty else self.words
        return replace(self, words=say("story.late", words=words) if self.by_clock else words)


Told = tuple[PlayedMove, int, Event]
"""A move, the seat to which one of its events belongs, and the event as the viewer may know it."""


def log_lines(
    state: TableState, viewer: int | None, since: int = 0, until: int | None = None
) -> list[LogLine]:
    """Return the log as lines, oldest first.

    Starts after entry `since`, and ends with entry `until`.
    """
    return lines_of(state, events_since(state, viewer, since, until))


def round_story(state: TableState, viewer: int | None) -> list[LogLine]:
    """Return the log as lines up to the first scored round, without the deal of the next round."""
    return lines_of(state, until_scored(events_since(state, viewer)))


def until_scored(events: Iterable[Told]) -> Iterator[Told]:
    """Yield events up to the first scored round."""
    for one in events:
        yield one
        if isinstance(one[2], RoundScored):
            return


def lines_of(state: TableState, events: Iterable[Told]) -> list[LogLine]:
    """Return events as lines, oldest first."""
    lines: list[LogLine] = []
    packet = state.view(None).packet
    for step, seat, event in events:
        said = event_phrase(event, packet)
        how = (step.by == "clock", step.interaction_key.endswith(RANDOM_DECISION))
        if not said:
            continue
        if event.between_turns:
            lines.append(LogLine(step.seq, None, ending(state, event, said)))
        elif lines and lines[-1].seat == seat:
            words = say("story.more", so_far=lines[-1].words, did=join_words(said))
            clock, hasty = (lines[-1].by_clock or how[0], lines[-1].hasty or how[1])
            lines[-1] = LogLine(step.seq, seat, words, clock, hasty)
        else:
            words = say("story.turn", who=state.player_name(seat), did=join_words(said))
            lines.append(LogLine(step.seq, seat, words, *how))
    return [line.marked() for line in lines]


def last_log_lines(
    state: TableState, viewer: int | None, most: int, until: int | None = None
) -> list[LogLine]:
    """Return the last `most` lines of the log. With `until`, the log ends with that entry.

    Every layout of a table needs such lines, so this reads only the necessary part of the log.
    """
    steps, reach = state.game.steps[: end_of(state, until)], 4 * most
    while reach < len(steps):
        lines = log_lines(state, viewer, steps[-reach].seq, until)
        # One line too many: the oldest line may have begun before `reach`, and would show half a
        # turn.
        if len(lines) > most:
            return lines[-most:]
        reach *= 2
    return log_lines(state, viewer, until=until)[-most:]


def end_of(state: TableState, until: int | None) -> int | None:
    """Return the index of the first step after entry `until`; None for no limit."""
    return None if until is None else bisect_right(state.game.steps, until, key=entry)


def lines_since_own(state: TableState, seat: int, *, in_turn: bool) -> list[LogLine]:
    """Return the lines after a seat's own last turn.

    `in_turn` means that the seat's newest turn is unfinished. Then the turn before that one counts
    as the last. Reads only the necessary part of the log, because the whole log would block the
    event loop.
    """
    most = MOST_AT_ONCE
    while True:
        lines = last_log_lines(state, seat, most)
        over = lines[:-1] if in_turn else lines
        own = [n for n, line in enumerate(over) if line.seat == seat]
        if own or len(lines) < most:
            return lines[own[-1] + 1 :] if own else lines
        most *= 2


def fitting(
    state: TableState, viewer: int | None, room: int, until: int | None = None
) -> list[LogLine]:
    """Return the last lines up to entry `until`.

    They are at least as many as fit into `room` characters.
    """
    most = MOST_AT_ONCE
    while True:
        lines = last_log_lines(state, viewer, most, until)
        if len(lines) < most or sum(len(line.words) for line in lines) > room:
            return lines
        most *= 2


def events_since(
    state: TableState, viewer: int | None, since: int = 0, until: int | None = None
) -> Iterator[Told]:
    """Yield every event after entry `since`, in the form that the viewer may know.

    Each comes with its move and seat. A viewer who has taken over a seat sees earlier events as
    everybody does.
    """
    begin = bisect_right(state.game.steps, since, key=entry)
    for step in state.game.steps[begin : end_of(state, until)]:
        for seat, event in as_read(state, viewer, step):
            yield step, seat, event


def as_read(state: TableState, viewer: int | None, step: PlayedMove) -> Iterator[tuple[int, Event]]:
    """Yield the events of a move, each with the seat to which it belongs."""
    seated = 0 if viewer is None else state.row.seats[viewer].since
    for event in step.events:
        # A purchase belongs to the buyer, but its entry belongs to the seat that answered the offer
        # last.
        seat = step.seat if event.whose is None else event.whose
        # The seat's earlier player saw these events. The viewer must not see the cards that were
        # drawn.
        yield seat, engine.project(event, viewer if step.seq > seated else None)


def newest_first(state: TableState, viewer: int | None) -> Iterator[Event]:
    """Yield every event in the form that the viewer may know, the newest first."""
    for step in reversed(state.game.steps):
        for _, event in reversed([*as_read(state, viewer, step)]):
            yield event


def since_own(state: TableState, seat: int) -> list[LogLine]:
    """Return lines about everything since the last move that a seat's member made directly."""
    return log_lines(state, seat, own_last(state, seat))


def own_last(state: TableState, seat: int) -> int:
    """Return the newest log entry that a seat's member made directly, not in advance."""
    own = (step.seq for step in reversed(state.game.steps) if step.seat == seat and not step.by)
    return next(own, state.row.seats[seat].since)


def this_turn(state: TableState, viewer: int | None) -> list[LogLine]:
    """Return lines about everything since the last turn ended."""
    ended = (step.seq for step in reversed(state.game.steps) if is_end(step))
    return log_lines(state, viewer, next(ended, 0))


def is_end(step: PlayedMove) -> bool:
    """Return whether a move ended a turn."""
    return any(isinstance(event, Discarded) or event.between_turns for event in step.events)


def turns(lines: Iterable[LogLine]) -> int:
    """Return how many of the lines describe a turn."""
    return sum(line.seat is not None for line in lines)


def ending_of_round(state: TableState) -> list[str]:
    """Return in words how the last scored round ended."""
    packet = state.view(None).packet
    for step in reversed(state.game.steps):
        over = [event for event in step.events if isinstance(event, RoundEnded)]
        if over:
            return [ending(state, event, event_phrase(event, packet)) for event in over]
    return []


def ending(state: TableState, event: Event, spoken: list[str]) -> str:
    """Return the text of a line that belongs to no turn."""
    # A line between turns does not begin with a player, so these sentences name the player.
    if isinstance(event, RoundEnded) and event.out is not None:
        return say("story.went_out", who=state.player_name(event.out))
    if isinstance(event, RoundScored):
        return with_totals(state, event, join_words(spoken))
    if event.whose is not None:
        return say("story.turn", who=state.player_name(event.whose), did=join_words(spoken))
    return join_words(spoken)


def with_totals(state: TableState, event: RoundScored, spoken: str) -> str:
    """Return the sentence about a scored round with each side's total.

    If partners shared their points, that follows.
    """
    sides = state.view(None).sides
    shown = tuple(state.player_name(seat.seat) for seat in state.view(None).seats)
    totals = [
        say(
            "board.score_only",
            side=side_title(side, shown),
            score=format_number(event.totals[side.side]),
        )
        for side in sides
    ]
    told = say("story.totals", scored=spoken, totals=say("list.comma").join(totals))
    shared = sharing(state, [one.side for one in event.scores if Item.SPLIT in one.items])
    return say("story.told_shared", told=told, shared=shared) if shared else told


def sharing(state: TableState, sides: Iterable[int]) -> str:
    """Return that these sides were partners in a round and share its points; "" for no sides."""
    who = [state.player_name(state.view(None).sides[side].seats[0]) for side in sides]
    return say("story.shared", who=join_words(who)) if who else ""
