"""Layouts: everything that a hand can lay at once, as moves, and the moves that go out."""

from engine.canasta.book.card_values import worth
from engine.canasta.book.variant import CANASTA
from engine.canasta.turn.discarding import legal_discards
from engine.canasta.turn.going_out import goes_out
from engine.model.cards import BLACK_THREES, JOKER_RANK, THREE, Cards, only
from engine.model.events import RoundEnded
from engine.model.moves import DISCARDS, Add, Meld, Move, cards_laid
from engine.model.refusals import Refused
from engine.players.canasta.observation import FIRST_WILD_RANK, CanastaObservation, CountedMeld


class Layout:
    """The moves that lay as much of a hand as possible; wild cards first complete canastas.

    With `to_leave`, the layout melds pairs first, because otherwise they would stay in hand. It
    completes the seat's own canastas before a partner's. With `keeps_clean`, no wild card goes on a
    finished natural canasta. Unless the player goes out, the lost bonus costs far more than a wild
    card caught in hand.

    Attributes:
        moves: the moves, in order.
        spoiling: the single wild card that goes on a finished natural canasta, if any.
    """

    def __init__(
        self, seen: CanastaObservation, *, to_leave: bool = False, keeps_clean: bool = False
    ) -> None:
        self.seen = seen
        self.rules = seen.rules
        self.wilds = seen.wilds
        self.melds = dict(seen.melds)
        self.moves: list[Move] = []
        self.laid = 0
        self.spoiling: Move | None = None
        self._next = len(seen.table.melds) + 1
        # The order matters: wild cards can only join melds that the naturals have started.
        self._lay_naturals()
        self._to_leave = to_leave
        self._keeps_clean = keeps_clean
        if to_leave:
            self._lay_pairs()
        if keeps_clean:
            self._complete_wilds()
        self._spread_wilds(complete=True)
        if not to_leave:
            self._lay_pairs()
        self._spread_wilds(complete=False)
        self._lay_wild_meld()

    @property
    def left(self) -> int:
        """The number of cards that stay in hand."""
        return len(self.seen.hand) - self.laid

    def _add(self, meld: CountedMeld, cards: Cards, wilds: int) -> None:
        self.moves.append(Add(meld.number, cards))
        self.laid += len(cards)
        if meld.size + len(cards) >= self.rules.cap:
            del self.melds[meld.rank]
            return
        naturals = meld.naturals + len(cards) - wilds
        self.melds[meld.rank] = CountedMeld(meld.number, meld.rank, naturals, meld.wilds + wilds)

    def _start(self, rank: int, cards: Cards, wilds: int) -> None:
        self.moves.append(Meld((cards,)))
        self.laid += len(cards)
        if len(cards) < self.rules.cap:
            self.melds[rank] = CountedMeld(self._next, rank, len(cards) - wilds, wilds)
        self._next += 1

    def _lay_naturals(self) -> None:
        for rank, held in self.seen.groups.items():
            cards = self._black_threes(held) if rank == THREE else held
            if not cards or rank >= FIRST_WILD_RANK:
                continue
            if rank in self.melds:
                meld = self.melds[rank]
                room = self.rules.cap - meld.size
                self._add(meld, cards[:room], 0)
                cards = cards[room:]
            if len(cards) >= 3 and rank not in self.melds:
                self._start(rank, cards[: self.rules.cap], 0)

    def _black_threes(self, cards: Cards) -> Cards:
        if not self.rules.black_threes_any_time:
            return b""
        there = self.melds[THREE].size if THREE in self.melds else 0
        return cards[: max(0, self.rules.most_black_threes - there)]

    def _lay_pairs(self) -> None:
        alone = [
            (rank, cards)
            for rank, cards in self.seen.groups.items()
            if len(cards) == 2 and THREE < rank < FIRST_WILD_RANK and rank not in self.seen.melds
        ]
        # The most valuable first: cards that are left count against the hand.
        for rank, cards in sorted(alone, key=lambda each: -worth(each[1])):
            if self.wilds and self.rules.fault(rank, 2, 1) is None:
                self._start(rank, cards + self.wilds[-1:], 1)
                self.wilds = self.wilds[:-1]

    def _spread_wilds(self, *, complete: bool) -> None:
        if not self.wilds:
            return
        most = len(self.wilds)
        melds = [
            meld
            for meld in self.melds.values()
            if THREE < meld.rank < JOKER_RANK
            and not (self._keeps_clean and self._stays_clean(meld))
            and not (complete and not meld.size < CANASTA <= meld.size + most)
        ]
        for meld in sorted(melds, key=self._turn):
            count = self._wilds_for(meld)
            if count and (not complete or meld.size < CANASTA <= meld.size + count):
                lack = max(0, CANASTA - meld.size) if complete else count
                # From the end, where the jokers are: cheaper cards stay in hand.
                self._add(meld, self.wilds[-lack:], lack)
                self.wilds = self.wilds[:-lack]
                if lack == 1 and _is_clean(meld):
                    self.spoiling = self.moves[-1]

    def _stays_clean(self, meld: CountedMeld) -> bool:
        """Whether wild cards do more harm than good on a meld, if the player does not go out."""
        return _is_clean(meld) or self.seen.waits_for_partner(meld)

    def _turn(self, meld: CountedMeld) -> tuple[bool, bool, bool, int]:
        """Return the sort key for wild cards: unfinished melds with most cards first."""
        return self._is_partners(meld), _is_clean(meld), meld.size >= CANASTA, -meld.size

    def _is_partners(self, meld: CountedMeld) -> bool:
        """Whether another seat needs a meld, in games with personal melds."""
        lying = self.seen.table.melds
        old = self._to_leave and self.rules.personal_melds and meld.number <= len(lying)
        return old and lying[meld.number - 1].owner != self.seen.seat

    def _wilds_for(self, meld: CountedMeld) -> int:
        """Return how many of the remaining wild cards may go on a meld."""
        count = 0
        while count < len(self.wilds) and meld.size + count < self.rules.cap:
            if self.rules.fault(meld.rank, meld.naturals, meld.wilds + count + 1) is not None:
                break
            count += 1
        return count

    def _complete_wilds(self) -> None:
        """Complete a canasta of wild cards first: no other use of them counts half as much.

        All but one of its cards are enough if a partner has a turn left in which to add the last
        card.
        """
        meld = self.melds.get(JOKER_RANK)
        lack = self.seen.lacks(meld) if meld else 0
        count = min(lack, len(self.wilds))
        if meld and count and lack - count <= self.seen.partner_comes:
            self._add(meld, self.wilds[-count:], count)
            self.wilds = self.wilds[:-count]
            # At the front: otherwise the cards could run out before this move.
            self.moves.insert(0, self.moves.pop())

    def _lay_wild_meld(self) -> None:
        meld = self.melds.get(JOKER_RANK)
        if meld and self.wilds:
            cards = self.wilds[: self.rules.cap - meld.size]
            self._add(meld, cards, len(cards))
        elif len(self.wilds) >= 3 and self.rules.wild_melds:
            self._start(JOKER_RANK, self.wilds[: self.rules.cap], len(self.wilds))


def _is_clean(meld: CountedMeld) -> bool:
    """Whether a meld is a natural canasta."""
    return meld.size >= CANASTA and not meld.wilds


def layable(seen: CanastaObservation) -> int:
    """Return the points of everything that could be laid in one turn."""
    return sum(worth(cards_laid(move)) for move in Layout(seen, keeps_clean=True).moves)


def moves_to_go_out(seen: CanastaObservation) -> tuple[Move, ...]:
    """Return the moves by which this hand goes out now, or () if none were found."""
    if seen.table.no_out:
        return ()
    layout = Layout(seen)
    plan = _out_by(seen, layout)
    if not plan and _has_other_uses(seen):
        plan = _out_by(seen, Layout(seen, to_leave=True))
    return plan


def _has_other_uses(seen: CanastaObservation) -> bool:
    """Whether wild cards could also go with a new pair, or on melds of several owners."""
    if not seen.wilds:
        return False
    if seen.rules.personal_melds and seen.partners:
        return True
    pairs = (rank for rank, cards in seen.groups.items() if len(cards) == 2)
    return any(THREE < rank < FIRST_WILD_RANK and rank not in seen.melds for rank in pairs)


def _out_by(seen: CanastaObservation, layout: Layout) -> tuple[Move, ...]:
    """Return the moves that go out by a layout, as it is or with canastas completed first."""
    threes = only(seen.free, BLACK_THREES)
    most = 1 if seen.rules.black_threes_any_time else 1 + len(threes)
    if layout.left > most:
        return ()
    moves = tuple(layout.moves)
    if layout.spoiling and not layout.left:
        # As the discard, that card costs little compared with a natural canasta's bonus.
        spared = _carried_out(seen, tuple(move for move in moves if move is not layout.spoiling))
        if spared:
            return spared
    plan = _carried_out(seen, _ended(seen, layout, moves, threes))
    if plan or (seen.opened and not seen.short_of):
        return plan
    # Cards must be kept until there are enough canastas, and the last canasta may need them.
    ordered = _ended(seen, layout, canastas_first(seen, moves), threes)
    return _carried_out(seen, ordered if seen.opened else _at_once(ordered))


def _ended(
    seen: CanastaObservation, layout: Layout, moves: tuple[Move, ...], threes: Cards
) -> tuple[Move, ...]:
    """Return the moves plus the remaining black threes, or with one card kept to discard."""
    if layout.left > 1:
        return (*moves, Meld((threes,)))
    if layout.left == 0 and seen.rules.must_discard_last:
        return _one_kept(moves)
    return moves


def canastas_first(seen: CanastaObservation, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the same cards meld by meld, the melds that become canastas first."""
    lying, following = seen.table.melds, len(seen.table.melds)
    laid: dict[int, Cards] = {}
    for move in moves:
        following += isinstance(move, Meld)
        number, cards = _where(move, following)
        laid[number] = laid.get(number, b"") + cards
    sizes = {n: len(lying[n - 1].cards) if n <= len(lying) else 0 for n in laid}
    order = sorted(laid, key=lambda n: not sizes[n] < CANASTA <= sizes[n] + len(laid[n]))
    return tuple(Add(n, laid[n]) if sizes[n] else Meld((laid[n],)) for n in order)


def _at_once(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves with all new melds in one move, because they count as one initial meld."""
    melds = [cards for move in moves if isinstance(move, Meld) for cards in move.melds]
    others = (move for move in moves if not isinstance(move, Meld))
    return (*([Meld(tuple(melds))] if melds else []), *others)


def _where(move: Move, newest: int) -> tuple[int, Cards]:
    """Return the meld number and the cards of a layout's move."""
    if isinstance(move, Add):
        return move.meld, move.cards
    assert isinstance(move, Meld)  # A layout contains only melds and lay-offs.
    return newest, move.melds[0]


def _one_kept(moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the moves without the last card that can be left out, which is then the discard."""
    for place in range(len(moves) - 1, -1, -1):
        move = moves[place]
        if isinstance(move, Add):
            fewer = (Add(move.meld, move.cards[:-1]),) if len(move.cards) > 1 else ()
            return (*moves[:place], *fewer, *moves[place + 1 :])
        if isinstance(move, Meld) and len(move.melds[0]) > 3:
            return (*moves[:place], Meld((move.melds[0][:-1],)), *moves[place + 1 :])
    return moves


def _carried_out(seen: CanastaObservation, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return `moves` with the last discard, or () if they do not go out by the rules."""
    table = seen.table
    try:
        for move in moves:
            for event in seen.rules.decide(table, seen.seat, move):
                if isinstance(event, RoundEnded):
                    return moves if event.out == seen.seat else ()
                table = event.applied_to(table)
    except Refused:
        return ()
    if len(table.hands[seen.seat]) != 1 or not goes_out(seen.rules, table, seen.seat, table.melds):
        return ()
    faces = list(legal_discards(seen.rules, table, seen.seat))
    return (*moves, DISCARDS[faces[0]]) if faces else ()
