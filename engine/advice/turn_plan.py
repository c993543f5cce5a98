"""A plan for a seat's next turn: how to begin, what to lay, what to throw away.

Nothing is done here, and nothing is asked of anybody: `following` looks at what the seat may see
and says the one move that comes next, or why the plan goes no further. The rules judge each move,
so a plan that no longer fits stops where it stops fitting. It never goes out, and stops before
what ends the round or may well end it: those are left to the member.

As text, which is how it is kept: `ranks K 9 | named meld KS KD KH; add 3: KC | wait 5S 6H`.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, cast, get_args

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.choices import spent
from engine.advice.going_out import goes_out
from engine.advice.groups import wilds_of
from engine.advice.round_end import may_end
from engine.advice.whole_turn import hint, is_foot, luck
from engine.model.cards import RANK, RANK_NAMES, Cards, read_cards, write_cards
from engine.model.decision import Decision
from engine.model.moves import BUY, Add, Discard, Meld, Move, cards_laid
from engine.model.view import View
from engine.notation.moves import read
from engine.players import advise
from engine.players.plain.normal import wishes
from engine.players.tuned.careful import careful

Start = Literal["draw", "take", "ranks", "hint"]
"""Draw; take the pile if that is legal; the same for certain unfrozen upcards; as a hint says."""
Lay = Literal["nothing", "adds", "naturals", "hint", "named"]
"""Nothing; lay-offs, or melds too, without wild cards; as hints say; the moves that are named."""
Last = Literal["wait", "cheapest", "hint"]
"""When no named card may go: wait for the member, the rules' default, as a hint says."""
Why = Literal["yours", "refused", "no_discard", "out", "ends", "foot", "round", "fault"]
"""Nothing more was planned; a move is not legal; nor is a discard; the next would go out, or end,
or may end, the round; a foot has come to the hand; a new round was dealt; the fault is ours."""

STARTS: Final[tuple[Start, ...]] = get_args(Start)
LAYS: Final[tuple[Lay, ...]] = get_args(Lay)
LASTS: Final[tuple[Last, ...]] = get_args(Last)
MOST_CARDS: Final = 5
"""Named discards; whoever has more wishes than that takes a hint's."""
MOST_MOVES: Final = 12
BETWEEN: Final = " | "


@dataclass(frozen=True, slots=True)
class Plan:
    """What to do with a turn. `ranks` open the pile, `cards` are thrown in that order of liking."""

    start: Start = "draw"
    ranks: tuple[int, ...] = ()
    lay: Lay = "nothing"
    moves: tuple[Move, ...] = ()
    last: Last = "wait"
    cards: Cards = b""

    def __str__(self) -> str:
        ranks = " ".join(RANK_NAMES[rank] for rank in self.ranks)
        moves = "; ".join(map(engine.write, self.moves))
        parts = (self.start, ranks), (self.lay, moves), (self.last, write_cards(self.cards))
        return BETWEEN.join(" ".join(part).strip() for part in parts)

    @classmethod
    def read(cls, text: str) -> "Plan":
        """What `str` wrote."""
        start, lay, last = (part.partition(" ") for part in text.split(BETWEEN))
        return cls(
            cast("Start", start[0]),
            tuple(RANK_NAMES.index(name) for name in start[2].split()),
            cast("Lay", lay[0]),
            tuple(read(one, b"", ("", "")) for one in lay[2].split("; ") if one),
            cast("Last", last[0]),
            read_cards(last[2]),
        )


@dataclass(frozen=True, slots=True)
class Halt:
    """Why a plan goes no further; the `move` that it stopped before, if it was one."""

    why: Why
    move: Move | None = None

    def __str__(self) -> str:
        return self.why if self.move is None else f"{self.why} {engine.write(self.move)}"

    @classmethod
    def read(cls, text: str) -> "Halt":
        """What `str` wrote."""
        why, _, move = text.partition(" ")
        return cls(cast("Why", why), read(move, b"", ("", "")) if move else None)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """The next move, and what is left of the plan after it: nothing when the turn is over."""

    move: Move
    rest: Plan | Halt | None


def following(plan: Plan, view: View) -> PlanStep | Halt:
    """What comes next for the seat that a view is of.

    Raises:
        ValueError: the seat has neither to draw nor to play.

    """
    decision = turn_of(view)
    if decision is None:
        raise ValueError("it is not this seat's turn")
    table, seat = engine.face_down(view), decision.seat
    if decision.kind == "draw":
        return judged(plan, table, seat, beginning(plan, table, seat, decision))
    move = laying(plan, table, seat)
    if move is None:
        return ending(plan, table, seat, decision)
    rest = replace(plan, moves=plan.moves[1:]) if plan.lay == "named" else plan
    return judged(rest, table, seat, move)


def turn_of(view: View) -> Decision | None:
    """The decision of a turn that the viewer has to make now: to draw, or to play."""
    for decision in view.pending:
        if decision.seat == view.viewer and decision.kind in {"draw", "play"} and decision.default:
            return decision
    return None


def judged(rest: Plan | None, table: FaceDown, seat: int, move: Move) -> PlanStep | Halt:
    """The step that a move is, unless the rules forbid it, or it would end the round."""
    if engine.check(table, seat, move) is not None:
        return Halt("refused", move)
    if goes_out(table, seat, (move,)):
        return Halt("out", move)
    if may_end(table, seat, move):
        return Halt("ends", move)
    # What has come with a foot was not known to the plan.
    events = engine.decide(table, seat, move)
    foot = any(is_foot(event) and event.whose == seat for event in events)
    return PlanStep(move, Halt("foot") if foot and rest is not None else rest)


# ---- to begin


def beginning(plan: Plan, table: FaceDown, seat: int, decision: Decision) -> Move:
    """Take the pile, or do not; the harmless default is not to."""
    assert decision.default is not None
    view = engine.view(table, seat)
    if plan.start == "hint":
        return hinted(view)
    return (taking(table, seat) if wanted(plan, view) else None) or decision.default


def wanted(plan: Plan, view: View) -> bool:
    """Whether the upcard is one to take the pile for."""
    if plan.start == "ranks":
        ours = view.upcard is not None and RANK[view.upcard] in plan.ranks
        return ours and not view.frozen_for_viewer
    return plan.start == "take"


def taking(table: FaceDown, seat: int) -> Move | None:
    """The best way to take the pile, or to buy the upcard where it is not to be had for nothing."""
    found: list[Move] = [choice.move for choice in choices.takes(table, seat)]
    if not found and engine.check(table, seat, BUY) is None:
        found.append(BUY)
    return found[0] if found else None


# ---- to lay


def laying(plan: Plan, table: FaceDown, seat: int) -> Move | None:
    """The next meld or lay-off of the plan, or None."""
    match plan.lay:
        case "nothing":
            return None
        case "named":
            return plan.moves[0] if plan.moves else None
        case "hint":
            move = hint(table, seat, luck()).move
            return move if isinstance(move, Add | Meld) else None
        case _:
            return without_wilds(plan.lay, table, seat)


def without_wilds(lay: Lay, table: FaceDown, seat: int) -> Move | None:
    """The best suggestion that spends no wild card and leaves one to throw away."""
    wild, held = wilds_of(table), len(table.hands[seat])
    kinds = (Add,) if lay == "adds" else (Add, Meld)
    for choice in choices.suggestions(table, seat):
        fits = isinstance(choice.move, kinds) and not spent(choice.move, wild)
        if fits and not choice.out and len(cards_laid(choice.move)) < held:
            return choice.move
    return None


# ---- to end the turn


def ending(plan: Plan, table: FaceDown, seat: int, decision: Decision) -> PlanStep | Halt:
    """The first discard of the plan that may go."""
    may_go = choices.discards(table, seat)
    for face in plan.cards:
        if face in may_go:
            return judged(None, table, seat, Discard(face))
    if plan.last == "wait":
        return Halt("no_discard" if plan.cards else "yours")
    if plan.last == "hint":
        return judged(None, table, seat, hinted_end(table, seat, decision))
    assert decision.default is not None
    return judged(None, table, seat, decision.default)


# ---- hints


def hinted(view: View) -> Move:
    """What a good player would begin with."""
    return advise(view, luck()).move


def hinted_end(table: FaceDown, seat: int, decision: Decision) -> Move:
    """What a good player would throw away, though there may be something to lay."""
    assert decision.default is not None
    world = engine.sample(engine.view(table, seat), luck())
    for thought in wishes(world.rules, world, seat, careful(world.rules)):
        if isinstance(thought.move, Discard) and engine.check(table, seat, thought.move) is None:
            return thought.move
    return decision.default
