"""A lobby where nothing happens is given up: its message says so, and loses its controls."""

from collections.abc import Callable, Mapping

from cogs._lobby.lobbies import Lobbies


class Lapse:
    """Gives up the idle lobbies of one bot. `changed` hears of each."""

    def __init__(self, lobbies: Lobbies, changed: Callable[[int], None]) -> None:
        self._lobbies = lobbies
        self._changed = changed

    async def expire(self, table_id: int, before: Mapping[str, float]) -> None:
        """Give the lobby up, if nothing has happened there since; its message follows."""
        await self._lobbies.expire(table_id, before)
        self._changed(table_id)
