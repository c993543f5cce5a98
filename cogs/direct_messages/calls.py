"""Reminders by direct message: their layout, and how they replace a hand.

`cogs.reminders` decides when a reminder is sent. A member has only one direct message about each
table. There a reminder replaces the hand, and **Play** replaces the reminder with the hand. Phones
show reminders on the lock screen, so a reminder names no card of a hand and has no picture.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import discord
from discord import ui

from cogs.core.bot import TuppenceBot
from cogs.delivery.request import DeliveryError, TransientError, request
from cogs.game.deadlines import PACES
from cogs.game.state import TableState
from cogs.narration.table_words import deadline_timestamp, decision_in_words, game_name
from cogs.table.layout import FIRST, simple_buttons, take_button
from cogs.ui.actions import Action
from cogs.ui.layout import Item, Style, action_row, button, layout_view, text_display
from cogs.ui.server_names import server_name
from cogs.ui.texts import say
from data.models.messages import StaleMessage

log = logging.getLogger(__name__)

IN_USE: Final = 60.0
"""Seconds after a press for which the bot assumes that the member is looking at the hand."""
DECISIONS: Final = 2
"""Maximum number of move buttons on a reminder, in addition to **Play**."""


class Calls:
    """The reminders by direct message of one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._messages = bot.database.messages

    async def layout(self, state: TableState, seat: int, how: str, by: str) -> ui.LayoutView:
        """Return a reminder for the member of a seat, in the current language.

        Args:
            state: The table, which waits for the seat.
            seat: The seat.
            how: The kind of reminder: "tell", "remind" or "nudge".
            by: The escaped name of the member who sent a nudge.
        """
        return call_layout(state, seat, await server_name(self._bot, state.row.guild_id), how, by)

    async def in_use_until(self, table_id: int, user_id: int) -> float:
        """Return the time until which the bot assumes that a member is looking at their hand.

        In UTC epoch seconds. 0 if the member has no hand, or a reminder has replaced it.
        """
        row = await self._messages.find_dm_hand(table_id, user_id)
        return 0.0 if row is None or row.call else row.pressed + IN_USE

    @asynccontextmanager
    async def replacing(self, table_id: int, user_id: int) -> AsyncIterator[None]:
        """Context manager in which the caller sends a reminder, under the lock of the hand.

        Afterwards, delete the stale direct messages of the table. The commit that saves the
        reminder's id has marked the replaced message as stale. Without the lock, the answer to a
        press could replace the reminder.
        """
        async with self._bot.services.dm_hands.lock(table_id, user_id):
            yield
            for stale in await self._messages.stale(table_id):
                if stale.direct:
                    await self.delete_stale(stale)

    async def delete_stale(self, stale: StaleMessage) -> None:
        """Delete a stale message. If Discord fails, it stays stale for the next try."""
        channel = self._bot.get_partial_messageable(stale.place)
        try:
            await request(self._bot, channel.get_partial_message(stale.message_id).delete())
        except (TransientError, discord.HTTPException) as error:
            log.info("table %d: a message was not deleted: %s", stale.table_id, error)
            return
        except DeliveryError as error:
            log.info("table %d: a message to delete is gone: %s", stale.table_id, error)
        await self._messages.delete_stale(stale)


def call_layout(state: TableState, seat: int, server: str, how: str, by: str = "") -> ui.LayoutView:
    """Return a reminder: words, **Play**, and up to two move buttons. See `Calls.layout`."""
    decision = state.open_decision(seat)
    reminds = decision is not None and PACES[state.row.pace].reminds
    words = say(
        f"dm.call_{how}",
        server=server,
        game=game_name(state),
        table=state.row.id,
        round=state.view(None).round,
        what=decision_in_words(state, seat),
        until=deadline_timestamp(decision.deadline) if decision is not None and reminds else "",
        by=by,
    )
    play = button(
        Action.PLAY_PAGE, state.row.id, state.row.seq, label=say("dm.play"), style=Style.success
    )
    return layout_view(text_display(words), action_row(play, *decision_buttons(state, seat)))


def decision_buttons(state: TableState, seat: int) -> list[Item]:
    """Return the first `DECISIONS` buttons that the table message has for the seat's decision."""
    pending = (one for one in state.view(None).pending if one.seat == seat and one.kind in FIRST)
    decision = next(pending, None)
    if decision is None:
        return []
    return [*simple_buttons(state, seat), *take_button(state, decision)][:DECISIONS]
