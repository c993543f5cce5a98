"""`MemberMessenger`: sends a member a direct message, or mentions them in the table's thread.

When a member is notified, and with which text, is decided in `reminders` and `digests`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import discord

from cogs.core.bot import TuppenceBot
from cogs.delivery.outbox import Outbox
from cogs.delivery.request import NO_ACCESS, is_transient
from cogs.game.state import TableState
from cogs.ui.texts import channel_of_table
from data.models.members import ReminderPreferences
from data.models.messages import MessageDraft, ReminderOfSeat
from render.text.catalogue import use_language

FIRST_PAUSE: Final = 60.0
"""Seconds before the second try of a direct message. The pause doubles after each failure."""
LONGEST_PAUSE: Final = 6 * 3600.0
PASSING: Final = frozenset({NO_ACCESS, 40003})
"""Codes that pass: "no access", which Discord has answered by mistake, and "too many at once"."""
TOLD_AFTER: Final = 10 * 60.0
"""Seconds of failing direct messages after which the member is told in the thread."""


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


class DirectMessagesDelayed(TimeoutError):  # noqa: N818 - it passes by itself
    """Direct messages to a member fail at present. Try again at `at`, in UTC epoch seconds."""

    def __init__(self, at: float) -> None:
        super().__init__("direct messages fail")
        self.at = at


@dataclass(slots=True)
class FailingMessages:
    """Direct messages that have failed since a moment: the next try, and the pause after it."""

    since: float
    retry_at: float = 0.0
    pause: float = FIRST_PAUSE

    def failed(self, now: float) -> None:
        """Back off exponentially, but try again when the thread is to be told."""
        told_at = self.since + TOLD_AFTER
        self.retry_at = now + self.pause
        if now < told_at:
            self.retry_at = min(self.retry_at, told_at)
        self.pause = min(2 * self.pause, LONGEST_PAUSE)

    def is_told_elsewhere(self, now: float) -> bool:
        """Return whether they fail for so long that the thread is told instead."""
        return now >= self.since + TOLD_AFTER


class MemberMessenger:
    """Sends messages to members, for one bot."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._outbox = Outbox(bot)
        # By member. In memory: after a restart each is tried once more.
        self._failing: dict[int, FailingMessages] = {}

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

    async def directly(
        self, state: TableState, user_id: int, notice: MemberNotice, text: str
    ) -> bool:
        """Send a notice by direct message.

        Returns False if the member takes none, or if that has failed for ten minutes: then the
        thread is to be told.

        Raises:
            DirectMessagesDelayed: A failure that may pass.
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
        self, state: TableState, user_id: int, notice: MemberNotice, text: str
    ) -> None:
        channel = await self._bot.create_dm(discord.Object(user_id))
        await self._send(state, channel.id, notice, text, allow_mentions())

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
