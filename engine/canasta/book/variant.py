"""The questions a canasta game answers, each with the answer of most games.

Numbers stand as class attributes; a house rule (`option`) that changes one does so in
`__init__` of the game's file. The parts of the turn ask these and nothing else.

The rules behind them are named in each game's file.
"""

from abc import abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, Literal, NamedTuple

from engine.canasta.book.card_values import FIRST_WILD, POINTS, WILD_FACES, wild_cards
from engine.model.cards import (
    BLACK_THREES,
    JOKER_RANK,
    RANK,
    RED_THREES,
    SEVEN,
    THREE,
    TWO,
    Cards,
    arranged,
    pack,
)
from engine.model.moves import Take
from engine.model.refusals import Code
from engine.model.table import LaidMeld, Rules, Table
from engine.model.values import Values, changed
from engine.model.view import Packet

NO_LIMIT = 999  # more than any game has of one rank, and still a number to compare with
CANASTA = 7
Kind = Literal["natural", "mixed", "wild", "sevens"]
Goal = Literal["natural", "mixed", "wild", "sevens", "any"]


class Grab(NamedTuple):
    """The exact-grab (or cut) bonus of a deal."""

    by_dealer: bool
    """The dealer grabs; otherwise the dealer's right neighbour cuts."""
    per_seat: int
    extra: int
    bonus: int


class CanastaAnswers(Rules):
    """A canasta game with its seats and options settled."""

    # Deal.
    hand_size: int
    packet: ClassVar[Packet] = ""
    packet_size: ClassVar[int] = 0
    grab: Grab | None = None
    buried_upcards: ClassVar[Cards] = b""
    """Faces that, turned up to start the pile, are covered by the next card."""
    set_up_freezers: ClassVar[Cards] = b""
    """Faces that freeze the pile when the set-up turns them up."""
    closing_rules: ClassVar[Mapping[int, str]] = {}
    """The rules by which upcards close the pile that no black three does."""

    # Drawing.
    draws: ClassVar[int] = 2
    red_threes_wait: ClassVar[bool] = False
    """A red three dealt is laid at the start of its holder's turn, not after the deal."""
    replaces_red_threes_of_pile: ClassVar[bool] = True
    counts_replacements: ClassVar[bool] = True
    """What replaces a red three of the pile counts among the cards that a take leaves in hand."""
    ends_on_replacement: ClassVar[bool] = False
    """A turn whose draw replaced the only card in hand ends the round, even if it could go on."""
    plays_on_without_stock: ClassVar[bool] = True
    """With the stock empty, the round goes on as long as players take the pile."""
    must_take_without_stock: ClassVar[bool] = False
    """… and who can add the upcard to a meld of theirs has to."""

    # The pile.
    wild_freezes: bool = True
    freezes_before_meld: ClassVar[bool] = False
    pair_with_wild: bool = True
    adds_upcard: ClassVar[bool] = True
    wild_pair_takes_wild: bool = False
    locks_taken_cards: ClassVar[bool] = False

    # Melds.
    personal_melds: ClassVar[bool] = False
    """Melds belong to the player who started them; else to the side."""
    merges_new_melds: ClassVar[bool] = False
    cap: ClassVar[int] = CANASTA
    most_wilds: ClassVar[int] = 3
    fewest_naturals: ClassVar[int] = 2
    naturals_outnumber_wilds: ClassVar[bool] = False
    judges_groups_together: ClassVar[bool] = False
    """The melds of one command are judged as they lie at its end; else group by group."""
    wild_melds: ClassVar[bool] = True
    pure_wild_melds: ClassVar[bool] = True
    """No natural card ever lies in a meld of wild cards."""
    pure_sevens: bool = False
    black_threes_any_time: ClassVar[bool] = False
    most_black_threes: ClassVar[int] = CANASTA
    one_group_of_black_threes: ClassVar[bool] = True
    """In going out they make a single meld (PT-Q17)."""
    black_threes_go_out: ClassVar[bool] = True
    """Whoever melds them goes out in that turn: no ponytail joins the hand after them."""

    # Discarding and going out.
    bars_sevens: ClassVar[bool] = False
    """No seven is discarded until every side owns a canasta of sevens, nor ever as last card."""
    may_float: ClassVar[bool] = False
    """The last card may be discarded without the right to go out; play goes on."""
    must_discard_last: ClassVar[bool] = True
    """Going out takes a discard; else everything may be melded."""
    empty_ok_if_foot_due: bool = False
    no_keeps_a_card: ClassVar[bool] = True
    """Who was denied leave to go out keeps a card in hand, even where a foot is due."""
    earned_foot_covers: ClassVar[bool] = True
    """A foot earned in an earlier turn, and not picked up yet, is due as well."""
    foot_frees_last_seven: ClassVar[bool] = True
    """A seven may be the last discard where it brings the foot and does not go out."""
    free_sevens_play_on: ClassVar[bool] = True
    """A hand of sevens ends the round only if none of them can be discarded."""
    auto_foot: bool = True
    foot_may_end_round: ClassVar[bool] = True
    """A foot that takes the last of the stock ends the round if nobody can take the pile."""
    sevens_excuse_takes: ClassVar[bool] = False
    """A hand of barred sevens may take the pile even if that leaves it nothing to discard."""
    asks_leave: ClassVar[bool] = False
    goals: ClassVar[Mapping[Goal, int]]
    """Canastas needed to go out."""

    # Scoring.
    bonuses: ClassVar[Mapping[Kind, int]]
    red_three: ClassVar[int] = 100
    all_red_threes: ClassVar[int] = 0
    """For all of the pack on one side together; 0 where they are not special."""
    unlaid_red_three: ClassVar[int] = 0
    black_three_in_hand: ClassVar[int] = -5
    out_bonus: int = 0
    concealed_bonus: ClassVar[int] = 0
    """In place of `out_bonus`, for a hand that had laid nothing before it went out."""
    brackets: ClassVar[tuple[tuple[int, int], ...]]
    """(score from which it holds, points an initial meld needs), ascending; below the first 15."""

    # The game.
    target: ClassVar[int]
    target_must_be_passed: ClassVar[bool] = False
    last_round: int = 0
    """The round after which the game ends whatever the scores; 0 where none does."""
    shares_ties: ClassVar[bool] = False

    def pack(self) -> Cards:
        return pack(self.deck_count())

    def deck_count(self) -> int:
        """How many packs this table plays with, house rules included."""
        return self.decks(self.seat_count)

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def values(self, number: int) -> Values:
        del number
        held = changed(POINTS, BLACK_THREES, -self.black_three_in_hand)
        held = changed(held, RED_THREES, -self.unlaid_red_three)
        ranks = tuple(range(THREE + 1, JOKER_RANK + 1))
        opening = (THREE, *ranks) if self.black_threes_any_time else ranks
        return Values(held, changed(POINTS, RED_THREES, 0), (TWO, JOKER_RANK), ranks, opening)

    @abstractmethod
    def count_sides(self) -> int:
        """How many scoring units there are: seat i belongs to side i modulo this."""

    @property
    def cuts(self) -> bool:
        return self.grab is not None and not self.grab.by_dealer

    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        del table
        return self.seats_by_side()

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return tuple(
            tuple(range(side, self.seat_count, self.side_count)) for side in range(self.side_count)
        )

    def partners(self, table: Table, seat: int) -> tuple[int, ...]:
        """The other seats that play with `seat` as things stand."""
        del table
        return self.teammates(seat)

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def teammates(self, seat: int) -> tuple[int, ...]:
        """The other seats of the side of `seat`."""
        return tuple(s for s in self.seats_by_side()[self.side_of(seat)] if s != seat)

    def pools(self, table: Table, out: int | None) -> tuple[tuple[int, ...], ...]:
        """Seats that split one score between them, beyond the fixed sides."""
        del table, out
        return ()

    def minimum(self, table: Table, seat: int) -> int:
        """The points the initial meld of `seat` needs."""
        return self.minimum_at(table.scores[self.side_of(seat)])

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def minimum_at(self, score: int) -> int:
        """The points an initial meld needs at a score."""
        return max((need for start, need in self.brackets if score >= start), default=15)

    def counts_as_laid_before(self, table: Table, hand: Cards) -> bool:
        """Whether the turn player, whose discard leaves `hand`, is concealed no longer.

        Who goes out by this discard still is, unless it had laid cards in an earlier turn.
        """
        return table.down[table.turn] or bool(hand) or not self.concealed_bonus

    @abstractmethod
    def can_take(self, table: Table, seat: int) -> bool:
        """Whether some way to take the pile is legal for `seat`."""

    @abstractmethod
    def taken_by_adding(self, table: Table, seat: int) -> Take | None:
        """A legal take that adds the upcard to an open meld and lays other cards besides."""

    def is_concealed(self, table: Table, out: int) -> bool:
        """Whether the seat that went out had laid nothing before the turn it went out in."""
        return not table.down[out]

    def red_threes_count_for(self, melds: tuple[LaidMeld, ...]) -> bool:
        """Whether a side that owns `melds` counts its red threes in its favour."""
        del melds
        return True

    def blocks(self, face: int) -> bool:
        """Whether this upcard keeps everybody from taking the pile."""
        if face >= FIRST_WILD:
            return not self.wild_pair_takes_wild
        return face // 4 == THREE

    def meld(self, side: int, owner: int, cards: Cards, rank: int | None, number: int) -> LaidMeld:
        del number  # in canasta every round reads them alike
        natural = cards.translate(RANK, WILD_FACES)
        if rank is None:
            rank = natural[0] if natural else JOKER_RANK
        return LaidMeld(side, owner, arranged(cards), rank)

    def canasta_kind(self, meld: LaidMeld) -> Kind | None:
        """Which canasta a meld is; None below seven cards and for black threes."""
        if len(meld.cards) < CANASTA or meld.rank == THREE:
            return None
        kind = self.kind_of(meld.rank, mixed=bool(wild_cards(meld.cards)))
        return kind if kind in self.bonuses else None

    def kind_of(self, rank: int, *, mixed: bool) -> Kind:
        """Which canasta a meld of a rank is to become, with wild cards among its own or without."""
        if rank == JOKER_RANK:
            return "wild"
        if mixed:
            return "mixed"
        return "sevens" if rank == SEVEN and "sevens" in self.bonuses else "natural"

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def fault(self, rank: int, naturals: int, wilds: int) -> Code | None:
        """What is wrong with a meld of so many cards, or None."""
        if rank == JOKER_RANK:
            return self._wild_fault(naturals, wilds)
        if rank == THREE:
            return self._black_three_fault(naturals, wilds)
        if wilds and rank == SEVEN and self.pure_sevens:
            return Code.PURE_SEVENS
        return self._mixed_fault(naturals, wilds) or self._size_fault(naturals + wilds)

    def _wild_fault(self, naturals: int, wilds: int) -> Code | None:
        if naturals and self.pure_wild_melds:
            return Code.PURE_WILDS
        return self._size_fault(wilds) if self.wild_melds else Code.NO_WILD_MELDS

    def _black_three_fault(self, naturals: int, wilds: int) -> Code | None:
        if wilds:
            return Code.PURE_BLACK_THREES
        full = naturals > self.most_black_threes
        return Code.BLACK_THREES_FULL if full else self._size_fault(naturals)

    def _mixed_fault(self, naturals: int, wilds: int) -> Code | None:
        if wilds > self.most_wilds:
            return Code.TOO_MANY_WILDS
        if wilds and self.naturals_outnumber_wilds and wilds >= naturals:
            return Code.WILDS_OUTNUMBER
        return Code.TOO_FEW_NATURALS if wilds and naturals < self.fewest_naturals else None

    def _size_fault(self, size: int) -> Code | None:
        if size < 3:
            return Code.TOO_FEW_CARDS
        return Code.MELD_FULL if size > self.cap else None
