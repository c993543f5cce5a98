"""A lobby where nothing happens is given up: its message says so, and loses its controls."""

from collections.abc import Callable

from cogs._lobby.lobbies import Lobbies


class Lapse:
    """Gives up the idle lobbies of one bot. `changed` hears of each."""

    def __init__(self, lobbies: Lobbies, changed: Callable[[int], None]) -> None:
        self._lobbies = lobbies
        self._changed = changed

    async def expire(self, table_id: int) -> None:
        """Give the lobby up; its message follows."""
        await self._lobbies.expire(table_id)
        self._changed(table_id)
