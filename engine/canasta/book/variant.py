"""The questions that differ between canasta games, with the answer of most games as default.

Numbers are class attributes; a house rule changes one in `__init__` of the game's file. The parts
of the turn use these answers and nothing else. Each game's file names the rules behind them.
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

NO_LIMIT = 999  # more cards than any game has of one rank
CANASTA = 7
Kind = Literal["natural", "mixed", "wild", "sevens"]
Goal = Literal["natural", "mixed", "wild", "sevens", "any"]


class Grab(NamedTuple):
    """The bonus for grabbing (or cutting) exactly the cards of a deal."""

    by_dealer: bool
    """Whether the dealer grabs; otherwise the dealer's right neighbour cuts."""
    per_seat: int
    extra: int
    bonus: int


class CanastaAnswers(Rules):
    """A canasta game with its number of seats and its options."""

    # Deal.
    hand_size: int
    packet: ClassVar[Packet] = ""
    packet_size: ClassVar[int] = 0
    grab: Grab | None = None
    buried_upcards: ClassVar[Cards] = b""
    """Faces that the next card covers if they are turned up to start the pile."""
    set_up_freezers: ClassVar[Cards] = b""
    """Faces that freeze the pile if the set-up turns them up."""
    closing_rules: ClassVar[Mapping[int, str]] = {}
    """By face: the rule by which this upcard blocks the pile. Black threes are not in it."""

    # Drawing.
    draws: ClassVar[int] = 2
    red_threes_wait: ClassVar[bool] = False
    """Whether a dealt red three is laid at the start of its holder's turn, not after the deal."""
    replaces_red_threes_of_pile: ClassVar[bool] = True
    counts_replacements: ClassVar[bool] = True
    """Whether replacements of the pile's red threes count as cards that a take leaves in hand."""
    ends_on_replacement: ClassVar[bool] = False
    """Whether a turn whose draw replaced the only card in hand always ends the round."""
    plays_on_without_stock: ClassVar[bool] = True
    """Whether the round continues with an empty stock as long as players take the pile."""
    must_take_without_stock: ClassVar[bool] = False
    """Whether, with an empty stock, a player who can add the upcard to a meld must do so."""

    # The pile.
    wild_freezes: bool = True
    freezes_before_meld: ClassVar[bool] = False
    pair_with_wild: bool = True
    adds_upcard: ClassVar[bool] = True
    wild_pair_takes_wild: bool = False
    locks_taken_cards: ClassVar[bool] = False
    single_cards_stay: ClassVar[bool] = False
    """Whether a player with one card in hand may not take a pile of one card."""

    # Melds.
    personal_melds: ClassVar[bool] = False
    """Whether melds belong to the player who started them; otherwise to the side."""
    merges_new_melds: ClassVar[bool] = False
    cap: ClassVar[int] = CANASTA
    most_wilds: ClassVar[int] = 3
    fewest_naturals: ClassVar[int] = 2
    naturals_outnumber_wilds: ClassVar[bool] = False
    judges_groups_together: ClassVar[bool] = False
    """Whether the melds of one move are judged after all of them; otherwise one after the other."""
    wild_melds: ClassVar[bool] = True
    pure_wild_melds: ClassVar[bool] = True
    """Whether a meld of wild cards may never contain a natural card."""
    pure_sevens: bool = False
    black_threes_any_time: ClassVar[bool] = False
    most_black_threes: ClassVar[int] = CANASTA
    one_group_of_black_threes: ClassVar[bool] = True
    """Whether black threes form a single meld when going out (PT-Q17)."""
    black_threes_go_out: ClassVar[bool] = True
    """Whether a player who melds them must go out in that turn, so that no ponytail follows."""

    # Discarding and going out.
    bars_sevens: ClassVar[bool] = False
    """Whether sevens may be discarded only once every side has a canasta of sevens.

    A seven is never the last card discarded then.
    """
    may_float: ClassVar[bool] = False
    """Whether the last card may be discarded without going out; play continues."""
    must_discard_last: ClassVar[bool] = True
    """Whether going out requires a discard; otherwise everything may be melded."""
    whole_hand_opens: ClassVar[bool] = False
    """Whether a hand that goes out in one meld, and had laid nothing, needs no minimum."""
    empty_ok_if_foot_due: bool = False
    no_keeps_a_card: ClassVar[bool] = True
    """Whether a player who was refused leave must keep a card, even if a foot is due."""
    earned_foot_covers: ClassVar[bool] = True
    """Whether a foot earned in an earlier turn and not picked up yet counts as due."""
    foot_frees_last_seven: ClassVar[bool] = True
    """Whether a seven may be the last discard if it brings the foot and does not go out."""
    free_sevens_play_on: ClassVar[bool] = True
    """Whether a hand of sevens ends the round only if none of them can be discarded."""
    auto_foot: bool = True
    foot_may_end_round: ClassVar[bool] = True
    """Whether picking up a foot ends the round if nobody can draw or take the pile any more."""
    sevens_excuse_takes: ClassVar[bool] = False
    """Whether a hand of barred sevens may take the pile even if it then cannot discard."""
    asks_leave: ClassVar[bool] = False
    goals: ClassVar[Mapping[Goal, int]]
    """Canastas needed to go out."""

    # Scoring.
    bonuses: ClassVar[Mapping[Kind, int]]
    red_three: ClassVar[int] = 100
    all_red_threes: ClassVar[int] = 0
    """Points for all red threes of the pack on one side; 0 if they have no special bonus."""
    unlaid_red_three: ClassVar[int] = 0
    black_three_in_hand: ClassVar[int] = -5
    out_bonus: int = 0
    concealed_bonus: ClassVar[int] = 0
    """Replaces `out_bonus` for a hand that had laid nothing before it went out."""
    brackets: ClassVar[tuple[tuple[int, int], ...]]
    """(score from which it applies, points of an initial meld), ascending; below the first: 15."""

    # The game.
    target: ClassVar[int]
    target_must_be_passed: ClassVar[bool] = False
    last_round: int = 0
    """The last round of the game, whatever the scores; 0 if there is none."""
    shares_ties: ClassVar[bool] = False

    def pack(self) -> Cards:
        return pack(self.deck_count())

    def deck_count(self) -> int:
        """Return how many packs this table plays with, house rules included."""
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
        """Return the number of sides: seat i belongs to side i modulo this number."""

    @property
    def cuts(self) -> bool:
        return self.grab is not None and not self.grab.by_dealer

    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        del table
        return self.seats_by_side()

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """Return the seats of each side."""
        return tuple(
            tuple(range(side, self.seat_count, self.side_count)) for side in range(self.side_count)
        )

    def partners(self, table: Table, seat: int) -> tuple[int, ...]:
        """Return the other seats that play with `seat` at this moment."""
        del table
        return self.teammates(seat)

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def teammates(self, seat: int) -> tuple[int, ...]:
        """Return the other seats on the side of `seat`."""
        return tuple(s for s in self.seats_by_side()[self.side_of(seat)] if s != seat)

    def pools(self, table: Table, out: int | None) -> tuple[tuple[int, ...], ...]:
        """Return groups of sides that share one score, in addition to the fixed sides."""
        del table, out
        return ()

    def minimum(self, table: Table, seat: int) -> int:
        """Return the points that the initial meld of `seat` needs."""
        return self.minimum_at(table.scores[self.side_of(seat)])

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def minimum_at(self, score: int) -> int:
        """Return the points that an initial meld needs at a score."""
        return max((need for start, need in self.brackets if score >= start), default=15)

    def counts_as_laid_before(self, table: Table, hand: Cards) -> bool:
        """Whether the turn player, whose discard leaves `hand`, can no longer go out concealed.

        A player who goes out by this discard is concealed, unless they laid cards in an earlier
        turn.
        """
        return table.down[table.turn] or bool(hand) or not self.concealed_bonus

    @abstractmethod
    def can_take(self, table: Table, seat: int) -> bool:
        """Whether any way to take the pile is legal for `seat`."""

    @abstractmethod
    def taken_by_adding(self, table: Table, seat: int) -> Take | None:
        """Return a legal take that adds the upcard to an open meld, or None.

        It may lay other cards first.
        """

    def is_concealed(self, table: Table, out: int) -> bool:
        """Whether the seat that went out had laid nothing before its last turn."""
        return not table.down[out]

    def red_threes_count_for(self, melds: tuple[LaidMeld, ...]) -> bool:
        """Whether red threes count in favour of a side that has these melds."""
        del melds
        return True

    def blocks(self, face: int) -> bool:
        """Whether nobody may take the pile while this card is the upcard."""
        if face >= FIRST_WILD:
            return not self.wild_pair_takes_wild
        return face // 4 == THREE

    def meld(self, side: int, owner: int, cards: Cards, rank: int | None, number: int) -> LaidMeld:
        del number  # In canasta the round makes no difference.
        natural = cards.translate(RANK, WILD_FACES)
        if rank is None:
            rank = natural[0] if natural else JOKER_RANK
        return LaidMeld(side, owner, arranged(cards), rank)

    def canasta_kind(self, meld: LaidMeld) -> Kind | None:
        """Return the kind of canasta of a meld; None below seven cards and for black threes."""
        if len(meld.cards) < CANASTA or meld.rank == THREE:
            return None
        kind = self.kind_of(meld.rank, mixed=bool(wild_cards(meld.cards)))
        return kind if kind in self.bonuses else None

    def kind_of(self, rank: int, *, mixed: bool) -> Kind:
        """Return the kind of canasta that a meld of a rank becomes, with or without wild cards."""
        if rank == JOKER_RANK:
            return "wild"
        if mixed:
            return "mixed"
        return "sevens" if rank == SEVEN and "sevens" in self.bonuses else "natural"

    @cache  # noqa: B019 - one rules object per table setting, kept for good
    def fault(self, rank: int, naturals: int, wilds: int) -> Code | None:
        """Return what is wrong with a meld of so many cards, or None."""
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
