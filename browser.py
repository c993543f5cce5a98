"""`./run` without a token: the very same bot in a simulated Discord, played in a browser.

SimCord stands in for Discord and serves one page on this machine: the channel, its composer and
every control, seen as any of the members. Its clock follows the real one, so that what falls
due falls due. All use of SimCord outside the tests is in this file.

The simulated server is built with the same ids each time, and the database outlives the process;
the messages do not. So on each start the tables forget where they were shown, and the bot shows
them anew: kill it in the middle of a game, start it again, and play on.

The page shows one channel and no threads. The bot is therefore not allowed to open threads there,
and plays in the channel itself, as it does in any server that forbids them.
"""

import asyncio
import logging
import os
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from simcord.backend.errors import SetupError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.preview import Preview

from bot import SYNCED_COMMANDS_NOTE, Tuppence
from cogs.core.clock import Clock
from cogs.core.exit_status import exit_status_for, run_to_exit_status
from cogs.core.lifecycle import raise_store_failure, run_until_first_ends, stop_event
from cogs.core.log import start_log
from cogs.core.ownership import SingleProcess
from cogs.core.settings import ROOT, InvalidSettings, Settings
from cogs.gateway.identify import IdentifyQueue
from cogs.ops.databases import THIS_RELEASE
from data.database import Database

GUILD = 1_100_000_000_000_000_000
MEMBERS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")  # enough for the largest table
TICK = 0.5  # seconds between two looks at the clock; the page asks as often
SETTLE = 30.0  # seconds a press may take before the page says that it failed
REMEMBERED = 40  # states of a page; a tab that nobody looks at asks once a minute at most
log = logging.getLogger("tuppence")

THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)


def create_guild(env: Env) -> tuple[Any, tuple[Any, ...]]:
    """Build the server; the channel and its members.

    SimCord makes ids from its clock and a count, so before the clock is set they are the same in
    each session: the members keep their seats. The first may manage the server, as whoever invites
    a bot may: else nobody here could type every command.
    """
    env.backend.edit_bot_profile("Tuppence")
    guild = env.create_guild("The Parlour", id=GUILD)
    channel = guild.create_text_channel("card-room", topic="Type /play to open a table.")
    users = [env.create_user(name.lower(), global_name=name) for name in MEMBERS]
    me = env.backend.bot_user.id
    env.backend.set_overwrite(channel.id, Overwrite(me, OverwriteType.MEMBER, deny=THREADS.value))
    keeper = guild.create_role("Keeper", permissions=discord.Permissions(manage_guild=True))
    first, *others = users
    return channel, (
        guild.add_member(first, roles=[keeper]),
        *(guild.add_member(user) for user in others),
    )


async def reset_messages(store: Database) -> None:
    """The simulated Discord starts empty: no message shows a table, no command is known."""
    for table_id in await store.tables.playing_ids():
        await store.tables.set_message_ids(
            table_id, lobby_message_id=None, thread_id=None, message_id=None
        )
    for table_id in await store.tables.lobby_ids():
        lobby = await store.tables.get(table_id)
        await store.messages.move_table(table_id, lobby.channel_id)
    await store.program_state.set(SYNCED_COMMANDS_NOTE, "")


class SeenComponents:
    """What could be pressed on the messages of each page, in its newest states.

    A tab presses what it has fetched last, and a moment later another control may stand in that
    place. Discord tells the bot what was pressed; SimCord, which knows controls by their place,
    would tell it what stands there now.
    """

    def __init__(self, env: Env, preview: Preview) -> None:
        self._messages = env.backend.messages
        self._pages = preview._pages  # noqa: SLF001
        self._states: dict[str, dict[int, Mapping[str, Any]]] = {}
        self._publish = preview._publish  # noqa: SLF001
        preview._publish = self.publish  # type: ignore[method-assign]  # noqa: SLF001

    def publish(self, page: Any, **reason: Any) -> None:
        """Publish a page, and remember this state of it."""
        self._publish(page, **reason)
        found = {one: self._message(page, one) for one in page.snapshot["messages"]}
        states = self._states.setdefault(page.id, {})
        states[page.revision] = {one: row.components for one, row in found.items() if row}
        states.pop(page.revision - REMEMBERED, None)
        for gone in self._states.keys() - self._pages.keys() - {page.id}:
            del self._states[gone]

    @contextmanager
    def as_seen(self, page: Any, body: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """What was done, as of now: the message that is pressed has meanwhile what was seen.

        In a state that is no longer remembered it stays what it is, and SimCord refuses it.
        """
        now = {**body, "published_revision": page.revision}
        if body.get("kind") not in {"click", "select"}:
            yield now
            return
        pressed = str(body.get("target_id"))
        states = self._states.get(page.id, {})
        seen = states.get(body["published_revision"], {}).get(pressed)
        message = self._message(page, pressed)
        if message is None or seen is None:
            yield body
            return
        newest, message.components = message.components, seen
        try:
            yield now
        finally:
            if message.components is seen:  # the bot has not changed it
                message.components = newest

    def _message(self, page: Any, written: str) -> Any:
        number = int(written) if written.isdecimal() else 0
        return self._messages.get(page.channel_id, {}).get(number)


class BrowserSession:
    """One page, and the clock that drives the simulated Discord behind it."""

    def __init__(self, env: Env, preview: Preview) -> None:
        self._env = env
        self._preview = preview
        self._seen = SeenComponents(env, preview)
        self._turn = asyncio.Lock()
        self._closing = False
        # SimCord has no public place before an action.
        self._action = preview._action  # noqa: SLF001
        preview._action = self.action  # type: ignore[method-assign]  # noqa: SLF001

    async def action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Do what somebody did on the page, and show its consequences to everybody.

        SimCord does one thing at a time and refuses a second: a press waits for the clock here
        instead. It also refuses a press on a page that has changed meanwhile; here the bot is
        asked, which is told what was pressed as it was seen, and answers a stale press by showing
        the newest state.
        """
        async with self._turn:
            self._closing = body.get("kind") == "close"
            page = self._preview._get_page(context_id)  # noqa: SLF001
            with self._seen.as_seen(page, body) as pressed:
                result = await self._action(context_id, pressed)
            await self._show_news()
            return result

    async def follow(self) -> None:
        """Keep the simulated clock at the real one, and the page at what the bot has sent."""
        while True:
            await asyncio.sleep(TICK)
            async with self._turn:
                try:
                    await self._env.advance_time(clock_lag(self._env))
                    await self._show_news()
                except TimeoutError as slow:
                    # What was due has been begun and goes on; the page must not end with it.
                    log.warning("the bot is slow: %s", slow)

    async def _show_news(self) -> None:
        """Publish every page again when the bot has sent something since."""
        if self._env.http_requests and not self._closing:
            await self._preview.refresh()
            # SimCord keeps all it ever saw, for tests; a session of days must not.
            self._env.backend.http_requests.clear()
            self._env.backend.transcript.clear()
            drop_unused_pictures(self._env)


def drop_unused_pictures(env: Env) -> None:
    """Let go of the pictures that no message has any more."""
    messages = (one for some in env.backend.messages.values() for one in some.values())
    kept = {picture["url"] for message in messages for picture in message.attachments}
    blobs = env.backend.cdn._blobs  # noqa: SLF001 - it has no way to let go
    for url in blobs.keys() - kept:
        del blobs[url]


async def advance_clock(env: Env, seconds: float) -> None:
    """Let simulated time go by; no press waits until it is over."""
    await env.external_wait(asyncio.sleep(seconds), reason="the clock of the tables")


def clock_lag(env: Env) -> float:
    """By how many seconds the simulated clock is behind the real one."""
    return max(0.0, time.time() - env.now().timestamp())


async def play(settings: Settings) -> None:
    """Run a session until the page ends it or a signal does."""
    clock = Clock()
    store = await Database.open(settings.database, now=clock, program=THIS_RELEASE)
    try:
        await reset_messages(store)
        ownership = SingleProcess(IdentifyQueue(), clock)
        # this Discord shows no emojis of an application
        bot = Tuppence(settings, store, ownership=ownership, faces=dict)
        env = Env(bot, shard_count=1, check_errors=False, settle_timeout=SETTLE)
        bot.sleep = partial(advance_clock, env)
        channel, members = create_guild(env)
        env.backend.advance_clock(clock_lag(env))
        await env.start()
        try:
            preview = env.preview(channel, viewers=members, layout="channel", port=settings.port)
            await show(env, preview, store, settings.port)
            await bot.drain()
        finally:
            await env.shutdown()
    finally:
        await store.close()


async def show(env: Env, preview: Preview, store: Database, port: int) -> None:
    """Serve the page until it is closed or a signal asks to stop.

    Raises `NotSaved` when nothing can be saved any more, `InvalidSettings` when the port is taken.
    """
    stop = stop_event()
    try:
        await preview.__aenter__()
    except SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = error.__cause__.strerror
        taken = f"TUPPENCE_PORT: {port} cannot be had ({why}). Give another, or 0"
        raise InvalidSettings([taken]) from error
    try:
        sys.stdout.write(f"Tuppence plays at {preview.url}\nStop it with Ctrl-C.\n")
        sys.stdout.flush()
        follow = BrowserSession(env, preview).follow()
        await run_until_first_ends(
            follow, preview.wait_closed(), raise_store_failure(store), stop.wait()
        )
    finally:
        await preview.close()


def main() -> int:
    """Read the settings and play; the exit status is one of `docs/operating/errors.md`."""
    try:
        settings = Settings.read(os.environ, ROOT / ".env")
    except InvalidSettings as problems:
        return exit_status_for(problems)
    start_log(settings.log_level, settings.token)
    return run_to_exit_status(
        play(replace(settings, token=None, home_guild=None, database=settings.pretended))
    )


if __name__ == "__main__":
    sys.exit(main())
