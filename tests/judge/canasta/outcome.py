"""The cards left after a take, as numbers, and whether the rules allow that."""

from typing import NamedTuple

from tests.judge.canasta.games import SEVENS
from tests.judge.canasta.round import Round
from tests.judge.canasta.sets import RED_THREES


class State(NamedTuple):
    """The result of laying: the cards left to lay, the cards laid, and the canastas made."""

    jokers: int
    twos: int
    worth: int
    sevens: int
    others: int
    threes: bool
    gained: frozenset[str]


class Outcome:
    """The cards left after a take, and whether the rules allow that."""

    def __init__(self, table: Round, seat: int, least: int) -> None:
        self.table, self.seat, self.game, self.least = table, seat, table.game, least
        self.red = sum(table.hands[seat][card] for card in RED_THREES)
        self.had = frozenset(table.canastas(seat))
        others = [card for card in table.pile[:-1] if card not in RED_THREES]
        threes = len(table.pile) - 1 - len(others)
        new = [card for card in table.stock if card not in RED_THREES][:threes]
        rest = others + (new if self.game.replaces else [])
        self.rest, self.rest_sevens = len(rest), sum(card[0] == "7" for card in rest)
        own = table.side(seat)
        sides = range(self.game.sides)
        self.sevens_elsewhere = all(table.has_sevens(side) for side in sides if side != own)

    def legal(self, state: State) -> bool:
        """Whether laying with this result is legal."""
        left = state.jokers + state.twos + state.sevens + state.others + self.red + self.rest
        sevens = state.sevens + self.rest_sevens
        types = self.had | state.gained
        needs = self.game.needs
        out = not self.table.no_out and (types >= needs if needs else bool(types))
        if state.worth < self.least:
            return False
        if state.threes and not self.game.black_threes_any_time:
            last = left == 1 and not (self.game.bars_sevens and sevens)
            return out and (last or (left == 0 and self.game.lays_all))
        if self.game.floats:
            return left > self.red
        if self.game.lays_all:
            return left > 1 or out or self._brings_pony(state)
        return self._discard_is_left(state, left, sevens, out)

    def _brings_pony(self, state: State) -> bool:
        first = self.game.foot == "first" and not self.had and state.gained
        return bool(first and self.table.feet[self.seat])

    def _discard_is_left(self, state: State, left: int, sevens: int, out: bool) -> bool:
        types = self.had | state.gained
        barred = not (self.sevens_elsewhere and SEVENS in types)
        if left > 1:
            return left - sevens - self.red > 0 or not barred
        if left == 0 or (sevens and barred):
            return False
        if out:
            return not sevens
        due = self.table.feet[self.seat] and (state.gained or self.table.earned[self.seat])
        lacks = not types >= self.game.needs
        return self.game.empty_ok and lacks and bool(due) and not self.table.no_out
