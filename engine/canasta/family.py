"""The canasta family's `Rules`: which file handles which move. The games extend it."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from engine.canasta import move_list, nearest, viewing
from engine.canasta.book.variant import CanastaAnswers
from engine.canasta.round import dealing, ending, scoring
from engine.canasta.turn import (
    deciding,
    discarding,
    drawing,
    feet,
    leave_to_go_out,
    melding,
    passing,
    taking,
)
from engine.canasta.turn.take_search import some_take
from engine.model.cards import RED_THREES, Cards
from engine.model.chance import Rng
from engine.model.moves import Add, Ask, Discard, Draw, Foot, Meld, Move, No, Pass, Take, Yes
from engine.model.refusals import Code, Refused
from engine.model.sampling import shown, world
from engine.model.table import Event, Table
from engine.model.view import View

HANDLERS: Final[Mapping[type[Any], Callable[..., tuple[Event, ...]]]] = {
    Draw: drawing.draw,
    Take: taking.take,
    Meld: melding.meld,
    Add: melding.add,
    Discard: discarding.discard,
    Foot: feet.foot,
    Ask: leave_to_go_out.ask,
    Yes: leave_to_go_out.yes,
    No: leave_to_go_out.no,
    Pass: passing.no_more,
}

# Functions that only check a move. They are faster, because they compute no events.
JUDGES: Final[Mapping[type[Any], Callable[..., object]]] = {
    Take: taking.judged_take,
    Meld: melding.judged_meld,
    Add: melding.judged_add,
    Discard: discarding.check_discard,
}


def _draws(table: Table, seat: int) -> bool:
    return table.phase == "draw" and table.turn == seat


class Canasta(CanastaAnswers):
    """A canasta game; the games add their answers."""

    phases = ("draw", "play", "answer", "over")

    first = dealing.first
    deal = dealing.deal
    pending = deciding.pending
    openings = move_list.all_openings
    score = scoring.score
    final = ending.final_result

    def decide(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        handle = HANDLERS.get(type(move)) or self._unknown
        try:
            return handle(self, table, seat, move)
        except Refused as refused:
            # A refused step of a plan already has a fix, which is closer than one for the whole
            # plan.
            step = refused.mend
            near = partial(nearest.nearby, self, table, seat, move)
            refused.mend = partial(nearest.outside_plan, self, table, seat, step) if step else near
            raise

    def check(self, table: Table, seat: int, move: Move) -> Refused | None:
        judge = JUDGES.get(type(move))
        if judge is None:
            return super().check(table, seat, move)
        try:
            judge(self, table, seat, move)
        except Refused as refused:
            refused.mend = partial(nearest.nearby, self, table, seat, move)
            return refused.answered()
        return None

    @staticmethod
    def _unknown(rules: CanastaAnswers, *_: object) -> tuple[Event, ...]:
        # Only contract rummy has purchases.
        raise rules.refusal(Code.NOT_IN_THIS_GAME)

    def micro_moves(self, table: Table, seat: int) -> Iterator[Move]:
        return iter(move_list.micro_moves(self, table, seat))

    def takes(self, table: Table, seat: int) -> Iterator[Take]:
        if not _draws(table, seat):
            return
        offered = taking.legal_takes(self, table, seat)
        first = next(offered, None)
        if first is None and (table.stock or self.plays_on_without_stock):
            # The exact search must run before giving up: without a stock, the round ends if no take
            # exists.
            first = some_take(self, table, seat)
        if first is not None:
            yield first
            yield from offered

    def can_take(self, table: Table, seat: int) -> bool:
        return next(self.takes(table, seat), None) is not None

    def taken_by_adding(self, table: Table, seat: int) -> Take | None:
        return some_take(self, table, seat, adding=True)

    def room(self, table: Table, seat: int, meld: int) -> Cards:
        return move_list.room(self, table, seat, meld)

    def view(self, table: Table, seat: int | None) -> View:
        return viewing.view(self, table, seat)

    def face_down(self, view: View) -> Table:
        before = tuple(seat.laid_before for seat in view.seats)
        return shown(self, view).but(laid=view.laid, down=before)

    def sample(self, view: View, rng: Rng) -> Table:
        # Where red threes are laid at once, no hand contains one.
        return world(self, view, rng, b"" if self.red_threes_wait else RED_THREES)
