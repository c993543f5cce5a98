"""`StaleMessageRetirer`: removes the components of table messages that newer ones have replaced.

`publisher` calls it once nobody has moved for some seconds, or when the game is over.
"""

import logging

import discord
from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.delivery.request import is_transient
from cogs.game.sessions import TableSessions, TableWithMessages
from cogs.game.state import TableState
from cogs.narration.interventions import intervention_text, interventions
from cogs.reminders.messenger import allow_mentions
from cogs.table.layout import ended_table_layout, replaced_table_layout
from cogs.ui.actions import Action
from cogs.ui.custom_id import has_component
from cogs.ui.texts import channel_of_table, jump_url
from data.models.messages import StaleMessage
from data.models.tables import TableStatus

log = logging.getLogger(__name__)


def shows_table(message: discord.Message, table_id: int) -> bool:
    """Return whether a message is a table message of this table, current or stale."""
    return not message.flags.ephemeral and has_component(message, Action.SCORE.name, table_id)


class StaleMessageRetirer:
    """Removes the components of replaced table messages."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions) -> None:
        self._bot = bot
        self._tables = bot.database.tables
        self._messages = bot.database.messages
        self._sessions = tables

    async def retire(self, shown: TableWithMessages) -> None:
        """Remove the components of a table's stale messages, and delete stale direct messages.

        Afterwards, delete the row of each message.

        Raises:
            discord.HTTPException: An edit failed that may succeed later.
        """
        for stale in shown.messages.relics:
            if stale.direct:
                await self._bot.services.calls.delete_stale(stale)
                continue
            await self._retire(shown.state or await self._sessions.load_ended(shown.row), stale)
            await self._messages.delete_stale(stale)

    async def _retire(self, state: TableState, stale: StaleMessage) -> None:
        channel = self._bot.get_partial_messageable(stale.place)
        try:
            await channel.get_partial_message(stale.message_id).edit(
                view=await self._layout(state, stale),
                attachments=[],
                allowed_mentions=allow_mentions(),
            )
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            if isinstance(error, discord.Forbidden) and stale.place == channel_of_table(state.row):
                raise
            # The message is gone or cannot be edited. Its components still work, so leave them.
            log.info("table %d: a stale message keeps its components: %s", state.row.id, error)

    async def _layout(self, state: TableState, stale: StaleMessage) -> ui.LayoutView:
        if state.row.status is TableStatus.CLOSED:
            done = await interventions(self._tables, state.row.id)
            return ended_table_layout(state, intervention_text(state, done[-1]) if done else "")
        link = jump_url(state.row.guild_id, channel_of_table(state.row), state.row.message_id)
        return replaced_table_layout(state, link, until=stale.seq)
