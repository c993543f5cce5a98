"""A lobby where nothing happens is given up: its message says so, and loses its controls."""

from collections.abc import Callable

from discord import ui

from cogs._kit.components import screen, text
from cogs._kit.texts import say
from cogs._lobby.lobbies import Lobbies
from cogs._lobby.screen import side_lines
from data.game.rows import TableRow
from data.store import Store
from engine.games import GAMES


class Lapse:
    """Gives up the idle lobbies of one bot. `changed` hears of each."""

    def __init__(self, store: Store, lobbies: Lobbies, changed: Callable[[int], None]) -> None:
        self._store = store
        self._lobbies = lobbies
        self._changed = changed

    async def expire(self, table_id: int) -> None:
        """Give the lobby up; its message follows."""
        await self._store.notes.remember(key(table_id), "1")
        await self._lobbies.expire(table_id)
        self._changed(table_id)


def key(table_id: int) -> str:
    """Where the store keeps that a lobby was given up because nothing happened there."""
    return f"lapsed:{table_id}"


async def is_lapsed(store: Store, table_id: int) -> bool:
    """Whether a lobby was given up because nothing happened there."""
    return await store.notes.recall(key(table_id)) is not None


def lapsed_screen(lobby: TableRow) -> ui.LayoutView:
    """What is left of the lobby's message."""
    heading = say("lobby.heading", game=GAMES[lobby.game].name, n=len(lobby.seats))
    return screen(text(heading, *side_lines(lobby), say("clock.lapsed")))
