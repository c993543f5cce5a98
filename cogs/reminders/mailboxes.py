"""`Mailboxes`: opens the channels of direct messages, and pauses those that fail.

A pause is in the database, so a restart does not forget it. `messenger` has what is sent, and the
way by the thread.
"""

import logging
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Final

import discord

from cogs.core.bot import Interaction, TuppenceBot
from cogs.delivery.request import NO_ACCESS, NO_CHANNEL, is_transient
from cogs.ui.places import is_in_bot_dm
from data.models.members import Mailbox

log = logging.getLogger(__name__)

Sending = Callable[[int], Awaitable[object]]
"""Sends a message to the channel with this id."""

REFUSED: Final = frozenset({50007, 50278, 20026})
"""Codes for a member who takes no messages, who shares no server, and for a bot in quarantine."""
REFUSED_FOR: Final = 7 * 86_400.0
"""Seconds until the bot tries again after such an error."""
OPENS_TOO_FAST: Final = 40003
PAUSES: Final = (60.0, 120.0, 240.0, 180.0)
"""Seconds after each of the first failures that pass by themselves: ten minutes together."""
LONGEST_PAUSE: Final = 6 * 3600.0
TOLD_AFTER: Final = sum(PAUSES)
"""Seconds for which direct messages must fail before the bot notifies the member in the thread."""
NO_OPENING: Final = 600.0
"""Seconds without opening a channel, after Discord has said that the bot opens too fast."""
LONGEST_NO_OPENING: Final = 86_400.0
OPENED_AT_MOST: Final = 10
"""Maximum channels that this process opens in a minute."""
MINUTE: Final = 60.0
USED_AGAIN: Final = 86_400.0
"""Seconds after which a mailbox counts as used again. Sooner, the row is not worth a write."""


class DirectMessagesDelayed(TimeoutError):  # noqa: N818 - it passes by itself
    """Direct messages to a member fail at present. Try again at `at`, in UTC epoch seconds."""

    def __init__(self, at: float) -> None:
        super().__init__("direct messages fail")
        self.at = at


def pause_after(tries: int) -> float:
    """Return how many seconds to wait after so many failures in a row."""
    if tries <= len(PAUSES):
        return PAUSES[tries - 1]
    return float(min(MINUTE * 2 ** (tries - 1), LONGEST_PAUSE))


def is_told_in_thread(box: Mailbox) -> bool:
    """Return whether the member is told in the thread while direct messages fail."""
    return box.tries > len(PAUSES)


class Openings:
    """Limits how many channels one process opens. The state is lost at a restart."""

    def __init__(self) -> None:
        self._opened: deque[float] = deque(maxlen=OPENED_AT_MOST)
        self._stopped_until = 0.0
        self._pause = NO_OPENING

    def allowed_from(self, now: float) -> float:
        """Return when the next channel may be opened. In the past if at once."""
        full = len(self._opened) == OPENED_AT_MOST
        return max(self._stopped_until, self._opened[0] + MINUTE if full else now)

    def opened(self, now: float) -> None:
        """Record a request that opens a channel."""
        self._opened.append(now)

    def stop(self, now: float) -> None:
        """Open no channel for a while, because Discord has refused. Doubles the next pause."""
        self._stopped_until = now + self._pause
        self._pause = min(2 * self._pause, LONGEST_NO_OPENING)

    def succeeded(self) -> None:
        """Make the next pause short again."""
        self._pause = NO_OPENING


class Mailboxes:
    """The direct messages of one bot's members."""

    def __init__(self, bot: TuppenceBot) -> None:
        self._bot = bot
        self._members = bot.database.members
        self._openings = Openings()

    async def send(self, user_id: int, sending: Sending) -> bool:
        """Send a direct message.

        Returns False if the caller must notify the member in the thread instead. That is so if the
        member does not accept direct messages, or if direct messages have failed for ten minutes.

        Raises:
            DirectMessagesDelayed: The message failed, but a later try may succeed.
        """
        now, box = self._bot.clock(), await self._members.mailbox(user_id)
        if box.not_before > now:
            return self._wait(box)
        try:
            box = await self._opened(box, now)
            await sending(box.channel_id or 0)
        except DirectMessagesDelayed as delayed:
            if delayed.at < now + TOLD_AFTER:
                raise
            return False
        except discord.HTTPException as error:
            return await self._failed(box, error, now)
        if box.tries or box.used < now - USED_AGAIN:
            await self._members.save_mailbox(Mailbox(user_id, box.channel_id, used=now))
        return True

    async def is_delayed(self, user_id: int, now: float) -> bool:
        """Return whether a failure pauses direct messages, and no mention replaces them yet."""
        box = await self._members.mailbox(user_id)
        return box.not_before > now and not is_told_in_thread(box)

    async def _opened(self, box: Mailbox, now: float) -> Mailbox:
        """Return the mailbox with its channel, which is opened once.

        Raises:
            DirectMessagesDelayed: The process may open no channel now.
            discord.HTTPException: Discord did not open it.
        """
        if box.channel_id is not None:
            return box
        at = self._openings.allowed_from(now)
        if at > now:
            raise DirectMessagesDelayed(at)
        self._openings.opened(now)
        try:
            channel = await self._bot.create_dm(discord.Object(box.user_id))
        except discord.HTTPException as error:
            if error.code != OPENS_TOO_FAST:
                raise
            self._openings.stop(now)
            raise DirectMessagesDelayed(self._openings.allowed_from(now)) from error
        self._openings.succeeded()
        # Saved before the message is sent: the commit that saves its id reads whose channel it is.
        opened = replace(box, channel_id=channel.id, used=now)
        await self._members.save_mailbox(opened)
        return opened

    async def _failed(self, box: Mailbox, error: discord.HTTPException, now: float) -> bool:
        """Save a failure, and return or raise what `send` does after it."""
        log.info("a direct message failed: %d %d", error.status, error.code)
        if error.code == NO_CHANNEL:  # the next message opens it again
            await self._members.save_mailbox(replace(box, channel_id=None))
            return False
        tries = box.tries + 1
        if error.code in REFUSED:
            tries, pause = max(tries, len(PAUSES) + 1), REFUSED_FOR
        elif is_transient(error) or error.code == NO_ACCESS:
            # Discord sometimes sends "no access" by mistake.
            pause = pause_after(tries)
        else:
            return False
        failed = replace(box, tries=tries, not_before=now + pause, used=box.used or now)
        await self._members.save_mailbox(failed)
        return self._wait(failed)

    @staticmethod
    def _wait(box: Mailbox) -> bool:
        """Return False if the member is told in the thread meanwhile. Raises if they are not."""
        if is_told_in_thread(box):
            return False
        raise DirectMessagesDelayed(box.not_before)

    # ---- presses

    def note(self, raw: Interaction) -> None:
        """Note a press or a command in direct messages: the member can be reached there again."""
        if is_in_bot_dm(raw) and raw.channel_id is not None:
            work = partial(self._pressed, raw.user.id, raw.channel_id)
            raw.client.retry_queue.soon(("mailbox", raw.user.id), work, log_failed_note)

    async def _pressed(self, user_id: int, channel_id: int) -> None:
        now, box = self._bot.clock(), await self._members.mailbox(user_id)
        is_noted = (box.channel_id, box.tries) == (channel_id, 0) and box.not_before <= now
        if not is_noted or box.used < now - USED_AGAIN:
            await self._members.save_mailbox(Mailbox(user_id, channel_id, used=now))


async def log_failed_note(error: Exception) -> None:
    """Log that a press was not noted. The next press is."""
    log.warning("a press in direct messages was not noted", exc_info=error)
