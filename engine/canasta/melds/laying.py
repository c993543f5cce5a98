"""Laying cards: the groups of one move, judged one after the other on a scratch copy.

Source: HC-R13 to R18, HC-Q9 to Q15, Q32 to Q39, Q46, PFH-R19 to R24, PFH-Q10 to Q12, Q43, Q48,
PT-R18 to R21, PT-Q10, Q11, Q16, Q17, Q30, Q52.
"""

from engine.canasta.book.card_values import WILD_FACES, wild_cards, worth
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import opened
from engine.canasta.melds.open_melds import Laid, open_meld
from engine.model.cards import (
    BLACK_THREES,
    BYTE,
    JOKER_RANK,
    RANK,
    RANK_NAMES,
    RED_THREES,
    THREE,
    Cards,
    arranged,
    only,
    write_cards,
)
from engine.model.moves import Group
from engine.model.refusals import Code, Refused
from engine.model.table import LaidMeld, Table, replaced

MIXED = -1


def rank_of_group(cards: Cards) -> int:
    """Return the rank that cards collect together; the joker's for wilds only, else `MIXED`."""
    ranks = cards.translate(RANK, WILD_FACES)
    if not ranks:
        return JOKER_RANK
    return ranks[0] if ranks.count(ranks[0]) == len(ranks) else MIXED


class Laying:
    """One move's lays: the hand cards spent, and the melds as they would be afterwards.

    Its methods raise `Refused` if a rule forbids the step.
    """

    __slots__ = (
        "free",
        "laid",
        "left",
        "melds",
        "rules",
        "seat",
        "seventh",
        "spent",
        "table",
    )

    def __init__(self, rules: CanastaAnswers, table: Table, seat: int) -> None:
        self.rules = rules
        self.table = table
        self.seat = seat
        self.free = table.free(seat)
        self.spent = b""
        self.left = table.hands[seat]
        self.melds = table.melds
        self.laid: list[Laid] = []
        self.seventh = False

    # What may be laid.

    def spend(self, cards: Cards) -> None:
        """Remove cards from the hand."""
        for face in cards:
            left = self.free.replace(BYTE[face], b"", 1)
            if len(left) == len(self.free):
                raise self._missing(face)
            self.free = left
        self.spent += cards

    def _missing(self, face: int) -> Refused:
        card = write_cards(BYTE[face])
        code = Code.LOCKED if face in self.table.locked else Code.NOT_IN_HAND
        return self.rules.refusal(code, card=card)

    def start(self, cards: Cards) -> None:
        """Lay a new meld from the hand; in some games it merges with an open one."""
        self.spend(cards)
        rank = self._one_rank(cards)
        number = self.open_meld(rank)
        if number is None:
            self.put_new(rank, cards)
        elif self.rules.merges_new_melds:
            self.put_on(number, cards)
        else:
            raise self.rules.refusal(Code.ALREADY_OPEN, meld=number, rank=RANK_NAMES[rank])

    def extend(self, number: int, cards: Cards) -> None:
        """Lay off cards from the hand on meld `number`."""
        meld = self._reachable(number)
        if not cards:
            raise self.rules.refusal(Code.NOTHING_NAMED)
        self.spend(cards)
        self._check_fits(meld, cards)
        self.put_on(number, cards)

    def lay(self, group: Group) -> None:
        """Lay a group: as a new meld, or on an existing one."""
        if group.meld is None:
            self.start(group.cards)
        else:
            self.extend(group.meld, group.cards)

    def open_meld(self, rank: int) -> int | None:
        """Return the number of the seat's open meld of a rank, or None."""
        return open_meld(self.rules, self.melds, self.seat, rank)

    def _one_rank(self, cards: Cards) -> int:
        if not cards:
            raise self.rules.refusal(Code.NOTHING_NAMED)
        rank = rank_of_group(cards)
        if rank == MIXED:
            raise self.rules.refusal(Code.MIXED_RANKS, cards=write_cards(cards))
        if rank == THREE and only(cards, RED_THREES):
            raise self.rules.refusal(Code.RED_THREE)
        return rank

    def _reachable(self, number: int) -> LaidMeld:
        if not 1 <= number <= len(self.melds):
            raise self.rules.refusal(Code.NO_SUCH_MELD, meld=number)
        meld = self.melds[number - 1]
        if fault := reach_fault(self.rules, self.table, self.seat, meld):
            raise self.rules.refusal(fault, meld=number)
        if len(meld.cards) >= self.rules.cap:
            raise self.rules.refusal(Code.MELD_CLOSED, meld=number)
        return meld

    def _check_fits(self, meld: LaidMeld, cards: Cards) -> None:
        rank = rank_of_group(cards)
        if rank not in (meld.rank, JOKER_RANK):
            facts = {"cards": write_cards(cards), "rank": RANK_NAMES[meld.rank]}
            raise self.rules.refusal(Code.WRONG_RANK, **facts)
        if rank == THREE and only(cards, RED_THREES):
            raise self.rules.refusal(Code.RED_THREE)

    # The melds after the move.

    def put_new(self, rank: int, cards: Cards) -> None:
        """Put a new meld on the table."""
        self._judge(rank, cards)
        meld = LaidMeld(self.rules.side_of(self.seat), self.seat, arranged(cards), rank)
        self.melds = (*self.melds, meld)
        self._record(len(self.melds), meld, cards, 0)

    def put_on(self, number: int, cards: Cards) -> None:
        """Put cards on an existing meld."""
        old = self.melds[number - 1]
        self._judge(old.rank, old.cards + cards)
        meld = LaidMeld(old.side, old.owner, arranged(old.cards + cards), old.rank)
        self.melds = replaced(self.melds, number - 1, meld)
        self._record(number, meld, cards, len(old.cards))

    def _judge(self, rank: int, cards: Cards) -> None:
        """Refuse an illegal meld, unless melds are judged after all groups are laid."""
        # In that case a later group may make an illegal one legal (HC-Q46).
        if not self.rules.judges_groups_together:
            self._check_legal(rank, cards)

    def judge_together(self) -> None:
        """Refuse melds that are illegal after the whole move."""
        if self.rules.judges_groups_together:
            for number in {step.number for step in self.laid}:
                self._check_legal(self.melds[number - 1].rank, self.melds[number - 1].cards)

    def _check_legal(self, rank: int, cards: Cards) -> None:
        wilds = len(wild_cards(cards))
        fault = self.rules.fault(rank, len(cards) - wilds, wilds)
        if fault:
            facts = {"rank": RANK_NAMES[rank], "cards": len(cards), "wilds": wilds}
            raise self.rules.refusal(fault, **facts)

    def _record(self, number: int, meld: LaidMeld, cards: Cards, size_before: int) -> None:
        self.laid.append(Laid(number, meld, cards))
        if size_before < 7 <= len(meld.cards) and self.rules.canasta_kind(meld):
            self.seventh = True

    # Conditions on the whole move.

    def check_minimum(self) -> None:
        """Refuse an initial meld that is worth too little."""
        # The table before the move decides: all groups of the move open together.
        if opened(self.rules, self.table.melds, self.seat):
            return
        need = self.rules.minimum(self.table, self.seat)
        have = worth(b"".join([step.cards for step in self.laid]))
        if have < need:
            raise self.rules.refusal(Code.BELOW_MINIMUM, need=need, have=have)

    def lays_black_threes(self) -> bool:
        """Whether black threes are among the cards laid."""
        return len(self.spent.translate(None, BLACK_THREES)) < len(self.spent)

    def check_one_group(self) -> None:
        groups = {step.number for step in self.laid if step.meld.rank == THREE}
        if len(groups) > 1 and self.rules.one_group_of_black_threes:
            raise self.rules.refusal(Code.BLACK_THREES_FULL)


def reach(rules: CanastaAnswers, table: Table, seat: int) -> tuple[int, ...]:
    """Return the seats on whose melds `seat` may lay off."""
    if not rules.personal_melds:
        return rules.seats_by_side()[rules.side_of(seat)]
    # A partner's meld shows that the partner has melded; this seat must have melded, too.
    if opened(rules, table.melds, seat):
        return (seat, *rules.partners(table, seat))
    return (seat,)


def reach_fault(rules: CanastaAnswers, table: Table, seat: int, meld: LaidMeld) -> Code | None:
    """Return why `seat` may not lay off any cards on `meld`, or None if it may."""
    if meld.owner in reach(rules, table, seat):
        return None
    partner = rules.personal_melds and meld.owner in rules.partners(table, seat)
    return Code.PARTNERS_NOT_MELDED if partner else Code.NOT_YOUR_MELD
