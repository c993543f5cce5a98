"""Views of a contract rummy table: what one seat may know, and the table face down.

Everything in a view is public or the viewer's own. Secret are the other hands, the order of the
stock, and the answers to an offer until its window closes.
"""

from functools import lru_cache

from engine.model.cards import arranged, rank_of, without
from engine.model.decision import Decision
from engine.model.sampling import shown
from engine.model.table import LaidMeld, Table
from engine.model.view import MeldView, SeatView, SideView, View
from engine.rummy.sets import SetLaw, base_rank
from engine.rummy.variant import EXTRA_CARDS, RummyAnswers


def view(rules: RummyAnswers, table: Table, seat: int | None) -> View:
    """Return what `seat` may know of `table`. None means a spectator."""
    law = rules.law(table.round)
    return View(
        game=rules.slug,
        version=rules.version,
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
        last_round=rules.last_round,
        contract=rules.contract(table.round),
        values=rules.values(table.round),
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
        takes="upcard",
        buys=True,
        extra_cards=EXTRA_CARDS,
        lowest_wins=rules.lowest_wins,
        melds_for_all=rules.melds_for_all,
        bans_duplicates=rules.bans_duplicates,
    )


def _pending(rules: RummyAnswers, table: Table, seat: int | None) -> tuple[Decision, ...]:
    """Return the open decisions. Only the deciding seat sees the default, which names a card."""
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


# Cached: a side changes between rounds only.
@lru_cache(maxsize=1024)
def _side(seat: int, score: int) -> SideView:
    return SideView(seat, (seat,), score, on_table=0, canastas={}, needs=(), grab=0)


# Cached: a move changes one meld, the others keep their view.
@lru_cache(maxsize=4096)
def _meld(law: SetLaw, number: int, meld: LaidMeld) -> MeldView:
    rank = base_rank(law, meld.cards)
    wilds = sum(rank_of(face) != rank for face in meld.cards)
    cards = arranged(meld.cards)
    return MeldView(
        number, meld.side, meld.owner, cards, rank, wilds, kind="set", closed=False, bonus=0
    )


def face_down(rules: RummyAnswers, view: View) -> Table:
    """Return the table that a view shows.

    Hidden cards lie face down; the readings of sets are kept.
    """
    return shown(rules, view).but(melds=tuple([_lying(meld) for meld in view.melds]))


# Cached, because a move changes one meld.
@lru_cache(maxsize=4096)
def _lying(meld: MeldView) -> LaidMeld:
    # Its own rank first: if several readings tie, the card named first decides.
    own = bytes(face for face in meld.cards if rank_of(face) == meld.rank)
    return LaidMeld(meld.side, meld.owner, own + without(meld.cards, own), meld.rank)
