"""Views of a canasta table, built up from nothing: what a seat may know and no more.

Source: README, "Hidden information".
"""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.canasta.answers import Answers
from engine.canasta.canastas import counted, needs, opened
from engine.canasta.deciding import seen_pending
from engine.canasta.faces import wild_cards, worth
from engine.canasta.piles import is_frozen_for_all
from engine.canasta.scoring import laid_red_threes
from engine.table import Meld, Table
from engine.view import MeldView, Need, PublicQuestion, SeatView, SideView, View


def view(rules: Answers, table: Table, viewer: int | None) -> View:
    """What `viewer` (None: everybody) may know of `table`."""
    ours = viewer is not None and viewer == table.turn
    return View(
        game=rules.slug,
        options=rules.chosen,
        viewer=viewer,
        round=table.round,
        dealer=table.dealer,
        turn=table.turn,
        phase=table.phase,
        pending=seen_pending(rules, table, viewer),
        seats=tuple([_seat_view(rules, table, seat) for seat in range(rules.seat_count)]),
        sides=tuple([_side_view(rules, table, side) for side in range(rules.side_count)]),
        melds=tuple([meld_view(rules, n, meld) for n, meld in enumerate(table.melds, 1)]),
        hand=b"" if viewer is None else table.hands[viewer],
        fresh=table.fresh if ours else b"",
        locked=table.locked,
        stock=len(table.stock),
        pile=table.pile,
        frozen=is_frozen_for_all(rules, table),
        blocked=bool(table.pile) and rules.blocks(table.pile[-1]),
        frozen_upcard=table.frozen_upcard,
        lone=table.lone,
        packet=rules.packet,
        target=rules.target,
        last_round=rules.last_round,
        contract=None,
        taken=table.taken,
        bowl=table.bowl,
        offered=table.offered,
        offer_to=table.offer_to,
        question=_question(table, viewer),
        asked=table.asked,
        no_out=table.no_out,
        played_seventh=table.played_seventh,
        reshuffles=table.reshuffles,
        turns=table.turns,
        tie_break=table.tie_break,
        result=table.result,
        laid=table.laid,
    )


def _question(table: Table, viewer: int | None) -> PublicQuestion | None:
    if table.question is None:
        return None
    asker, asked, plan = table.question
    return PublicQuestion(asker, asked, plan if viewer in (asker, asked) else None)


def _seat_view(rules: Answers, table: Table, seat: int) -> SeatView:
    has_opened = opened(rules, table.melds, seat)
    return SeatView(
        seat=seat,
        side=rules.side_of(seat),
        hand_count=len(table.hands[seat]),
        foot_count=len(table.feet[seat]),
        earned=table.earned[seat],
        red_threes=table.red_threes[seat],
        opened=has_opened,
        minimum=None if has_opened else rules.minimum(table, seat),
        needs=needs(rules, table.melds, seat) if rules.personal_melds else (),
        known=table.known[seat],
        pennies=table.pennies[seat],
        purse=table.purse[seat],
        laid_before=table.down[seat],
    )


def _side_view(rules: Answers, table: Table, side: int) -> SideView:
    seats = rules.seats_by_side()[side]
    own = tuple([meld for meld in table.melds if meld.side == side])
    laid = sum([len(table.red_threes[seat]) for seat in seats])
    points, canastas, asked = _sheet(rules, own, laid, seats[0])
    return SideView(
        side=side,
        seats=seats,
        score=table.scores[side],
        on_table=points + table.grab[side],
        canastas=canastas,
        needs=asked,
        grab=table.grab[side],
    )


@lru_cache(maxsize=1024)
def _sheet(
    rules: Answers, own: tuple[Meld, ...], red_threes: int, seat: int
) -> tuple[int, Mapping[str, int], tuple[Need, ...]]:
    """Points on the table, canastas by kind and what going out still asks, for one side."""
    tally = counted(rules, own)
    points = sum(worth(meld.cards) for meld in own)
    points += sum(rules.bonuses[kind] * count for kind, count in tally.items())
    points += laid_red_threes(rules, own, red_threes)
    asked = () if rules.personal_melds else needs(rules, own, seat)
    return points, MappingProxyType({str(kind): tally[kind] for kind in tally}), asked


@lru_cache(maxsize=1024)
def meld_view(rules: Answers, number: int, meld: Meld) -> MeldView:
    """A meld as everybody sees it. Remembered: most melds lie still from move to move."""
    kind = rules.canasta_kind(meld)
    return MeldView(
        number=number,
        side=meld.side,
        owner=meld.owner,
        cards=meld.cards,
        rank=meld.rank,
        wilds=len(wild_cards(meld.cards)),
        kind=kind or "open",
        closed=len(meld.cards) >= rules.cap,
        bonus=rules.bonuses[kind] if kind else 0,
    )
