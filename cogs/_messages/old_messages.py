"""Old messages of a table: each loses its controls, and says where the table goes on."""

import logging

import discord
from discord import ui

from cogs._game.links import address, home
from cogs._game.live import Live
from cogs._game.tables import OnShow, Tables
from cogs._kit import verbs
from cogs._kit.carried import carries
from cogs._kit.client import Client
from cogs._messages.mail import mentioning
from cogs._screens.table import moved_screen, stopped_screen
from cogs._story.interventions import interventions, told
from cogs._traffic.codes import passes
from data.game.posts import Relic
from data.game.rows import Status

log = logging.getLogger(__name__)


def is_board(message: discord.Message, table_id: int) -> bool:
    """Whether a message is one that shows this table to everybody, old or new."""
    return not message.flags.ephemeral and carries(message, verbs.SHEET.name, table_id)


class Relics:
    """Puts the old messages of one bot's tables away."""

    def __init__(self, bot: Client, tables: Tables) -> None:
        self._bot = bot
        self._rows = bot.store.tables
        self._messages = bot.store.messages
        self._tables = tables

    async def retire(self, shown: OnShow) -> None:
        """Take the controls from all that a newer message replaces. Raises what Discord raises."""
        for relic in shown.messages.relics:
            await self._retire(shown.live or await self._tables.told(shown.row), relic)
            await self._messages.put_away(relic)

    async def _retire(self, live: Live, relic: Relic) -> None:
        place = self._bot.get_partial_messageable(relic.place)
        try:
            await place.get_partial_message(relic.message_id).edit(
                view=await self._screen(live, relic), attachments=[], allowed_mentions=mentioning()
            )
        except discord.HTTPException as error:
            if passes(error):
                raise
            if isinstance(error, discord.Forbidden) and relic.place == home(live.row):
                raise
            # It is gone, or lies where nothing can be edited: its controls answer all the same.
            log.info("table %d: an old message keeps its controls: %s", live.row.id, error)

    async def _screen(self, live: Live, relic: Relic) -> ui.LayoutView:
        if live.row.status is Status.CLOSED:
            done = await interventions(self._rows, live.row.id)
            return stopped_screen(live, told(live, done[-1]) if done else "")
        link = address(live.row.guild_id, home(live.row), live.row.message_id)
        return moved_screen(live, link, until=relic.seq)
