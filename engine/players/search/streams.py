"""Streams: every seat draws from cards of its own, so that two plays of one deal stay alike.

The cards of a stock are all unknown, so dealing it out into one stream a seat changes no
chances. But a seat then draws the same cards whether or not another took the pile before it,
and what differs between two plays is what was decided, not luck. For sampled worlds and
measurements only, never at a table. Source: our notes on computer players, section 6.4.
"""

from engine.model.table import Table


class Streams:
    """The stock of one world, dealt out to its seats."""

    def __init__(self, table: Table) -> None:
        self._deal_out(table)

    def _deal_out(self, table: Table) -> None:
        seats = table.rules.seat_count
        self._streams = [table.stock[seat::seats] for seat in range(seats)]
        self._left = len(table.stock)
        self._first = 0

    def turn_to(self, table: Table, seat: int) -> Table:
        """The same table with the cards of `seat` on top of its stock."""
        # Nothing but replacements leaves the stock in this phase: not worth another order.
        if table.phase == "play":
            return table
        left = len(table.stock)
        if left > self._left:
            # Discards were shuffled back.
            self._deal_out(table)
        elif left < self._left:
            self._use(self._left - left)
        self._first, self._left = seat, left
        # The others' streams go below, so that the stock has its true size and the round its true
        # end.
        return table.but(stock=b"".join(self._streams[seat:] + self._streams[:seat]))

    def _use(self, count: int) -> None:
        """Cards have gone from the top; when a stream runs out the next one goes on."""
        seat = self._first
        while count:
            stream = self._streams[seat]
            self._streams[seat] = stream[count:]
            count -= min(count, len(stream))
            seat = (seat + 1) % len(self._streams)
