"""Views: everything one viewer may know of a table, and nothing else.

`Rules.view` fills a view field by field. No field exists for what a viewer may not know: the order
of the stock, another hand, a foot, an answer that is still hidden. Panels, pictures, words and
computer players receive views only. `render` imports this module, `cards` and `values`, nothing
else.
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
    """One condition that a side or player must still meet before going out: `have` of `need`.

    `kind` is a kind of canasta, or `any` if all kinds count.
    """

    kind: Literal["natural", "mixed", "wild", "sevens", "any"]
    have: int
    need: int


@dataclass(frozen=True, slots=True)
class Contract:
    """The sets that contract rummy requires for the first-down of this round."""

    sets: int
    size: int
    wilds: int
    """Most wild cards in one set; with `each_kind`, most of each wild rank."""
    wild_ranks: tuple[int, ...]
    each_kind: bool = False
    """Whether the limit counts separately for each wild rank (TPC-Q11)."""


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld on the table, cards in the order of a sorted hand."""

    number: int
    side: int
    owner: int
    cards: Cards
    rank: int
    """Index into `engine.model.cards.RANK_NAMES`; the joker's for a meld of wild cards only."""
    wilds: int
    kind: MeldKind
    """`open` below seven cards, then the kind of canasta; `set` in contract rummy."""
    closed: bool
    """Whether the canasta is complete and accepts no further card."""
    bonus: int
    """Bonus points as a canasta; 0 for a smaller meld."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """The public facts about one seat."""

    seat: int
    side: int
    hand_count: int
    foot_count: int
    """Cards in the foot or ponytail not picked up yet; 0 without one."""
    earned: bool
    """Whether the seat has earned its foot and has not picked it up."""
    red_threes: Cards
    opened: bool
    """Whether the initial meld is laid: by the seat or by its side, as the game has it."""
    minimum: int | None
    """Points that the initial meld needs; None once opened and in contract rummy."""
    needs: tuple[Need, ...]
    """Conditions for going out if each player needs them alone; otherwise the side has them."""
    known: Cards
    """Cards that all saw the seat take with the pile, and that have not left its hand since."""
    pennies: int
    purse: int
    laid_before: bool = False
    """Whether the seat laid cards in an earlier turn of the round (canasta): not concealed."""


@dataclass(frozen=True, slots=True)
class SideView:
    """The public facts about one side, the scoring unit."""

    side: int
    seats: tuple[int, ...]
    score: int
    """The score before this round."""
    on_table: int
    """The round's score so far, hands and feet left out (contract rummy: 0)."""
    canastas: Mapping[str, int]
    """Number of canastas by kind."""
    needs: tuple[Need, ...]
    grab: int
    red_threes: int = 0
    """The part of `on_table` from red threes; negative if they count against the side."""
    personal_melds: bool = False
    """Whether the side has several seats that each lay and need their own melds."""


@dataclass(frozen=True, slots=True)
class PublicQuestion:
    """A request for permission to go out. Only the asker and the teammate see its plan."""

    asker: int
    asked: int
    plan: tuple[Move, ...] | None


@dataclass(frozen=True, slots=True)
class View:
    """A table as one viewer may know it. `viewer` is a seat, or None for a spectator."""

    game: str
    version: int
    """Version of the rules."""
    options: Mapping[str, Value]
    viewer: int | None
    round: int
    dealer: int
    turn: int
    phase: Phase
    """`over` without a `result` means that only the round is over."""
    pending: tuple[Decision, ...]
    """Open decisions. Only the seat that decides sees the default."""
    seats: tuple[SeatView, ...]
    sides: tuple[SideView, ...]
    melds: tuple[MeldView, ...]
    hand: Cards
    """The viewer's own hand; empty for a spectator."""
    fresh: Cards
    """Those cards of `hand` that were drawn this turn."""
    locked: Cards
    """Cards that came with the pile this turn and may not be melded yet.

    They are in the turn player's hand, and public: everybody saw the pile being taken.
    """
    stock: int
    """Number of cards in the stock."""
    pile: Cards
    """Bottom first, upcard last: everybody saw every discard."""
    frozen: bool
    """Whether wild cards or the set-up froze the pile for everybody."""
    blocked: bool
    """Whether nobody may take the pile now (a black three, red three or wild card on top)."""
    frozen_upcard: bool
    lone: int | None
    packet: Packet
    target: int
    """Points that end the game; 0 if a number of rounds ends it."""
    last_round: int
    """The last round of the game, whatever the scores; 0 if there is none."""
    contract: Contract | None
    values: Values
    taken: Cards
    bowl: int
    offered: bool
    """Whether the upcard may still be taken or bought."""
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
    """Whether the turn player has laid cards this turn (canasta)."""
    must_pass_target: bool = False
    """Whether a side must exceed `target`, not only reach it, to end the game."""
    takes: Literal["pile", "upcard"] = "pile"
    """Which cards a take brings: the whole discard pile, or its top card only."""
    buys: bool = False
    """Whether the upcard is offered to the other players, who pay for it in pennies."""
    extra_cards: int = 0
    """Number of cards that a buyer draws from the stock in addition to the upcard."""
    lowest_wins: bool = False
    """Whether points count against the players, so that the lowest score wins."""
    melds_for_all: bool = False
    """Whether a player who has opened may lay off on every meld."""
    bans_duplicates: bool = False
    """Whether no meld may hold two equal cards, except jokers."""
    is_shortened: bool = False
    """Whether a house rule ends the game earlier than usual, after `last_round`."""
    freezes_unopened: bool = False
    """Whether the pile is frozen for every side that has not opened."""

    @property
    def upcard(self) -> int | None:
        """The face on top of the discard pile; None for an empty pile."""
        return self.pile[-1] if self.pile else None

    @property
    def frozen_for_viewer(self) -> bool:
        """Whether the pile is frozen for the viewer, alone or together with everybody else."""
        closed = self.viewer is not None and not self.seats[self.viewer].opened
        return self.frozen or (self.freezes_unopened and closed)

    def so_far(self, side: SideView) -> int:
        """Return the round's score so far, without hands and feet; 0 once the game is over."""
        return side.on_table if self.result is None else 0

    def side_of(self, seat: int) -> int:
        """Return the side for which a seat plays."""
        return self.seats[seat].side

    def needs_of(self, seat: int) -> tuple[Need, ...]:
        """Return the conditions for a seat to go out: its own and those of its side."""
        return (*self.seats[seat].needs, *self.sides[self.side_of(seat)].needs)
