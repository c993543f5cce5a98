"""Moves of a canasta round: each raises `Illegal`, or changes the round as the move does."""

from tests.judge.canasta.drawing import draw_cards, lay_threes, pick_foot
from tests.judge.canasta.laying import (
    can_discard,
    can_lay_sevens,
    discard_fault,
    holds_threes,
    lay,
    may_go_out,
    opening_fault,
    spend,
    stuck,
)
from tests.judge.canasta.piles import way_in
from tests.judge.canasta.round import Round, plan_of, without_threes
from tests.judge.canasta.sets import Illegal
from tests.judge.canasta.takes import can_take, must_take
from tests.judge.cards import Cards, Group, Move


def play(table: Round, seat: int, move: Move) -> None:
    """Make a move. Decisions of other seats than the turn player come first."""
    if move.verb == "foot":
        _foot(table, seat)
    elif move.verb in ("yes", "no"):
        _answer(table, seat, move.verb)
    elif seat != table.turn:
        raise Illegal("another seat's turn")
    elif move.verb in ("draw", "take"):
        _begin(table, seat, move)
    else:
        _go_on(table, seat, move)


def _begin(table: Round, seat: int, move: Move) -> None:
    if table.phase != "draw":
        raise Illegal("one draw a turn")
    if move.verb == "take":
        take(table, seat, move.cards, move.groups)
    else:
        _draw(table, seat)


def _go_on(table: Round, seat: int, move: Move) -> None:
    if table.phase != "play":
        raise Illegal("after the draw")
    if move.verb in ("meld", "add"):
        _lay(table, seat, move)
    elif move.verb == "discard":
        _discard(table, seat, move.cards[0])
    elif move.verb == "ask":
        _ask(table, seat, move)
    elif move.verb == "pass" and stuck(table, seat):
        table.ended = "sevens"
    else:
        raise Illegal("no such move here")


def _draw(table: Round, seat: int) -> None:
    if not table.stock:
        if must_take(table, seat):
            raise Illegal("the pile must be taken")
        table.ended = "declined" if can_take(table, seat) else "stock"
        return
    table.phase = "play"
    if not draw_cards(table, seat, table.game.draw):
        table.ended = "stock"
    elif stuck(table, seat) and not can_lay_sevens(table, seat):
        table.ended = "sevens"


def take(table: Round, seat: int, cards: Cards, also: tuple[Group, ...]) -> None:
    route = way_in(table, seat, cards)
    before = _Before(table, seat)
    top, rest = table.pile[-1], table.pile[:-1]
    whole = (top, *cards)
    for group in (*also, Group(cards)):
        spend(table, seat, group.cards)
    if table.game.own_sets:
        lay(table, seat, (*also, Group(whole)))
    else:
        lay(table, seat, also)
        lay(table, seat, (Group(whole, _joined(table, seat, top, route)),))
    table.phase, table.pile, table.frozen_upcard = "play", [], False
    _pick_up(table, seat, rest)
    if table.game.splits and table.lone is None:
        table.lone = seat
    before.check(table, (*also, Group(whole)))


def _joined(table: Round, seat: int, top: str, route: str) -> int | None:
    """Return the number of the meld that the top card joins, or None for a new one."""
    place = table.place(seat, top[0])
    if place is None and route == "add":
        raise Illegal("no open meld of that rank")
    return None if place is None else place + 1


def _pick_up(table: Round, seat: int, rest: list[str]) -> None:
    others, threes = without_threes(rest)
    table.hand(seat).update(others)
    table.lay_threes(seat, threes)
    if table.game.locks:
        table.locked.update(others)
    if table.game.replaces:
        draw_cards(table, seat, len(threes))


def _lay(table: Round, seat: int, move: Move) -> None:
    before = _Before(table, seat)
    for group in move.groups:
        spend(table, seat, group.cards)
    lay(table, seat, move.groups)
    before.check(table, move.groups)


class _Before:
    """The state before cards are laid, and the conditions afterwards."""

    def __init__(self, table: Round, seat: int) -> None:
        self.seat = seat
        self.opened = table.opened(seat)
        self.first = not table.canastas(seat)
        self.drew = table.phase == "play"
        self.stuck = self.drew and stuck(table, seat)

    def check(self, table: Round, groups: tuple[Group, ...]) -> None:
        """Judge what was laid as one action, and apply its consequences."""
        laid = [card for group in groups for card in group.cards]
        free = self.opened or self._opens_with_all(table)
        wrong = None if free else opening_fault(table, self.seat, laid)
        wrong = wrong or self._fault_of_rest(table, holds_threes(groups))
        if wrong:
            raise Illegal(wrong)
        table.laid = True
        if self._lays_all(table):
            table.ended = "out"
        elif self.stuck and stuck(table, self.seat) and not can_lay_sevens(table, self.seat):
            table.ended = "sevens"
        elif self._completes_first(table):
            _ponies(table, self.seat)

    def _opens_with_all(self, table: Round) -> bool:
        whole = self.drew and table.hands[self.seat].total() <= 1
        return whole and table.game.whole_hand_opens and may_go_out(table, self.seat)

    def _lays_all(self, table: Round) -> bool:
        empty = not table.hands[self.seat].total()
        return empty and table.game.lays_all and may_go_out(table, self.seat)

    def _completes_first(self, table: Round) -> bool:
        return table.game.foot == "first" and self.first and bool(table.canastas(self.seat))

    def _fault_of_rest(self, table: Round, threes: bool) -> str | None:
        seat, game = self.seat, table.game
        left = table.hands[seat].total()
        if threes and not game.black_threes_any_time and not _goes_out(table, seat, left):
            return "black threes are melded only by going out"
        if game.lays_all:
            covered = self._completes_first(table) and table.feet[seat]
            enough = left > 1 or covered or may_go_out(table, seat)
            return None if enough else "keep two cards"
        return None if self.stuck or can_discard(table, seat) else "keep a card to discard"


def _goes_out(table: Round, seat: int, left: int) -> bool:
    if not may_go_out(table, seat):
        return False
    return (left == 1 and can_discard(table, seat)) or (left == 0 and table.game.lays_all)


def _ponies(table: Round, seat: int) -> None:
    """Give every member a second packet after the side's first canasta."""
    for member in (seat, *table.partners(seat)):
        table.earned[member] = bool(table.feet[member])
        if table.earned[member] and not table.game.foot_by_hand:
            pick_foot(table, member)


def _foot(table: Round, seat: int) -> None:
    game = table.game
    if not (game.foot and table.earned[seat] and table.feet[seat]):
        raise Illegal("no foot to pick up")
    if not _is_free(table, seat):
        raise Illegal("not in the middle of a turn")
    pick_foot(table, seat)
    if table.phase == "draw":
        _end_without_stock(table)


def _is_free(table: Round, seat: int) -> bool:
    """Whether a seat may pick up its packet: a ponytail during its turn, a foot outside it."""
    if table.phase == "answer" and table.question and table.question["asked"] == seat:
        return False
    if seat != table.turn:
        return True
    return table.phase == ("play" if table.game.foot == "first" else "draw")


def _end_without_stock(table: Round) -> None:
    if not table.stock and not can_take(table, table.turn):
        table.ended = "stock"


def _discard(table: Round, seat: int, card: str) -> None:
    wrong = discard_fault(table, seat, card)
    if wrong:
        raise Illegal(wrong)
    table.hand(seat)[card] -= 1
    table.pile.append(card)
    if not table.hands[seat].total() and _ends_by_empty_hand(table, seat):
        table.ended = "out"
        return
    if table.game.foot == "seventh" and table.played_seventh and table.feet[seat]:
        table.earned[seat] = True
        if not table.game.foot_by_hand:
            pick_foot(table, seat)
    table.down[seat] |= table.laid
    _next_turn(table)


def _ends_by_empty_hand(table: Round, seat: int) -> bool:
    if table.game.floats:
        return len(table.canastas(seat)) >= 2
    return may_go_out(table, seat)


def _next_turn(table: Round) -> None:
    table.turn = (table.turn + 1) % table.game.seats
    table.phase = "draw"
    table.locked.clear()
    table.laid = table.asked = table.no_out = table.played_seventh = False
    if table.game.ends_with_stock:
        table.ended = None if table.stock else "stock"
        return
    if table.game.threes_wait and _threes_are_the_draw(table):
        return
    _end_without_stock(table)


def _threes_are_the_draw(table: Round) -> bool:
    """Lay waiting red threes. Return whether replacing them took the last card of the stock."""
    had_stock = bool(table.stock)
    threes, drawn = lay_threes(table, table.turn, replaced=True)
    if not (threes and had_stock and not table.stock):
        return False
    table.phase = "play"
    if not drawn:
        table.ended = "stock"
    return True


def _ask(table: Round, seat: int, move: Move) -> None:
    if not table.game.asks or table.asked:
        raise Illegal("one question a turn")
    if move.seat not in table.partners(seat):
        raise Illegal("a teammate is asked")
    refused = table.copy()
    refused.no_out = True
    if not can_discard(refused, seat):
        raise Illegal("a no must leave a discard")
    trial = table.copy()
    _follow(trial, seat, move.plan)
    plan = move.text.partition(": ")[2]
    table.phase, table.asked = "answer", True
    table.question = {"asker": seat, "asked": move.seat, "plan": plan}


def _follow(table: Round, seat: int, plan: tuple[Move, ...]) -> None:
    for step in plan:
        if table.ended or step.verb not in ("meld", "add", "discard"):
            raise Illegal("a plan goes out")
        play(table, seat, step)
    if table.ended != "out":
        raise Illegal("a plan goes out")


def _answer(table: Round, seat: int, verb: str) -> None:
    if table.phase != "answer" or not table.question or table.question["asked"] != seat:
        raise Illegal("nobody asked")
    table.phase = "play"
    if verb == "no":
        table.no_out = True
    else:
        _follow(table, table.turn, plan_of(table))
    table.question = None
