"""`Rules` for contract rummy: every question of the engine, answered for both games."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from engine.model.cards import NAMES, Cards
from engine.model.chance import Rng
from engine.model.decision import Decision
from engine.model.events import RoundEnded, folded
from engine.model.moves import (
    BUY,
    DISCARDS,
    DRAW,
    PASS,
    Add,
    Buy,
    Discard,
    Draw,
    Meld,
    Move,
    Pass,
    Take,
)
from engine.model.refusals import Code, Refused
from engine.model.sampling import world
from engine.model.score import Score
from engine.model.table import Event, Table
from engine.model.view import View
from engine.rummy import nearest, offers, play, rounds, scoring, views
from engine.rummy.openings import cheapest_opening, openings, threes
from engine.rummy.variant import POINTS, RummyAnswers

_TAKE = Take()


class ContractRummy(RummyAnswers):
    """Contract rummy with everything that the two games share."""

    lowest_wins = True
    phases = ("draw", "play", "offer", "over")

    first = rounds.first
    final = rounds.result
    view = views.view
    face_down = views.face_down

    def deal(self, table: Table) -> tuple[Event, ...]:
        return (rounds.deal(self, table),)

    def score(self, table: Table, out: int | None) -> tuple[Score, ...]:
        # A seat that goes out holds no card; a hand that still holds cards counts with them.
        del out
        return scoring.score(self, table)

    def sample(self, view: View, rng: Rng) -> Table:
        return world(self, view, rng)

    def pending(self, table: Table) -> tuple[Decision, ...]:
        if table.phase == "offer":
            return tuple(Decision(seat, "offer", PASS) for seat in table.offer_to)
        if table.phase == "over":
            return ()
        if table.phase == "play":
            return (Decision(table.turn, "play", self._harmless_discard(table)),)
        # Drawing declines an offer that follows the draw (TPC-Q31), otherwise passing does
        # (TPW-Q39).
        passes = offers.on_offer(table) and not self.offers_after_draw
        return (Decision(table.turn, "draw", PASS if passes else DRAW),)

    def _harmless_discard(self, table: Table) -> Discard | None:
        hand = table.hand.translate(None, play.banned(table))
        order = harmless_order(self.law(table.round).wild_faces)
        return DISCARDS[min(hand, key=order.__getitem__)] if hand else None

    def decide(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        try:
            events = self._decided(table, seat, move)
        except Refused as refused:
            refused.mend = partial(nearest.nearby, self, table, seat, move)
            raise
        # The end of a round is always the last event of a move.
        if type(events[-1]) is RoundEnded:
            return (*events, *rounds.closing(self, folded(table, events)))
        return events

    def _decided(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        if table.phase == "offer":
            return self._answered(table, seat, move)
        if table.phase == "over":
            raise self.refusal(Code.GAME_OVER)
        if seat != table.turn:
            raise self.refusal(Code.NOT_YOUR_TURN, turn=table.turn)
        kind = type(move)
        if table.phase == "play":
            if kind in _PLAYS:
                return _PLAYS[kind](self, table, seat, move)
        elif kind in _CHOICES:
            # In canasta a take may name cards; here it must not.
            if move in _PLAIN:
                return _CHOICES[kind](self, table)
            raise self.refusal(Code.NOT_IN_THIS_GAME, phase=table.phase)
        raise self._out_of_place(table, move)

    def _answered(self, table: Table, seat: int, move: Move) -> tuple[Event, ...]:
        if seat not in table.offer_to:
            raise self.refusal(Code.NOT_ASKED)
        if move not in (BUY, PASS):
            raise self._out_of_place(table, move)
        return offers.answer(self, table, seat, yes=move == BUY)

    def _out_of_place(self, table: Table, move: Move) -> Refused:
        known = type(move) in _PLAYS or type(move) in _CHOICES
        code = Code.WRONG_PHASE if known else Code.NOT_IN_THIS_GAME
        return self.refusal(code, phase=table.phase)

    def micro_moves(self, table: Table, seat: int) -> Iterator[Move]:
        if table.phase == "offer":
            return iter(self._answers(table, seat))
        if table.phase == "over" or seat != table.turn:
            return iter(())
        return self._plays(table) if table.phase == "play" else iter(self._choices(table))

    def _answers(self, table: Table, seat: int) -> tuple[Move, ...]:
        if seat not in table.offer_to:
            return ()
        return (BUY, PASS) if offers.can_buy(table, seat) else (PASS,)

    def _choices(self, table: Table) -> tuple[Move, ...]:
        """Return the turn player's choices before anything is drawn."""
        refuse: Move = DRAW
        if offers.on_offer(table):
            refuse = DRAW if self.offers_after_draw else PASS
            if not self.turn_player_buys:
                return (_TAKE, refuse)
        return (BUY, refuse) if offers.may_buy_now(self, table) else (refuse,)

    def _plays(self, table: Table) -> Iterator[Move]:
        hand = table.hand
        faces = bytes(sorted(set(hand)))
        yield from [DISCARDS[face] for face in faces.translate(None, play.banned(table))]
        if not table.down[table.turn]:
            contract, law = self.contract(table.round), self.law(table.round)
            # One first-down is enough in a list of steps; `openings` returns the others.
            cheapest = cheapest_opening(law, hand, contract.sets, contract.size)
            if cheapest:
                yield Meld(cheapest)
            return
        law = self.law(table.round)
        for cards in threes(self.later_laws[table.round - 1], hand):
            yield Meld((cards,))
        for number, meld in enumerate(table.melds, 1):
            adds = lay_offs(number)
            fits = faces.translate(None, play.misfits(self, law, meld.cards))
            yield from [adds[face] for face in fits]

    def openings(self, table: Table, seat: int) -> Iterator[Meld]:
        if not self._plays_now(table, seat) or table.down[seat]:
            return
        contract = self.contract(table.round)
        law = self.law(table.round)
        for sets in openings(law, table.hands[seat], contract.sets, contract.size):
            yield Meld(sets)

    def room(self, table: Table, seat: int, meld: int) -> Cards:
        target = table.meld(meld)
        if target is None or not self._plays_now(table, seat) or not table.down[seat]:
            return b""
        faces = bytes(sorted(set(table.hands[seat])))
        return faces.translate(None, play.misfits(self, self.law(table.round), target.cards))

    def _plays_now(self, table: Table, seat: int) -> bool:
        return table.phase == "play" and table.turn == seat


# Cached: the same moves are listed after every draw, and need not be built again.
@lru_cache(maxsize=64)
def lay_offs(number: int) -> tuple[Add, ...]:
    """Return the lay-offs of one card on a meld, by face."""
    return tuple(Add(number, bytes((face,))) for face in range(len(NAMES)))


# Cached: the wild cards differ by round only.
@lru_cache(maxsize=16)
def harmless_order(wild_faces: Cards) -> tuple[int, ...]:
    """Return, by face, its place among harmless discards: cheap cards first, wild ones last."""
    faces = range(len(NAMES))
    ordered = sorted(faces, key=lambda face: (face in wild_faces, POINTS[face], NAMES[face]))
    return tuple(ordered.index(face) for face in faces)


Choice = Callable[[RummyAnswers, Table], tuple[Event, ...]]
Play = Callable[[RummyAnswers, Table, int, Any], tuple[Event, ...]]
_PLAIN = frozenset((DRAW, PASS, BUY, _TAKE))
_CHOICES: dict[type, Choice] = {
    Draw: offers.draw,
    Pass: offers.decline,
    Take: offers.take,
    Buy: offers.buy,
}
_PLAYS: dict[type, Play] = {Meld: play.lay, Add: play.lay_off, Discard: play.discard}
