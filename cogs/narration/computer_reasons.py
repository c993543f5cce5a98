"""Explains after a round why a computer player made its moves in a turn.

The computer player's reasoning runs again, with what its seat saw before each move. A sentence
contains only facts that everybody saw, so it reveals no card that stayed in a hand. Sentences round
risks to tenths and gains to fifty points, because a reader could compute the hand from exact
numbers.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

import engine
from cogs.game.computer_players import RANDOM_DECISION, decision_seed
from cogs.game.move_log import GameState, PlayedMove
from cogs.game.state import TableState
from cogs.narration.events import LogLine, is_end, log_lines
from cogs.narration.labels import counted
from cogs.ui.texts import card, rank_words, say
from engine.advice.motives import with_motive
from engine.model.cards import JOKER_RANK, RANK, THREE
from engine.model.chance import Rng
from engine.model.moves import Add, Discard, Meld, Move
from engine.model.refusals import Fact
from engine.model.table import Table
from engine.model.view import View
from engine.players import Advice, reason_for, why_kept
from engine.players.thinking.thought import Facts, Reason

COMPUTER: Final = "computer"
LOW: Final = 10
"""Maximum percentage of a risk that a sentence calls low."""
ROUGHLY: Final = 50
"""Points to which a sentence rounds the expected gain of a move."""
SEVERAL: Final = 2
"""Minimum number of ranks that a card in the hand may have.

With fewer, a sentence about the card would reveal its rank.
"""
TRUE_ALONE: Final = frozenset(
    {
        Reason.TAKE_PILE,
        Reason.TAKE_TO_OPEN,
        Reason.TAKE_MUST,
        Reason.TAKE_LAST,
        Reason.TAKE_ONTO,
        Reason.GO_OUT,
        Reason.COMPLETE,
        Reason.COMPLETE_ASKED,
        Reason.EXTEND,
        Reason.EXTEND_FULL,
        Reason.EXTEND_THREES,
        Reason.NEW_MELD,
        Reason.WILD_MELD,
        Reason.THROW_BLOCKER,
        Reason.THROW_FREEZER,
        Reason.THROW_TO_PARTNER,
    }
)
"""Reasons that do not compare moves. They are true even for a move that was only second best."""


def explainable_turns(state: TableState, lines: Sequence[LogLine]) -> list[LogLine]:
    """Return the lines about computer players' turns that can be explained: their round is over."""
    # Exclude the present round: a reason would reveal cards that are still in a hand.
    began = state.round_start
    past = {line.seq for line in lines if line.seq <= began}
    asked = (step for step in state.game.steps if step.seq in past and _is_its_own(state, step))
    made = {step.seq: step.seat for step in asked}
    # The seats must be equal. A line about a purchase belongs to the buyer, but its entry belongs
    # to the seat that answered the offer last.
    return [line for line in lines if line.seat is not None and made.get(line.seq) == line.seat]


def _is_its_own(state: TableState, step: PlayedMove) -> bool:
    """Return whether the move was made by the computer player that still plays the seat.

    An earlier computer player may have had another level, which is not stored.
    """
    same = state.player(step.seat).kind == COMPUTER and step.seq > state.row.seats[step.seat].since
    return same and step.by == COMPUTER


def reasons_for_turn(state: TableState, seq: int, viewer: int | None = None) -> list[str]:
    """Return the reasons for the moves of a turn, without repeats. Entry `seq` ended the turn.

    Returns nothing if the reader may not ask about that turn. Replays the whole game, which takes
    long, so call this on a `BackgroundThread`.

    Args:
        state: The table.
        seq: The log entry that ended the turn.
        viewer: The seat that reads the log, or None for everybody. Moves that the log does not
            show to this seat are not explained.
    """
    explainable = {line.seq for line in explainable_turns(state, log_lines(state, viewer))}
    wanted = {step.seq for step in _turn(state, seq)} if seq in explainable else set()
    played = _with_tables(state) if wanted else ()
    sentences: list[str] = []
    for step, before in played:
        if step.seq in wanted:
            sentences += (_sentence(state, step, before), *_kept(state, step, before))
    return list(dict.fromkeys(sentences))  # keeps the order, unlike a set


def _turn(state: TableState, seq: int) -> list[PlayedMove]:
    """Return the moves of a turn, newest first. Starts at entry `seq`."""
    found: list[PlayedMove] = []
    for step in reversed([step for step in state.game.steps if step.seq <= seq]):
        if not _is_its_own(state, step) or (found and _is_other_turn(step, found[-1])):
            break
        found.append(step)
    return found if found and found[0].seq == seq else []


def _is_other_turn(step: PlayedMove, later: PlayedMove) -> bool:
    return step.seat != later.seat or is_end(step)


def _with_tables(state: TableState) -> Iterator[tuple[PlayedMove, Table]]:
    """Yield every move, with the table as it was before the move."""
    table = GameState.begun(state.row).table
    for step in state.game.steps:
        yield step, table
        for event in step.events:
            table = engine.evolve(table, event)


def _sentence(state: TableState, step: PlayedMove, before: Table) -> str:
    view = engine.view(before, step.seat)
    move = engine.read(step.body, view)
    # With another seed than the decision's, the player might reason differently now.
    rng = Random(decision_seed(state.row, step.seq - 1))  # noqa: S311 - a player's taste, not a shuffle
    hasty = step.interaction_key.endswith(RANDOM_DECISION)
    found = reason_for(view, state.player(step.seat).level, rng, move, tried=not hasty)
    told = motive(view, state.player(step.seat).level, rng, found)
    answer = answered(told, seen_by_all(engine.view(before, None), move))
    return say("board.why_hasty", why=answer) if hasty else answer


def motive(view: View, level: str | None, rng: Rng, found: Advice) -> Advice:
    """Return the advice. If the threat of the next player was the reason for a discard, add it.

    Returns `found` unchanged if the addition would reveal the rank of a card in the hand.
    """
    told = with_motive(view, level, rng, found)
    return told if int(told.facts.get("ranks", SEVERAL)) >= SEVERAL else found


def _kept(state: TableState, step: PlayedMove, before: Table) -> Iterator[str]:
    """Yield why a fitting card stayed in the hand.

    Yield nothing if that would reveal the card's rank.
    """
    view = engine.view(before, step.seat)
    move = engine.read(step.body, view)
    if isinstance(move, Discard) and len(growing(view, step.seat)) >= SEVERAL:
        rng = Random(decision_seed(state.row, step.seq - 1))  # noqa: S311 - a player's taste, not a shuffle
        kept = why_kept(view, state.player(step.seat).level, rng, move.card)
        if kept is not None:
            yield say(f"why.{kept}")


def growing(view: View, seat: int) -> set[int]:
    """Return the ranks of a side's unfinished melds. The player may save cards of these ranks."""
    ours = (meld for meld in view.melds if meld.side == view.side_of(seat) and not meld.bonus)
    return {meld.rank for meld in ours if THREE < meld.rank < JOKER_RANK}


def answered(found: Advice, seen: Mapping[str, Fact]) -> str:
    """Return the reason in words. For a move found by search, add the expected gain."""
    points = int(found.facts.get("points", 0))
    if not points:
        return _reason(found, seen)
    about = roughly(points)
    by = say("why.by_points", points=about) if about else say("why.by_little")
    return f"{_reason(found, seen)} {by}"


def roughly(points: int) -> int:
    """Return points rounded to fifties, because exact points would reveal the hand."""
    return ROUGHLY * round(points / ROUGHLY)


def _reason(found: Advice, seen: Mapping[str, Fact]) -> str:
    """Return the reason in words. For a move found by search, say what is good about it."""
    plain, tenths = found.facts.get("plain"), in_ten(found.facts)
    if plain in TRUE_ALONE:
        return say("why.searched_plain", plain=say(f"why.{plain}", **seen))
    if plain is not None and "percent" in found.facts:
        low = int(found.facts["percent"]) <= LOW
        return say("why.searched_safe" if low else "why.searched_risk", **seen, tenths=tenths)
    return say(f"why.{found.reason}", **counted(found.reason, seen), tenths=tenths)


def in_ten(facts: Facts) -> int:
    """Return in how many of ten cases the next player would take the pile, from 1 to 9.

    The number is the computer player's own estimate.
    """
    return min(9, max(1, round(int(facts.get("percent", 0)) / 10)))


def seen_by_all(view: View, move: Move) -> dict[str, Fact]:
    """Return the public facts of a move: its card or the upcard, its rank, and the pile's size."""
    face = move.card if isinstance(move, Discard) else view.upcard
    facts: dict[str, Fact] = {"n": len(view.pile)}
    if face is not None:
        facts["card"] = card(face)
    rank = _rank(view, move)
    return facts if rank is None else {**facts, "rank": rank_words(rank)}


def _rank(view: View, move: Move) -> int | None:
    """Return the rank of the meld that a move begins or adds to, or None."""
    if isinstance(move, Add):
        return view.melds[move.meld - 1].rank if move.meld <= len(view.melds) else None
    if isinstance(move, Meld):
        return min((RANK[face] for face in move.melds[0]), default=JOKER_RANK)
    return None
