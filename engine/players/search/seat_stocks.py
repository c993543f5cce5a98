"""Seat stocks: every seat draws from its own cards, so that two plays of one deal stay similar.

Dividing the unknown stock among the seats changes no chances. But a seat then draws the same cards,
whether or not another seat has taken the pile. So two plays differ by decisions and not by luck.
This is for sampled worlds and benchmarks, never for a real table.
"""

from engine.model.table import Table


class SeatStocks:
    """The stock of one world, dealt out to its seats."""

    def __init__(self, table: Table) -> None:
        self._deal_out(table)

    def _deal_out(self, table: Table) -> None:
        seats = table.rules.seat_count
        self._streams = [table.stock[seat::seats] for seat in range(seats)]
        self._left = len(table.stock)
        self._first = 0

    def turn_to(self, table: Table, seat: int) -> Table:
        """Return the table with the cards of `seat` on top of its stock."""
        # In this phase only replacements leave the stock: not worth reordering it.
        if table.phase == "play":
            return table
        left = len(table.stock)
        if left > self._left:
            # Discards were shuffled back into the stock.
            self._deal_out(table)
        elif left < self._left:
            self._use(self._left - left)
        self._first, self._left = seat, left
        # The others' cards go below: the stock keeps its true size, and the round its true end.
        return table.but(stock=b"".join(self._streams[seat:] + self._streams[:seat]))

    def _use(self, count: int) -> None:
        """Remove cards that left the top. If one seat's cards run out, the next seat's follow."""
        seat = self._first
        while count:
            stream = self._streams[seat]
            self._streams[seat] = stream[count:]
            count -= min(count, len(stream))
            seat = (seat + 1) % len(self._streams)
