"""The effects of a legal move in contract rummy, as far as the rules determine them."""

from typing import Any

from tests.judge.rummy.facts import PLAIN, UNKNOWN, Facts, agree, facts
from tests.judge.rummy.round_end import settle
from tests.judge.rummy.stock import BOUGHT_WITH
from tests.judge.rummy.variants import (
    LIMIT_OF_SHUFFLES,
    LIMIT_OF_TURNS,
    Card,
    Position,
    cards,
    sheet,
)


def after(position: Position, seat: int, move: str) -> Facts:
    """Return the facts after a legal move; none if it ends the round, see `settled`."""
    board = _Board(position)
    board.play(seat, move)
    if board.ended:
        return {}
    board.table["offer_yes"].sort(key=lambda yes: (yes - board.table["turn"]) % board.rules.seats)
    return {key: board.table[key] for key in (*PLAIN, "offer_yes") if key != "offered"}


def round_ends(position: Position, seat: int, move: str) -> str | None:
    """Return why a legal move ends the round: somebody is out, or the round is washed (TPW-Q18)."""
    board = _Board(position)
    board.play(seat, move)
    return board.ended


def settled(position: Position, seat: int, move: str, found: Position) -> list[str]:
    """Return every difference from the expected position after a move and its consequences.

    These may be the deal of the next round, or the end of the game.
    """
    board = _Board(position)
    board.play(seat, move)
    if board.ended:
        settle(board.rules, board.table)
    shown = facts(found)
    return [
        f"{key}: {wanted} expected, {shown[key]} found"
        for key, wanted in board.table.items()
        if not agree(wanted, shown[key])
    ]


class _Board:
    def __init__(self, position: Position) -> None:
        self.rules = sheet(position)
        self.table = facts(position)
        self.ended: str | None = None

    def play(self, seat: int, move: str) -> None:
        verb, _, rest = move.partition(" ")
        match self.table["phase"], verb:
            case "offer", _:
                self._answer(seat, verb)
            case _, "take" | "buy":
                taken = self._get_upcard(seat, pays=verb == "buy")
                self.table |= {"taken": [taken], "phase": "play"}
            case _, "pass" | "draw":
                self._begin(seat, verb)
            case _, "meld":
                self.table["down"][seat] = True
                self._lay(seat, [[seat, sorted(cards(one))] for one in rest.split("/")])
            case _, "add":
                number, _, added = rest.partition(":")
                self._lay_off(seat, int(number), [*cards(added)])
            case _, "discard":
                self._discard(seat, rest)

    # the upcard and the stock

    def _begin(self, seat: int, verb: str) -> None:
        on_offer = self.table["offered"]
        if self.rules.refuser_draws_first or not on_offer:
            self._draw(seat, 1)
        if on_offer:
            self._open_window()
        else:
            self._go_on()

    def _open_window(self) -> None:
        table = self.table
        order = [(table["turn"] + step) % self.rules.seats for step in range(1, self.rules.seats)]
        asked = [seat for seat in order if table["pennies"][seat] > 0]
        if asked and self._drawable() >= BOUGHT_WITH:
            table |= {"phase": "offer", "offer_to": asked, "offer_yes": []}
        else:
            self._close_window()

    def _answer(self, seat: int, verb: str) -> None:
        table = self.table
        table["offer_to"].remove(seat)
        if verb == "buy":
            table["offer_yes"] = sorted([*table["offer_yes"], seat])
        turn, seats = table["turn"], self.rules.seats
        order = sorted([*table["offer_to"], *table["offer_yes"]], key=lambda s: (s - turn) % seats)
        if order and order[0] in table["offer_yes"]:
            self._get_upcard(order[0], pays=True)
            self._close_window()
        elif not order:
            self._close_window()

    def _close_window(self) -> None:
        self.table |= {"offer_to": [], "offer_yes": [], "offered": False}
        if self.rules.refuser_draws_first:
            self._go_on()
        elif self._drawable() > 0:
            self.table["phase"] = "draw"
        else:
            self.ended = "washed"

    def _go_on(self) -> None:
        self.table |= {"phase": "play", "offered": False}

    def _get_upcard(self, seat: int, *, pays: bool) -> Card:
        table = self.table
        if pays:
            table["pennies"][seat] -= 1
            table["bowl"] += 1
            self._draw(seat, BOUGHT_WITH)
        card: Card = table["pile"].pop()
        for place in (table["hands"], table["known"]):
            place[seat] = sorted([*place[seat], card])
        table["offered"] = False
        return card

    def _drawable(self) -> int:
        """Return how many cards can be drawn; as in `stock.drawable`."""
        again = self.table["reshuffles"] < LIMIT_OF_SHUFFLES
        below = max(0, len(self.table["pile"]) - 1)
        return len(self.table["stock"]) + (below if again else 0)

    def _draw(self, seat: int, number: int) -> None:
        table = self.table
        if len(table["stock"]) < number:
            # The top card stays, whether on offer, refused or on its way to a buyer: TPW-Q17,
            # TPW-Q40.
            table["stock"] += [UNKNOWN] * (len(table["pile"]) - 1)
            table |= {"pile": table["pile"][-1:], "reshuffles": table["reshuffles"] + 1}
        drawn, table["stock"] = table["stock"][:number], table["stock"][number:]
        table["hands"][seat] = sorted([*table["hands"][seat], *drawn])

    # laying and discarding

    def _lay(self, seat: int, laid: list[list[Any]]) -> None:
        self.table["melds"] += laid
        for _, group in laid:
            self._leave(seat, group)
        self._out_if_empty(seat)

    def _lay_off(self, seat: int, number: int, added: list[Card]) -> None:
        owner, lying = self.table["melds"][number - 1]
        self.table["melds"][number - 1] = [owner, sorted([*lying, *added])]
        self._leave(seat, added)
        self._out_if_empty(seat)

    def _leave(self, seat: int, gone: list[Card]) -> None:
        for card in gone:
            self.table["hands"][seat].remove(card)
            if card in self.table["known"][seat]:
                self.table["known"][seat].remove(card)

    def _out_if_empty(self, seat: int) -> None:
        if not self.table["hands"][seat]:
            self.ended = "out"

    def _discard(self, seat: int, card: Card) -> None:
        table = self.table
        self._leave(seat, [card])
        table["pile"].append(card)
        table["turns"][seat] += 1
        table |= {"turn": (seat + 1) % self.rules.seats, "phase": "draw", "taken": []}
        table["offered"] = True
        stuck = self.rules.turn_player_pays and self._drawable() == 0
        if stuck or table["turns"][seat] >= LIMIT_OF_TURNS:
            self.ended = "washed"
        self._out_if_empty(seat)
