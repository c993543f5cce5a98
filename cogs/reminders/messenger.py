"""`MemberMessenger`: sends a member a direct message, or mentions them in the table's thread.

`reminders` and `digests` decide when to notify a member, and with which text.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Protocol

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_ACCESS, is_transient
from cogs.ui.texts import channel_of_table
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft, ReminderOfSeat
from data.models.tables import TableRow
from render.text.catalogue import use_language

FIRST_PAUSE: Final = 60.0
"""Seconds before the second try of a direct message. The pause doubles after each failure."""
LONGEST_PAUSE: Final = 6 * 3600.0
PASSING: Final = frozenset({NO_ACCESS, 40003})
"""Error codes that pass: "no access", which Discord sometimes sends by mistake, and "too fast"."""
TOLD_AFTER: Final = 10 * 60.0
"""Seconds for which direct messages must fail before the bot notifies the member in the thread."""


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


class DirectMessagesDelayed(TimeoutError):  # noqa: N818 - it passes by itself
    """Direct messages to a member fail at present. Try again at `at`, in UTC epoch seconds."""

    def __init__(self, at: float) -> None:
        super().__init__("direct messages fail")
        self.at = at


@dataclass(slots=True)
class FailingMessages:
    """The state of direct messages to a member that have failed since `since`.

    `retry_at` is the time of the next try, in UTC epoch seconds. `pause` is the number of seconds
    to wait after that try.
    """

    since: float
    retry_at: float = 0.0
    pause: float = FIRST_PAUSE

    def failed(self, now: float) -> None:
        """Double the pause.

        Retry no later than when the bot would notify the member in the thread.
        """
        told_at = self.since + TOLD_AFTER
        self.retry_at = now + self.pause
        if now < told_at:
            self.retry_at = min(self.retry_at, told_at)
        self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def is_told_elsewhere(self, now: float) -> bool:
        """Return whether messages have failed for so long that the notice must go to the thread."""
        return now >= self.since + TOLD_AFTER


class MemberMessenger:
    """Sends messages to members, for one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._outbox = Outbox(bot)
        # By member. Only in memory, because one try for each member after a restart does no harm.
        self._failing: dict[int, FailingMessages] = {}

    async def reach(
        self,
        state: HasRow,
        user_id: int,
        preferences: ReminderPreferences,
        notice: MemberNotice,
        text_of: Callable[[], str],
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

        Raises:
            DirectMessagesDelayed: Direct messages fail at present.
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

    async def directly(self, state: HasRow, user_id: int, notice: MemberNotice, text: str) -> bool:
        """Send a notice by direct message.

        Returns False if the caller must notify the member in the thread instead. That is so if the
        member does not accept direct messages, or if direct messages have failed for ten minutes.

        Raises:
            DirectMessagesDelayed: The message failed, but a later try may succeed.
        """
        now, failing = self._bot.clock(), self._failing.get(user_id)
        if failing is None or failing.retry_at <= now:
            try:
                await self._send_directly(state, user_id, notice, text)
            except discord.HTTPException as error:
                if not is_transient(error) and error.code not in PASSING:
                    return False
                failing = self._failing.setdefault(user_id, FailingMessages(now))
                failing.failed(now)
            else:
                self._failing.pop(user_id, None)
                return True
        if failing.is_told_elsewhere(now):
            return False
        raise DirectMessagesDelayed(failing.retry_at)

    async def _send_directly(
        self, state: HasRow, user_id: int, notice: MemberNotice, text: str
    ) -> None:
        channel = await self._bot.create_dm(discord.Object(user_id))
        await self._send(state, channel.id, notice, text, allow_mentions())

    async def in_thread(self, state: HasRow, user_id: int, notice: MemberNotice, text: str) -> None:
        """Send a notice in the table's thread. Raises `discord.HTTPException`."""
        await self._send(state, channel_of_table(state.row), notice, text, allow_mentions(user_id))

    async def _send(
        self,
        state: HasRow,
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
    """Return allowed mentions of these members and of nobody else."""
    users = [discord.Object(user_id) for user_id in user_ids]
    return discord.AllowedMentions(users=users, everyone=False, roles=False)
