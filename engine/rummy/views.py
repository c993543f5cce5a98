"""Views: what one seat may know of a contract rummy table, and worlds that look like it.

Everything in a view is public or the viewer's own. The secrets of this family are the other
hands, the order of the stock and the answers to an offer until its window closes.
"""

from collections.abc import Iterator
from functools import lru_cache

from engine.cards import Cards, arranged, rank_of, without
from engine.chance import SEED_BYTES, Rng, pick
from engine.decision import Decision
from engine.rummy.answers import ROUNDS, Answers
from engine.rummy.sets import SetLaw, base_rank
from engine.table import Meld, Table, empty_table, replaced
from engine.view import MeldView, SeatView, SideView, View


def view(rules: Answers, table: Table, seat: int | None) -> View:
    """What `seat` (None: everybody) may know of `table`."""
    law = rules.law(table.round)
    return View(
        game=rules.slug,
        options=rules.chosen,
        viewer=seat,
        round=table.round,
        dealer=table.dealer,
        turn=table.turn,
        phase=table.phase,
        pending=_pending(rules, table, seat),
        seats=tuple([_seat(table, each) for each in range(rules.seat_count)]),
        sides=tuple([_side(each, table.scores[each]) for each in range(rules.seat_count)]),
        melds=tuple([_meld(law, number, meld) for number, meld in enumerate(table.melds, 1)]),
        hand=b"" if seat is None else table.hands[seat],
        fresh=table.fresh if seat == table.turn else b"",
        locked=b"",
        stock=len(table.stock),
        pile=table.pile,
        frozen=False,
        blocked=False,
        frozen_upcard=False,
        lone=None,
        packet="",
        target=0,
        last_round=ROUNDS,
        contract=rules.contract(table.round),
        taken=table.taken,
        bowl=table.bowl,
        offered=table.offered,
        offer_to=table.offer_to,
        question=None,
        asked=False,
        no_out=False,
        played_seventh=False,
        reshuffles=table.reshuffles,
        turns=table.turns,
        tie_break=False,
        result=table.result,
    )


def _pending(rules: Answers, table: Table, seat: int | None) -> tuple[Decision, ...]:
    """Open decisions; a default names a card of the hand, so it is for the decider alone."""
    return tuple(
        each if each.seat == seat else Decision(each.seat, each.kind, None)
        for each in rules.pending(table)
    )


def _seat(table: Table, seat: int) -> SeatView:
    return SeatView(
        seat,
        side=seat,
        hand_count=len(table.hands[seat]),
        foot_count=0,
        earned=False,
        red_threes=b"",
        opened=table.down[seat],
        minimum=None,
        needs=(),
        known=table.known[seat],
        pennies=table.pennies[seat],
        purse=table.purse[seat],
    )


@lru_cache(maxsize=1024)
def _side(seat: int, score: int) -> SideView:
    return SideView(seat, (seat,), score, on_table=0, canastas={}, needs=(), grab=0)


@lru_cache(maxsize=4096)
def _meld(law: SetLaw, number: int, meld: Meld) -> MeldView:
    rank = base_rank(law, meld.cards)
    wilds = sum(rank_of(face) != rank for face in meld.cards)
    cards = arranged(meld.cards)
    return MeldView(
        number, meld.side, meld.owner, cards, rank, wilds, kind="set", closed=False, bonus=0
    )


def sample(rules: Answers, view: View, rng: Rng) -> Table:
    """A table with this view; cards seen taken stay in their hands, the rest is dealt anew."""
    hands, stock = _dealt(rules, view, rng)
    seed = bytes(rng.randrange(256) for _ in range(SEED_BYTES))
    return empty_table(rules, seed, view.dealer).but(
        round=view.round,
        turn=view.turn,
        phase=view.phase,
        scores=tuple(side.score for side in view.sides),
        hands=hands,
        stock=stock,
        pile=view.pile,
        melds=tuple([_laid(meld) for meld in view.melds]),
        known=tuple(seat.known for seat in view.seats),
        down=tuple(seat.opened for seat in view.seats),
        pennies=tuple(seat.pennies for seat in view.seats),
        purse=tuple(seat.purse for seat in view.seats),
        turns=view.turns,
        fresh=view.fresh,
        taken=view.taken,
        bowl=view.bowl,
        offered=view.offered,
        offer_to=view.offer_to,
        reshuffles=view.reshuffles,
        result=view.result,
    )


def _laid(meld: MeldView) -> Meld:
    # Its own rank first: where several readings tie, the card named first decides.
    own = bytes(face for face in meld.cards if rank_of(face) == meld.rank)
    cards = own + without(meld.cards, own)
    return Meld(meld.side, meld.owner, cards, meld.rank)


def _dealt(rules: Answers, view: View, rng: Rng) -> tuple[tuple[Cards, ...], Cards]:
    """Hands and stock of a possible world."""
    hands = tuple(seat.known for seat in view.seats)
    if view.viewer is not None:
        hands = replaced(hands, view.viewer, view.hand)
    seen = view.pile + b"".join([*hands, *(meld.cards for meld in view.melds)])
    missing = [
        max(0, seat.hand_count - len(hand)) for seat, hand in zip(view.seats, hands, strict=True)
    ]
    cards = _unseen(rules, seen, sum(missing) + view.stock, rng)
    parts = _parts(cards, (*missing, view.stock))
    filled = tuple(arranged(hand + next(parts)) for hand in hands)
    return filled, next(parts)


def _unseen(rules: Answers, seen: Cards, count: int, rng: Rng) -> Cards:
    """`count` cards nobody has seen; a drawn position may ask for more than the pack has."""
    pack = rules.pack()
    unseen = without(pack, seen)
    while len(unseen) < count:
        unseen += pack
    return pick(unseen, count, rng)[0]


def _parts(cards: Cards, sizes: tuple[int, ...]) -> Iterator[Cards]:
    start = 0
    for size in sizes:
        yield cards[start : start + size]
        start += size
