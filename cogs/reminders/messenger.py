"""`MemberMessenger`: sends a member a direct message, or mentions them in the table's thread.

When a member is notified, and with which text, is decided in `reminders` and `digests`.
"""

from collections.abc import Callable
from dataclasses import dataclass

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import is_transient
from cogs.game.state import TableState
from cogs.ui.texts import channel_of_table
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft, ReminderOfSeat
from render.text.catalogue import use_language


@dataclass(frozen=True, slots=True)
class MemberNotice:
    """A message for one member, and what is stored with it.

    Attributes:
        how: What kind of message: "tell", "remind", "nudge", "digest" or "call".
        what: Its name in the outbox.
        told: The decisions that count as notified once it is sent.
        key: The setting of the table that is written once it is sent, if any.
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
        state: TableState,
        user_id: int,
        preferences: ReminderPreferences,
        notice: MemberNotice,
        text_of: Callable[[], str],
    ) -> None:
        """Send a notice by the channel that the member prefers, or in the thread if that fails.

        Args:
            state: The table.
            user_id: The member's Discord id.
            preferences: The member's reminder preferences.
            notice: What is sent.
            text_of: Returns the text. It is called in the member's locale for a direct message,
                and in
            the guild's for the thread, which others read.

        Raises:
            discord.HTTPException: Neither way worked.
        """
        languages, guild_id = self._bot.languages, state.row.guild_id
        if preferences.way == "direct":
            with use_language(await languages.of_member(guild_id, user_id)):
                text = text_of()
            if await self.directly(state, user_id, notice, text):
                return
        with use_language(await languages.of_server(guild_id)):
            text = text_of()
        await self.in_thread(state, user_id, notice, text)

    async def directly(
        self, state: TableState, user_id: int, notice: MemberNotice, text: str
    ) -> bool:
        """Send a notice by direct message. Returns False if the member takes none.

        Raises:
            discord.HTTPException: A failure that may pass.
        """
        try:
            channel = await self._bot.create_dm(discord.Object(user_id))
            await self._send(state, channel.id, notice, text, allow_mentions())
        except discord.HTTPException as error:
            if is_transient(error):
                raise
            return False
        return True

    async def in_thread(
        self, state: TableState, user_id: int, notice: MemberNotice, text: str
    ) -> None:
        """Send a notice in the table's thread. Raises `discord.HTTPException`."""
        await self._send(state, channel_of_table(state.row), notice, text, allow_mentions(user_id))

    async def _send(
        self,
        state: TableState,
        channel_id: int,
        notice: MemberNotice,
        text: str,
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
        await self._outbox.send(draft, {"content": text, "allowed_mentions": allowed})


def allow_mentions(*user_ids: int) -> discord.AllowedMentions:
    """Allowed mentions of these members and of nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)
