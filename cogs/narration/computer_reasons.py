"""Why a computer player did something: asked after the round, answered from its view of then.

It thinks once more with what its seat saw, and tells the reason: the facts in the sentence are
those that everybody saw, so that nobody learns a card which stayed in a hand. Of what a discard
risked it says how many times in ten, of what a move promised how many fifties of points: too
roughly to count the cards of its hand by.
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
"""Percent of a risk that is told as one in ten at most."""
ROUGHLY: Final = 50
"""Points to which it is told what a move promised."""
SEVERAL: Final = 2
"""Ranks of which a card must possibly be for it to be told that it was kept."""
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
"""Reasons that compare a move with no other: they hold of one that came second as well."""


def explainable_turns(state: TableState, lines: Sequence[LogLine]) -> list[LogLine]:
    """Of these lines, those that tell a computer player's turn in a round that is over."""
    began = state.round_began
    past = {line.seq for line in lines if line.seq <= began}
    asked = (step for step in state.game.steps if step.seq in past and _is_its_own(state, step))
    made = {step.seq: step.seat for step in asked}
    # What is bought is told of the buyer, whoever gave the last answer to the offer.
    return [line for line in lines if line.seat is not None and made.get(line.seq) == line.seat]


def _is_its_own(state: TableState, step: PlayedMove) -> bool:
    """Whether the computer player that still plays the seat made a move.

    What level another one had that played it before is not remembered with the table.
    """
    same = state.player(step.seat).kind == COMPUTER and step.seq > state.row.seats[step.seat].since
    return same and step.by == COMPUTER


def reasons_for_turn(state: TableState, seq: int, viewer: int | None = None) -> list[str]:
    """What led to the turn that entry `seq` ended, each reason once; none where nobody may ask.

    Asked is who reads the log as `viewer`: of what it does not tell them they are told no reason.
    The game is played again up to there, which takes long: for `BackgroundThread`.
    """
    told_of = {line.seq for line in explainable_turns(state, log_lines(state, viewer))}
    asked = {step.seq for step in _turn(state, seq)} if seq in told_of else set()
    played = _with_tables(state) if asked else ()
    told: list[str] = []
    for step, before in played:
        if step.seq in asked:
            told += (_sentence(state, step, before), *_kept(state, step, before))
    return list(dict.fromkeys(told))


def _turn(state: TableState, seq: int) -> list[PlayedMove]:
    """The moves of a turn: back from its last one to what somebody else did, or a turn's end."""
    found: list[PlayedMove] = []
    for step in reversed([step for step in state.game.steps if step.seq <= seq]):
        if not _is_its_own(state, step) or (found and _is_other_turn(step, found[-1])):
            break
        found.append(step)
    return found if found and found[0].seq == seq else []


def _is_other_turn(step: PlayedMove, later: PlayedMove) -> bool:
    return step.seat != later.seat or is_end(step)


def _with_tables(state: TableState) -> Iterator[tuple[PlayedMove, Table]]:
    """Every move with the table before it."""
    table = GameState.begun(state.row).table
    for step in state.game.steps:
        yield step, table
        for event in step.events:
            table = engine.evolve(table, event)


def _sentence(state: TableState, step: PlayedMove, before: Table) -> str:
    view = engine.view(before, step.seat)
    move = engine.read(step.body, view)
    rng = Random(decision_seed(state.row, step.seq - 1))  # noqa: S311 - a player's taste, not a shuffle
    hasty = step.press.endswith(RANDOM_DECISION)
    found = reason_for(view, state.player(step.seat).level, rng, move, tried=not hasty)
    told = motive(view, state.player(step.seat).level, rng, found)
    answer = answered(told, seen_by_all(engine.view(before, None), move))
    return say("board.why_hasty", why=answer) if hasty else answer


def motive(view: View, player: str | None, rng: Rng, found: Advice) -> Advice:
    """What was done, for the next player's sake where that is why a card was thrown.

    Not where it would tell of which rank the card is that was kept from them.
    """
    told = with_motive(view, player, rng, found)
    return told if int(told.facts.get("ranks", SEVERAL)) >= SEVERAL else found


def _kept(state: TableState, step: PlayedMove, before: Table) -> Iterator[str]:
    """Why cards that fit stayed in hand; nothing where that would tell of which rank they are."""
    view = engine.view(before, step.seat)
    move = engine.read(step.body, view)
    if isinstance(move, Discard) and len(growing(view, step.seat)) >= SEVERAL:
        rng = Random(decision_seed(state.row, step.seq - 1))  # noqa: S311 - a player's taste, not a shuffle
        kept = why_kept(view, state.player(step.seat).level, rng, move.card)
        if kept is not None:
            yield say(f"why.{kept}")


def growing(view: View, seat: int) -> set[int]:
    """The ranks of the melds of a seat's side under way, of which a card may be kept back."""
    ours = (meld for meld in view.melds if meld.side == view.side_of(seat) and not meld.bonus)
    return {meld.rank for meld in ours if THREE < meld.rank < JOKER_RANK}


def answered(found: Advice, seen: Mapping[str, Fact]) -> str:
    """The reason in words; of a move that was played through, with what that promised."""
    points = int(found.facts.get("points", 0))
    if not points:
        return _reason(found, seen)
    about = roughly(points)
    by = say("why.by_points", points=about) if about else say("why.by_little")
    return f"{_reason(found, seen)} {by}"


def roughly(points: int) -> int:
    """Points in fifties: too roughly to tell the cards of a hand by."""
    return ROUGHLY * round(points / ROUGHLY)


def _reason(found: Advice, seen: Mapping[str, Fact]) -> str:
    """The reason in words; of a move that was played through, with what it had for itself."""
    plain, tenths = found.facts.get("plain"), in_ten(found.facts)
    if plain in TRUE_ALONE:
        return say("why.searched_plain", plain=say(f"why.{plain}", **seen))
    if plain is not None and "percent" in found.facts:
        low = int(found.facts["percent"]) <= LOW
        return say("why.searched_safe" if low else "why.searched_risk", **seen, tenths=tenths)
    return say(f"why.{found.reason}", **counted(found.reason, seen), tenths=tenths)


def in_ten(facts: Facts) -> int:
    """How many times in ten the next player takes the pile, as it was thought: 1 to 9."""
    return min(9, max(1, round(int(facts.get("percent", 0)) / 10)))


def seen_by_all(view: View, move: Move) -> dict[str, Fact]:
    """What everybody saw of a move: its card, else the upcard, and how many lay below."""
    face = move.card if isinstance(move, Discard) else view.upcard
    facts: dict[str, Fact] = {"n": len(view.pile)}
    if face is not None:
        facts["card"] = card(face)
    rank = _rank(view, move)
    return facts if rank is None else {**facts, "rank": rank_words(rank)}


def _rank(view: View, move: Move) -> int | None:
    """The rank of the meld that a move lays on or begins."""
    if isinstance(move, Add):
        return view.melds[move.meld - 1].rank if move.meld <= len(view.melds) else None
    if isinstance(move, Meld):
        return min((RANK[face] for face in move.melds[0]), default=JOKER_RANK)
    return None
