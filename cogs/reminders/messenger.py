"""`MemberMessenger`: sends a member a direct message, or mentions them in the table's thread.

`reminders` and `digests` decide when to notify a member, and with which text. `mailboxes` has the
channels of direct messages.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Letter, Outbox
from cogs.ui.texts import channel_of_table
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft, ReminderOfSeat
from data.models.tables import TableRow
from render.text.catalogue import use_language


class HasRow(Protocol):
    """A `TableState`, or a lobby."""

    @property
    def row(self) -> TableRow: ...


@dataclass(frozen=True, slots=True)
class MemberNotice:
    """A message for one member, and what is stored with it.

    Attributes:
        how: The kind of message: "tell", "remind", "nudge", "digest" or "call".
        what: The name of the message in the outbox.
        told: The decisions that count as notified once the message is sent.
        key: The setting of the table to write once the message is sent. Optional.
        value: The value of that setting.
        by: The name of the member who sent a nudge.
    """

    how: str
    what: str
    told: tuple[ReminderOfSeat, ...] = ()
    key: str | None = None
    value: str | None = None
    by: str = ""


class MemberMessenger:
    """Sends messages to members, for one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._outbox = Outbox(bot)

    async def reach(
        self,
        state: HasRow,
        user_id: int,
        preferences: ReminderPreferences,
        notice: MemberNotice,
        text_of: Callable[[], str],
        direct: Callable[[], Awaitable[Letter]] | None = None,
    ) -> None:
        """Send a notice in the way that the member prefers.

        If a direct message fails, send the notice in the thread.

        Args:
            state: The table.
            user_id: The member's Discord id.
            preferences: The member's reminder preferences.
            notice: The kind of the message, and what to store with it.
            text_of: Returns the text. It is called in the member's language for a direct message,
                and in the guild's language for the thread, which others read.
            direct: Returns the direct message, in the member's language; None for the text.

        Raises:
            DirectMessagesDelayed: Direct messages fail at present.
            discord.HTTPException: Neither way worked.
        """
        languages, guild_id = self._bot.languages, state.row.guild_id
        if preferences.way == "direct":
            with use_language(await languages.of_member(guild_id, user_id)):
                letter = {"content": text_of()} if direct is None else await direct()
            if await self.directly(state, user_id, notice, letter):
                return
        with use_language(await languages.of_server(guild_id)):
            text = text_of()
        await self.in_thread(state, user_id, notice, text)

    async def directly(
        self, state: HasRow, user_id: int, notice: MemberNotice, letter: Letter
    ) -> bool:
        """Send a notice by direct message. See `Mailboxes.send` for what it returns and raises."""

        async def sending(channel_id: int) -> None:
            await self._send(state, channel_id, notice, letter, allow_mentions())

        return await self._bot.services.mailboxes.send(user_id, sending)

    async def in_thread(self, state: HasRow, user_id: int, notice: MemberNotice, text: str) -> None:
        """Send a notice in the table's thread. Raises `discord.HTTPException`."""
        letter, allowed = {"content": text}, allow_mentions(user_id)
        await self._send(state, channel_of_table(state.row), notice, letter, allowed)

    async def _send(
        self,
        state: HasRow,
        channel_id: int,
        notice: MemberNotice,
        letter: Letter,
        allowed: discord.AllowedMentions,
    ) -> None:
        draft = MessageDraft(
            state.row.id,
            notice.what,
            channel_id,
            state.row.seq,
            notice.told,
            notice.key,
            notice.value,
        )
        await self._outbox.send(draft, {**letter, "allowed_mentions": allowed})


def allow_mentions(*user_ids: int) -> discord.AllowedMentions:
    """Return allowed mentions of these members and of nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)
