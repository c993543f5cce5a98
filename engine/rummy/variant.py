"""The questions in which the contract rummies differ, and their common numbers.

Each game's file names the rules behind its answers.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from engine.model.cards import ACE, JOKER, JOKER_RANK, RANK, TWO, Cards, pack
from engine.model.option import Value
from engine.model.table import LaidMeld, Rules, Table
from engine.model.values import Values, scale
from engine.model.view import Contract
from engine.rummy.sets import SMALLEST_SET, SetLaw, base_rank, law_of

HAND_SIZE = 11  # TPW-R5
ROUNDS = 7
# No written rule ends a round that nobody can win; these two limits do (TPW-Q18, TPW-Q36, TPC-Q24).
MOST_RESHUFFLES = 3
MOST_TURNS = 100
EXTRA_CARDS = 2
"""Cards that a buyer draws in addition to the upcard."""
REQUIREMENTS = ((2, 3), (1, 4), (2, 4), (1, 5), (2, 5), (1, 6), (1, 7))
"""By round: number and size of the sets of the first-down."""
# By round: the largest number of wild cards in one of these sets.
CAPS = (1, 1, 1, 2, 2, 2, 3)
FEW_WILDS_ROUNDS = 4
"""The last round with the early wilds only; after it twos, aces and jokers are wild."""


POINTS = scale("T")
"""`sum(hand.translate(POINTS))` is the cost of a hand (TPW-R19, TPC-R12)."""
HEIGHTS = bytes(0 if RANK[face] == TWO else RANK[face] + 1 for face in range(JOKER + 1))
"""In the draw for deal: the joker is highest, then the ace; the two is lowest."""


class RummyAnswers(Rules):
    """A contract rummy with its number of seats and its options."""

    early_wilds: tuple[int, ...]
    """The ranks that are wild in the first four rounds."""
    melds_for_all = True  # TPW-R16, TPC-Q16
    caps_each_kind: ClassVar[bool] = False
    jokers_as_base: ClassVar[bool] = True
    caps_persist: ClassVar[bool] = False
    """Whether the cap of the first-down also binds later sets and lay-offs."""
    offers_after_draw: ClassVar[bool] = False
    """Whether the turn player draws before the others are offered the upcard."""
    turn_player_buys: bool = False
    """Whether the turn player pays for the upcard and gets the extra cards, too."""
    separate_purse: bool = True
    """Whether cards in hand are paid for from the purse; otherwise from the buy stack first."""
    last_round: int

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        super().__init__(seat_count, chosen)
        self.last_round = int(self.chosen.get("max_rounds", ROUNDS))
        self.settle()
        self.contracts = tuple(self._contract(number) for number in range(1, ROUNDS + 1))
        self.worths = tuple(_values(contract) for contract in self.contracts)
        self.laws = tuple(self._law(contract) for contract in self.contracts)
        # For the list of a down player's sets, which names only sets of the smallest size.
        self.later_laws = tuple(
            replace(law, cap=self.later_cap(law, SMALLEST_SET)) for law in self.laws
        )
        # A game needs the hands, an upcard and the cards of one purchase.
        if len(self.pack()) <= HAND_SIZE * seat_count + EXTRA_CARDS:
            raise ValueError(f"too few cards for {seat_count} players")

    def has_round(self, number: int) -> bool:
        return 1 <= number <= ROUNDS

    def settle(self) -> None:
        """Turn the chosen options into answers."""

    def deck_count(self) -> int:
        return self.decks(self.seat_count)

    def pack(self) -> Cards:
        return pack(self.deck_count())

    def sides(self, table: Table) -> tuple[tuple[int, ...], ...]:
        del table
        return tuple((seat,) for seat in range(self.seat_count))

    def contract(self, number: int) -> Contract:
        """Return the sets that the first-down of round `number` requires."""
        return self.contracts[number - 1]

    def values(self, number: int) -> Values:
        return self.worths[number - 1]

    def law(self, number: int) -> SetLaw:
        """Return what a set may hold in round `number`."""
        return self.laws[number - 1]

    def later_cap(self, law: SetLaw, size: int) -> int:
        """Return the most wilds in a set of `size` laid after the first-down (TPW-Q14, TPC-Q17)."""
        return law.cap if self.caps_persist else max(1, size // 3)

    def meld(self, side: int, owner: int, cards: Cards, rank: int | None, number: int) -> LaidMeld:
        if rank is None:
            rank = base_rank(self.law(number), cards)
        return LaidMeld(side, owner, cards, rank)

    def _contract(self, number: int) -> Contract:
        sets, size = REQUIREMENTS[number - 1]
        few = number <= FEW_WILDS_ROUNDS
        wild_ranks = self.early_wilds if few else (TWO, ACE, JOKER_RANK)
        return Contract(sets, size, CAPS[number - 1], wild_ranks, self.caps_each_kind)

    def _law(self, contract: Contract) -> SetLaw:
        return law_of(
            contract.wild_ranks,
            contract.wilds,
            each_kind=contract.each_kind,
            unique=self.bans_duplicates,
            joker_base=self.jokers_as_base,
        )


def _values(contract: Contract) -> Values:
    # Melds do not count, only cards left in a hand.
    return Values(POINTS, bytes(256), contract.wild_ranks)
