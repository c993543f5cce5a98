"""A canasta player's observation of the table, computed once per decision.

Everything is the seat's own or public: its hand, the melds, the pile, the sizes of the other hands.
Hidden cards are never read, so it does not matter from which sampled world a `CanastaObservation`
is built.
"""

from functools import cache
from typing import NamedTuple

from engine.canasta.book.card_values import grouped, wild_cards
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.melds.canastas import counted, full_melds, has_canasta, needs, opened, ready
from engine.canasta.melds.piles import is_frozen
from engine.canasta.turn.going_out import foot_covers
from engine.model.cards import JOKER_RANK, RANK, SEVEN, THREE, Cards
from engine.model.table import LaidMeld, Table
from engine.model.view import Need
from engine.players.thinking.counting import RANK_COUNT, at_least, hidden_in, unseen, whole
from engine.players.thinking.lazy_property import remembered
from engine.players.thinking.thought import Style


class CountedMeld(NamedTuple):
    """A meld to which more cards can be added, as numbers of cards."""

    number: int
    rank: int
    naturals: int
    wilds: int

    @property
    def size(self) -> int:
        return self.naturals + self.wilds


class CanastaObservation:
    """A canasta table as `seat` observes it."""

    def __init__(self, rules: CanastaAnswers, table: Table, seat: int, style: Style) -> None:
        self.rules = rules
        self.table = table
        self.seat = seat
        self.style = style
        self.weights = style.canasta
        self.side = rules.side_of(seat)
        self.hand = table.hands[seat]
        self.free = table.free(seat)
        self.groups = grouped(self.free)
        self.wilds = self.groups[JOKER_RANK]
        self.opened = opened(rules, table.melds, seat)
        self.partners = rules.partners(table, seat)
        # A lower bound: a seat that takes the pile does not draw.
        self.rounds_left = len(table.stock) / (rules.draws * rules.seat_count)
        self.turns_left = int(self.rounds_left)

    def held(self, rank: int) -> Cards:
        """Return the cards of a rank that may be laid now; for the joker's rank, all wild cards."""
        return self.groups.get(rank, b"")

    @remembered
    def melds(self) -> dict[int, CountedMeld]:
        """By rank, the meld for its cards: the seat's own meld before a partner's."""
        found: dict[int, CountedMeld] = {}
        for number, meld in enumerate(self.table.melds, 1):
            if len(meld.cards) < self.rules.cap and self._reaches(meld):
                # With personal melds, two melds of a rank may be within reach.
                own = not self.rules.personal_melds or meld.owner == self.seat
                if own or meld.rank not in found:
                    wilds = len(wild_cards(meld.cards))
                    naturals = len(meld.cards) - wilds
                    found[meld.rank] = CountedMeld(number, meld.rank, naturals, wilds)
        return found

    def _reaches(self, meld: LaidMeld) -> bool:
        """Whether this seat may lay off on a meld. Asking the rules each time would be too slow."""
        if not self.rules.personal_melds:
            return meld.side == self.side
        return meld.owner == self.seat or (self.opened and meld.owner in self.partners)

    @remembered
    def partner_comes(self) -> bool:
        """Whether a partner who lays on the same melds has a turn before the stock is empty."""
        if not self.partners or self.rules.personal_melds:
            return False
        turns = min((mate - self.seat) % self.rules.seat_count for mate in self.partners)
        return len(self.table.stock) >= turns * self.rules.draws

    def waits_for_partner(self, meld: CountedMeld) -> bool:
        """Whether to wait for a partner who may turn a meld into a pure canasta.

        The bonuses of both canastas are compared with the chance that the partner has the missing
        cards.
        """
        if meld.wilds or not self.is_pure(meld.rank) or not self.partner_comes:
            return False
        bonuses = self.rules.bonuses
        chance = max(self._may_bring(mate, meld) for mate in self.partners)
        return chance * bonuses["sevens"] > bonuses[self.rules.kind_of(meld.rank, mixed=True)]

    def _may_bring(self, mate: int, meld: CountedMeld) -> float:
        """Return the chance that a partner has all missing cards of a meld after its draw."""
        shown = self.table.known[mate].translate(RANK).count(meld.rank)
        drawn = hidden_in(self.table, mate) + self.rules.draws
        return at_least(self.lacks(meld) - shown, self.unseen[meld.rank], self.unseen_count, drawn)

    @remembered
    def enemies(self) -> tuple[int, ...]:
        """The seats that play against this one."""
        return _others(self.rules.seat_count, (self.seat, *self.partners))

    @remembered
    def _asked(self) -> tuple[Need, ...]:
        return needs(self.rules, self.table.melds, self.seat)

    @remembered
    def short_of(self) -> int:
        """The number of canastas that are still needed before going out."""
        return sum(max(0, need.need - need.have) for need in self._asked)

    @property
    def ready(self) -> bool:
        """Whether the seat has the canastas needed to go out."""
        return self.short_of == 0

    def least(self, *, ready: bool, seventh: bool = False) -> int:
        """Return how many cards a lay must leave in hand to end the turn without going out.

        `ready` and `seventh` say whether the seat may go out after the lay, and whether the lay
        completes a canasta. In a game with feet, a foot may replace the last card (PFH-Q22).
        """
        floats = self.rules.may_float and not ready
        covered = foot_covers(self.rules, self.table, self.seat, seventh=seventh)
        return 1 if floats or covered else 2

    @remembered
    def missing(self) -> frozenset[str]:
        """The kinds of canasta still needed before going out."""
        return frozenset(need.kind for need in self._asked if need.have < need.need)

    @remembered
    def closing(self) -> bool:
        """Whether the round may well end before this seat's next turn."""
        if self.rounds_left < self.weights.closing_rounds:
            return True
        # Hands are rarely so small: `_waits` costs more and comes last.
        return any(self.nearly_out(seat) for seat in self.enemies) and not self._waits

    @property
    def _waits(self) -> bool:
        """Whether the pile is worth more than the points that the hand might be caught with."""
        if len(self.table.pile) < self.weights.waits_pile:
            return False
        return self.pairs >= self.weights.waits_pairs

    @remembered
    def pairs(self) -> int:
        """The number of ranks with at least two cards in hand, for taking the pile."""
        return sum(
            [
                len(cards) > 1
                for rank, cards in self.groups.items()
                if THREE < rank < FIRST_WILD_RANK
            ]
        )

    @remembered
    def fed(self) -> frozenset[int]:
        """The ranks of the others' melds."""
        return frozenset(meld.rank for meld in self.table.melds if meld.side != self.side)

    def nearly_out(self, seat: int) -> bool:
        """Whether `seat` could go out by the end of its next turn."""
        few = len(self.table.hands[seat]) <= self.weights.nearly_out
        return few and ready(self.rules, self.table.melds, seat)

    def thrown_by(self, seat: int) -> frozenset[int]:
        """Return the ranks in the pile that another seat discarded.

        Every turn ends with one discard, so the order of the pile shows who discarded each card.
        """
        seats = self.rules.seat_count
        # In the pile, newest first, the first card is the previous seat's.
        newest = (self.seat - seat) % seats - 1
        return frozenset(self.table.pile[::-1].translate(RANK)[newest::seats])

    def passed_by(self, seat: int) -> frozenset[int]:
        """Return the ranks that another seat did not take as upcard of a pile worth taking."""
        seats = self.rules.seat_count
        newest = (self.seat - seat) % seats
        worth_taking = self.table.pile[self.weights.passed_from - 1 :]
        return frozenset(worth_taking[::-1].translate(RANK)[newest::seats])

    @remembered
    def foot_comes(self) -> bool:
        """Whether the seat has earned a foot, which joins the hand at the end of the turn."""
        played = self.table.played_seventh and self.table.turn == self.seat
        due = self.table.earned[self.seat] or played
        return self.rules.packet == "foot" and bool(self.table.feet[self.seat]) and due

    @remembered
    def unseen(self) -> list[int]:
        """By rank, the number of cards that this seat has not seen."""
        return unseen(self.table, self.seat)

    @remembered
    def unseen_count(self) -> int:
        """The number of cards that this seat has not seen, at least 1."""
        return max(1, sum(self.unseen))

    @remembered
    def frozen(self) -> bool:
        """Whether this seat can take the pile with two naturals only."""
        return is_frozen(self.rules, self.table, self.seat)

    @remembered
    def needs_packet(self) -> bool:
        """Whether this seat's foot or ponytail is waiting for a canasta."""
        if not self.table.feet[self.seat] or self.table.earned[self.seat] or self.foot_comes:
            return False
        return self.rules.packet == "foot" or not self.has_canasta

    @remembered
    def has_canasta(self) -> bool:
        """Whether the side (or player) has a canasta."""
        return has_canasta(self.rules, self.table.melds, self.seat)

    @remembered
    def collects_wilds(self) -> bool:
        """Whether wild cards are best kept together for a canasta of wild cards."""
        if not (self.style.plans and self.rules.wild_melds) or "wild" not in self.rules.bonuses:
            return False
        pack = whole(self.table)
        share = (pack[JOKER_RANK] + pack[JOKER_RANK - 1]) / self.rules.side_count
        return share >= self.weights.crowded or "wild" in self.missing

    def is_pure(self, rank: int) -> bool:
        """Whether a canasta of this rank has a bonus that only a natural one gets."""
        return rank == SEVEN and "sevens" in self.rules.bonuses

    @remembered
    def canastas(self) -> int:
        """The number of canastas that count for the seat's going out."""
        return sum(
            counted(self.rules, full_melds(self.rules, self.table.melds, self.seat)).values()
        )

    def lacks(self, meld: CountedMeld) -> int:
        """Return how many cards a meld lacks for a canasta."""
        return max(0, CANASTA - meld.size)


@cache
def _others(seat_count: int, own: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in range(seat_count) if seat not in own)


FIRST_WILD_RANK = RANK_COUNT - 2
"""Lower ranks, threes to aces, are natural."""


def treasure(seen: CanastaObservation) -> float:
    """Return the value of a card of a rank whose natural canasta has a special bonus."""
    return seen.weights.treasure * seen.rules.bonuses["sevens"] / CANASTA


def wild_worth(seen: CanastaObservation) -> float:
    """Return the value of a wild card; higher if wild cards alone can make a canasta."""
    if not seen.collects_wilds or seen.closing:
        return seen.weights.wild_worth
    promised = seen.weights.treasure * seen.rules.bonuses["wild"] / CANASTA
    return max(seen.weights.wild_worth, promised)
