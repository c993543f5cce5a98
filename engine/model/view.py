"""Views: everything one person may know of a table, and nothing else.

A view is built up from nothing by the rules (`Rules.view`), field by field; there is no
field for what the viewer may not know: not the order of the stock, not another hand, not a
foot, not an answer that is still hidden. Panels, pictures, words and computer players
receive views only.

`render` imports this module, `cards` and `values` beside it, and nothing else of the engine.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from engine.model.cards import Cards
from engine.model.decision import Decision, Phase
from engine.model.moves import Move
from engine.model.option import Value
from engine.model.score import Result
from engine.model.values import Values

MeldKind = Literal["open", "natural", "mixed", "wild", "sevens", "set"]
Packet = Literal["", "foot", "pony"]


@dataclass(frozen=True, slots=True)
class Need:
    """One thing still asked before a side (or player) may go out: `have` of `need`.

    `kind` is a kind of canasta, or `any` where every kind counts.
    """

    kind: Literal["natural", "mixed", "wild", "sevens", "any"]
    have: int
    need: int


@dataclass(frozen=True, slots=True)
class Contract:
    """What contract rummy asks for in this round's first-down."""

    sets: int
    size: int
    wilds: int
    """Most wild cards in one set, or of one kind in it."""
    wild_ranks: tuple[int, ...]
    each_kind: bool = False
    """Each wild rank has this limit for itself (TPC-Q11)."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table, cards in the order a hand is held."""

    number: int
    side: int
    owner: int
    cards: Cards
    rank: int
    """Index into `engine.model.cards.RANK_NAMES`; the joker's for a meld of wild cards only."""
    wilds: int
    kind: MeldKind
    """`open` below seven cards; then the kind of canasta. `set` in contract rummy."""
    closed: bool
    """A closed canasta takes no more cards."""
    bonus: int
    """Points for being a canasta, 0 below."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of one seat."""

    seat: int
    side: int
    hand_count: int
    foot_count: int
    """Cards in the foot or pony not picked up yet; 0 without one."""
    earned: bool
    """Entitled to the foot and has not picked it up."""
    red_threes: Cards
    opened: bool
    """Has laid its initial meld: personally or as a side, as the game has it."""
    minimum: int | None
    """Points the initial meld still needs; None once opened and in contract rummy."""
    needs: tuple[Need, ...]
    """To go out, where each player needs it alone; else empty (see the side)."""
    known: Cards
    """Cards seen taken with the pile and not seen leaving the hand since."""
    pennies: int
    purse: int
    laid_before: bool = False
    """Has laid cards in an earlier turn of this round (canasta): no longer concealed."""


@dataclass(frozen=True, slots=True)
class SideView:
    """What everybody may know of one side, the scoring unit."""

    side: int
    seats: tuple[int, ...]
    score: int
    """Before this round."""
    on_table: int
    """What this round's score would be now, hands and feet left out (rummy: 0)."""
    canastas: Mapping[str, int]
    """Kind of canasta -> how many."""
    needs: tuple[Need, ...]
    grab: int
    red_threes: int = 0
    """Of `on_table`, what the red threes laid count, which may be against the side."""
    personal_melds: bool = False
    """Whether it has several seats, and each lays and needs melds of its own."""


@dataclass(frozen=True, slots=True)
class PublicQuestion:
    """Somebody asked a teammate for leave to go out; the plan is for those two alone."""

    asker: int
    asked: int
    plan: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class View:
    """A table as one viewer may know it. `viewer` is a seat, or None for the public."""

    game: str
    version: int
    """Of the rules."""
    options: Mapping[str, Value]
    viewer: int | None
    round: int
    dealer: int
    turn: int
    phase: Phase
    """Where it is `over` without a `result`, only the round is."""
    pending: tuple[Decision, ...]
    """Open decisions. Defaults are shown to the seat that decides only."""
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    melds: tuple[MeldView, ...]
    hand: Cards
    """The viewer's own hand; empty for the public."""
    fresh: Cards
    """Of it, the cards drawn this turn."""
    locked: Cards
    """Cards that came with the pile this turn and may not be melded yet. They are in the
    turn player's hand, and public: everybody saw the pile being taken."""
    stock: int
    """How many cards are left."""
    pile: Cards
    """Bottom first, upcard last: every discard was seen by all."""
    frozen: bool
    """Wild cards or the set-up froze the pile for everybody."""
    blocked: bool
    """Nobody may take the pile as it lies (black three, red three, wild card on top)."""
    frozen_upcard: bool
    lone: int | None
    packet: Packet
    target: int
    """Points that end the game; 0 where rounds do."""
    last_round: int
    """The round after which the game ends whatever the scores; 0 where none does."""
    contract: Contract | None
    values: Values
    taken: Cards
    bowl: int
    offered: bool
    """The upcard may still be taken or bought."""
    offer_to: tuple[int, ...]
    question: PublicQuestion | None
    asked: bool
    no_out: bool
    played_seventh: bool
    reshuffles: int
    turns: tuple[int, ...]
    tie_break: bool
    result: Result | None
    laid: bool = False
    """The turn player has laid cards this turn (canasta)."""
    must_pass_target: bool = False
    """Reaching `target` is not enough to end the game."""
    takes: Literal["pile", "upcard"] = "pile"
    """What a take brings: the whole discard pile, or its top card alone."""
    buys: bool = False
    """Whether the upcard is offered round and paid for in pennies."""
    extra_cards: int = 0
    """What a buyer draws from the stock beside the upcard."""
    lowest_wins: bool = False
    """Whether points are what is caught in hands, and the fewest win."""
    melds_for_all: bool = False
    """Whether who has opened may lay off on everybody's melds."""
    bans_duplicates: bool = False
    """Whether no meld holds two equal cards, jokers aside."""
    freezes_unopened: bool = False
    """Whether the pile is frozen to every side that has not opened."""

    @property
    def upcard(self) -> int | None:
        """The top card of the discard pile, if there is one."""
        return self.pile[-1] if self.pile else None

    @property
    def frozen_for_viewer(self) -> bool:
        """Whether the pile is frozen to the viewer, if not to everybody."""
        closed = self.viewer is not None and not self.seats[self.viewer].opened
        return self.frozen or (self.freezes_unopened and closed)

    def so_far(self, side: SideView) -> int:
        """What the round would bring a side now, but for hands and feet; 0 once all is scored."""
        return side.on_table if self.result is None else 0

    def side_of(self, seat: int) -> int:
        """The side a seat plays for."""
        return self.seats[seat].side

    def needs_of(self, seat: int) -> tuple[Need, ...]:
        """What is asked before a seat may go out: of itself, or of its side."""
        return (*self.seats[seat].needs, *self.sides[self.side_of(seat)].needs)
