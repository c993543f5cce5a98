"""A lobby where nothing happens is given up: its message says so, and loses its controls."""

import logging

import discord
from discord import ui

from cogs._kit.client import Client
from cogs._kit.components import card, text
from cogs._kit.languages import in_public
from cogs._kit.texts import say
from cogs._lobby.lobbies import Lobbies
from cogs._lobby.screen import side_lines
from data.game.rows import TableRow
from engine import GAMES

log = logging.getLogger(__name__)


class Lapse:
    """Gives up the idle lobbies of one bot."""

    def __init__(self, bot: Client, lobbies: Lobbies) -> None:
        self._bot = bot
        self._lobbies = lobbies

    async def expire(self, table_id: int) -> None:
        """Say it, then give the lobby up; where Discord fails, both wait for the next look."""
        row = await self._lobbies.row(table_id)
        if row.lobby_message_id is None or await self._told(row, row.lobby_message_id):
            await self._lobbies.expire(table_id)

    async def _told(self, row: TableRow, message_id: int) -> bool:
        """Whether there is nothing more to say: the message says it, or nobody can see it."""
        place = self._bot.get_partial_messageable(row.channel_id, guild_id=row.guild_id)
        try:
            async with in_public(self._bot, row.guild_id):
                await place.get_partial_message(message_id).edit(
                    view=lapsed_card(row), allowed_mentions=discord.AllowedMentions.none()
                )
        except discord.HTTPException as error:
            log.info("lobby %d: its message stays as it is: %s", row.id, error)
            return isinstance(error, discord.Forbidden | discord.NotFound)
        return True


def lapsed_card(lobby: TableRow) -> ui.LayoutView:
    """What is left of the lobby's message."""
    heading = say("lobby.heading", game=GAMES[lobby.game].name, n=len(lobby.seats))
    return card(text(heading, *side_lines(lobby), say("clock.lapsed")))
