"""A plan for a seat's next turn: how it starts, what it lays, what it discards.

This module makes no move. `following` returns the next move or the reason why the plan stops. The
rules judge each move. A plan never goes out, and stops before a move that ends or may end the
round. It is stored as text: `ranks K 9 | named meld KS KD KH; add 3: KC | wait 5S 6H`.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal, cast, get_args

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.choices import spent
from engine.advice.going_out import goes_out
from engine.advice.judgement import judge
from engine.advice.lay_all import is_foot
from engine.advice.rank_groups import wilds_of
from engine.advice.round_end import may_end
from engine.model.cards import RANK, RANK_NAMES, Cards, read_cards, write_cards
from engine.model.decision import Decision
from engine.model.moves import BUY, Add, Discard, Meld, Move, cards_laid
from engine.model.refusals import Refused
from engine.model.view import View
from engine.notation.moves import read

Start = Literal["draw", "take", "ranks", "hint"]
"""The start of the turn.

`draw`. `take`: take the pile if that is legal. `ranks`: take it for certain ranks if it is not
frozen. `hint`: follow the advice.
"""
Lay = Literal["nothing", "adds", "naturals", "hint", "named"]
"""The cards to lay.

`nothing`; `adds` (lay-offs) or `naturals` (melds, too), both without wild cards; the cards of a
`hint`; the moves that are `named`.
"""
Last = Literal["wait", "cheapest", "hint"]
"""The discard if no named card may be discarded.

`wait`: the member decides. `cheapest`: the rules' default. `hint`: the discard of the advice.
"""
Why = Literal["yours", "refused", "no_discard", "out", "ends", "foot", "round", "fault"]
"""The reason why a plan stops.

`yours`: nothing more was planned. `refused`: the next move is illegal. `no_discard`: no named card
may be discarded. `out`, `ends`: the next move goes out, or ends or may end the round. `foot`: a
foot came to the hand. `round`: a new round was dealt. `fault`: an error of the bot.
"""

STARTS: Final[tuple[Start, ...]] = get_args(Start)
LAYS: Final[tuple[Lay, ...]] = get_args(Lay)
LASTS: Final[tuple[Last, ...]] = get_args(Last)
MOST_CARDS: Final = 5
"""Most named discards. After these the plan uses `Last`."""
MOST_MOVES: Final = 12
BETWEEN: Final = " | "


@dataclass(frozen=True, slots=True)
class Plan:
    """A member's plan for one turn.

    `ranks` are the upcard ranks for which the plan takes the pile. `cards` are discarded in this
    order of preference.
    """

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
        """Return the plan of a text made by `str`.

        Raises:
            ValueError: the text has another form, perhaps from another release.
        """
        start, lay, last = (part.partition(" ") for part in text.split(BETWEEN))
        try:
            plan = cls(
                cast("Start", start[0]),
                tuple(RANK_NAMES.index(name) for name in start[2].split()),
                cast("Lay", lay[0]),
                tuple(read(one, b"", ("", "")) for one in lay[2].split("; ") if one),
                cast("Last", last[0]),
                read_cards(last[2]),
            )
        except (KeyError, Refused) as error:
            raise ValueError(text) from error
        if plan.start in STARTS and plan.lay in LAYS and plan.last in LASTS:
            return plan
        raise ValueError(text)


@dataclass(frozen=True, slots=True)
class PlanStopped:
    """The reason why a plan stops, and the `move` before which it stops, or None."""

    why: Why
    move: Move | None = None

    def __str__(self) -> str:
        return self.why if self.move is None else f"{self.why} {engine.write(self.move)}"

    @classmethod
    def read(cls, text: str) -> "PlanStopped":
        """Return the value of a text made by `str`; a `fault` for any other text."""
        why, _, move = text.partition(" ")
        try:
            halted_at = read(move, b"", ("", "")) if move else None
        except Refused:  # Another release may have written the text.
            halted_at = None
        return cls(cast("Why", why if why in get_args(Why) else "fault"), halted_at)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """The next move, and the rest of the plan (None when the turn is over)."""

    move: Move
    rest: Plan | PlanStopped | None


def following(plan: Plan, view: View) -> PlanStep | PlanStopped:
    """Return the next step of a plan for the view's seat, or why the plan stops.

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
    """Return the viewer's open decision to draw or to play, or None."""
    for decision in view.pending:
        if decision.seat == view.viewer and decision.kind in {"draw", "play"} and decision.default:
            return decision
    return None


def judged(rest: Plan | None, table: FaceDown, seat: int, move: Move) -> PlanStep | PlanStopped:
    """Turn a move into a plan step, or stop if it is illegal or would end the round."""
    if engine.check(table, seat, move) is not None:
        return PlanStopped("refused", move)
    if goes_out(table, seat, (move,)):
        return PlanStopped("out", move)
    if may_end(table, seat, move):
        return PlanStopped("ends", move)
    # The plan was made without knowing the cards of a foot, so it stops there.
    events = engine.decide(table, seat, move)
    foot = any(is_foot(event) and event.whose == seat for event in events)
    return PlanStep(move, PlanStopped("foot") if foot and rest is not None else rest)


# ---- to begin


def beginning(plan: Plan, table: FaceDown, seat: int, decision: Decision) -> Move:
    """Return the take or draw that starts the turn. By default the plan does not take the pile."""
    assert decision.default is not None
    view = engine.view(table, seat)
    if plan.start == "hint":
        return hinted(table, seat)
    return (taking(table, seat) if wanted(plan, view) else None) or decision.default


def wanted(plan: Plan, view: View) -> bool:
    """Return whether the plan takes the pile for this upcard."""
    if plan.start == "ranks":
        ours = view.upcard is not None and RANK[view.upcard] in plan.ranks
        return ours and not view.frozen_for_viewer
    return plan.start == "take"


def taking(table: FaceDown, seat: int) -> Move | None:
    """Return the best take. In contract rummy it is the purchase if the upcard is not free."""
    found: list[Move] = [choice.move for choice in choices.takes(table, seat)]
    if not found and engine.check(table, seat, BUY) is None:
        found.append(BUY)
    return found[0] if found else None


# ---- to lay


def laying(plan: Plan, table: FaceDown, seat: int) -> Move | None:
    """Return the next meld or lay-off of the plan, or None."""
    match plan.lay:
        case "nothing":
            return None
        case "named":
            return plan.moves[0] if plan.moves else None
        case "hint":
            move = hinted(table, seat)
            return move if isinstance(move, Add | Meld) else None
        case _:
            return without_wilds(plan.lay, table, seat)


def without_wilds(lay: Lay, table: FaceDown, seat: int) -> Move | None:
    """Return the best suggestion that uses no wild card and leaves a card to discard."""
    wild, held = wilds_of(table), len(table.hands[seat])
    kinds = (Add,) if lay == "adds" else (Add, Meld)
    for choice in choices.suggestions(table, seat):
        fits = isinstance(choice.move, kinds) and not spent(choice.move, wild)
        if fits and not choice.out and len(cards_laid(choice.move)) < held:
            return choice.move
    return None


# ---- to end the turn


def ending(plan: Plan, table: FaceDown, seat: int, decision: Decision) -> PlanStep | PlanStopped:
    """Return the step with the plan's first legal discard, or why the plan stops."""
    may_go = choices.discards(table, seat)
    for face in plan.cards:
        if face in may_go:
            return judged(None, table, seat, Discard(face))
    if plan.last == "wait":
        return PlanStopped("no_discard" if plan.cards else "yours")
    if plan.last == "hint":
        return judged(None, table, seat, hinted_end(table, seat, decision))
    assert decision.default is not None
    return judged(None, table, seat, decision.default)


# ---- hints


def hinted(table: FaceDown, seat: int) -> Move:
    """Return the next move of the judgement."""
    first = judge(table, seat).first
    assert first is not None  # the seat has its turn
    return first.move


def hinted_end(table: FaceDown, seat: int, decision: Decision) -> Move:
    """Return the best discard by the judgement, even if more should be laid first."""
    assert decision.default is not None
    order = judge(table, seat).discards
    return Discard(order[0]) if order else decision.default
