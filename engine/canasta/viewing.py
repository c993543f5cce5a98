"""Views of a canasta table, built field by field from what a seat may know.

A view is public or the viewer's own. Other hands, feet and the order of the stock are secret.
"""

from collections.abc import Mapping
from functools import lru_cache

from engine.canasta.book.card_values import wild_cards
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.melds.canastas import counted, full_melds, needs, needs_of, opened
from engine.canasta.melds.piles import is_frozen_for_all
from engine.canasta.round.scoring import canasta_points, card_points, laid_red_threes
from engine.canasta.turn.deciding import seen_pending
from engine.model.cards import Cards
from engine.model.table import LaidMeld, Table
from engine.model.view import MeldView, Need, PublicQuestion, SeatView, SideView, View


def view(rules: CanastaAnswers, table: Table, viewer: int | None) -> View:
    """Return what `viewer` may know of `table`. None means a spectator."""
    ours = viewer is not None and viewer == table.turn
    return View(
        game=rules.slug,
        version=rules.version,
        options=rules.chosen,
        viewer=viewer,
        round=table.round,
        dealer=table.dealer,
        turn=table.turn,
        phase=table.phase,
        pending=seen_pending(rules, table, viewer),
        seats=tuple([_seat_view(rules, table, seat) for seat in range(rules.seat_count)]),
        sides=_sides(rules, table.melds, table.red_threes, table.scores, table.grab),
        melds=_melds(rules, table.melds),
        hand=b"" if viewer is None else table.hands[viewer],
        fresh=table.fresh if ours else b"",
        locked=table.locked,  # public: they were face up in the pile
        stock=len(table.stock),
        pile=table.pile,
        frozen=is_frozen_for_all(rules, table),
        blocked=bool(table.pile) and rules.blocks(table.pile[-1]),
        frozen_upcard=table.frozen_upcard,
        lone=table.lone,
        packet=rules.packet,
        target=rules.target,
        last_round=rules.last_round,
        is_shortened=rules.is_shortened,
        contract=None,
        values=rules.values(table.round),
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
        must_pass_target=rules.target_must_be_passed,
        freezes_unopened=rules.freezes_before_meld,
    )


def _question(table: Table, viewer: int | None) -> PublicQuestion | None:
    if table.question is None:
        return None
    asker, asked, plan = table.question
    return PublicQuestion(asker, asked, plan if viewer in (asker, asked) else None)


def _seat_view(rules: CanastaAnswers, table: Table, seat: int) -> SeatView:
    closed = not opened(rules, table.melds, seat)
    return _seat(
        rules,
        seat,
        (len(table.hands[seat]), len(table.feet[seat]), table.earned[seat], table.down[seat]),
        table.red_threes[seat],
        table.known[seat],
        table.scores[seat % rules.side_count] if closed else None,
        full_melds(rules, table.melds, seat) if rules.personal_melds else (),
    )


# Cached, because a move changes one seat.
@lru_cache(maxsize=4096)
def _seat(
    rules: CanastaAnswers,
    seat: int,
    counts: tuple[int, int, bool, bool],
    red_threes: Cards,
    known: Cards,
    score_to_open: int | None,
    full: tuple[LaidMeld, ...],
) -> SeatView:
    hand_count, foot_count, earned, laid_before = counts
    return SeatView(
        seat=seat,
        side=rules.side_of(seat),
        hand_count=hand_count,
        foot_count=foot_count,
        earned=earned,
        red_threes=red_threes,
        opened=score_to_open is None,
        minimum=None if score_to_open is None else rules.minimum_at(score_to_open),
        needs=needs_of(rules, full) if rules.personal_melds else (),
        known=known,
        pennies=rules.pennies,
        purse=0,
        laid_before=laid_before,
    )


# Cached as a whole: every viewer asks for it, and most moves change no meld.
@lru_cache(maxsize=256)
def _sides(
    rules: CanastaAnswers,
    melds: tuple[LaidMeld, ...],
    red_threes: tuple[Cards, ...],
    scores: tuple[int, ...],
    grab: tuple[int, ...],
) -> tuple[SideView, ...]:
    sides = []
    for side, seats in enumerate(rules.seats_by_side()):
        own = tuple([meld for meld in melds if meld.side == side])
        laid = sum([len(red_threes[seat]) for seat in seats])
        threes = laid_red_threes(rules, own, laid)
        points, canastas, asked = _sheet(rules, own, seats[0])
        on_table = points + threes + grab[side]
        personal = rules.personal_melds and len(seats) > 1
        facts = (scores[side], on_table, canastas, asked, grab[side], threes, personal)
        sides.append(SideView(side, seats, *facts))
    return tuple(sides)


# Cached for each side: a move changes the melds of one side only.
@lru_cache(maxsize=1024)
def _sheet(
    rules: CanastaAnswers, own: tuple[LaidMeld, ...], seat: int
) -> tuple[int, Mapping[str, int], tuple[Need, ...]]:
    """Return a side's points of melds, canastas by kind, and conditions for going out."""
    tally = counted(rules, own)
    points = card_points(rules, own) + canasta_points(rules, own)
    asked = () if rules.personal_melds else needs(rules, own, seat)
    # A plain dict: views are pickled for the worker process that searches.
    return points, {str(kind): tally[kind] for kind in tally}, asked


# Cached: most moves change no meld, and every viewer asks for all of them.
@lru_cache(maxsize=256)
def _melds(rules: CanastaAnswers, melds: tuple[LaidMeld, ...]) -> tuple[MeldView, ...]:
    return tuple([_meld(rules, number, meld) for number, meld in enumerate(melds, 1)])


# Cached: a move changes one meld, the others keep their view.
@lru_cache(maxsize=1024)
def _meld(rules: CanastaAnswers, number: int, meld: LaidMeld) -> MeldView:
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
