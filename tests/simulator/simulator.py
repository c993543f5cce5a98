"""The real bot in a simulated server."""

import asyncio
import hashlib
import logging
import math
import shutil
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.env import Env
from simcord.interactions import base_payload

from bot import Tuppence
from cogs.core.clock import Clock
from cogs.core.ownership import SingleProcess
from cogs.core.refusals import ShuttingDown
from cogs.core.settings import Settings
from cogs.gateway.identify import IdentifyQueue
from data.database import Database
from tests.simulator import quick_copies
from tests.simulator.contexts import BY_MEMBER, Origin, open_group, told
from tests.simulator.faults import Faults
from tests.simulator.laws import unasked
from tests.simulator.members import Member, Pressing
from tests.simulator.messages import Answer, Shown
from tests.simulator.payloads import complaints
from tests.simulator.single_threaded import asked_at_once, without_threads
from tests.simulator.synced import synced
from tests.simulator.undrawn import Undrawn
from tests.support import empty_database

quick_copies.install()

JOINED = "2025-01-01T00:00:00+00:00"
NAMES = ("Ann", "Ben", "Cleo", "Dan")


class Entropy:
    """Random bytes that are the same on each run; another `seed` gives another run."""

    def __init__(self, seed: str = "room") -> None:
        self.seed = seed
        self.calls = 0

    def __call__(self, count: int) -> bytes:
        self.calls += 1
        return hashlib.shake_256(f"{self.seed}/{self.calls}".encode()).digest(count)


class Keeping(logging.Handler):
    """A log handler that keeps every record."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


class Brisk(Env):
    """SimCord's environment, which polls more often than every 50 ms; that was most of a test's
    time.
    """

    async def _settle_internal(
        self,
        *,
        idle: float = 0.002,
        timeout: float | None = None,  # noqa: ASYNC109 - SimCord's signature
        **how: Any,
    ) -> None:
        # SimCord allows five seconds for a restart, and a busy machine may need more.
        patience = max(timeout or 0.0, self.settle_timeout)
        await super()._settle_internal(idle=min(idle, 0.002), timeout=patience, **how)


class Uncopied(Database):
    """A database that makes no backups by itself, as on a server; a test makes its own, if any."""

    @property
    def makes_backups(self) -> bool:
        return False


class Simulator:
    """A server with a text channel, members, and the bot; see the package's docstring."""

    env: Env
    bot: Tuppence
    faults: Faults
    channel: Any
    guild: Any

    def __init__(
        self,
        database: Path,
        log: list[logging.LogRecord],
        *,
        threads: bool = True,
        backs_up: bool = False,
        pictures: bool = True,
        first_start: bool = False,
    ) -> None:
        self.database = database
        self.log = log
        self.threaded = threads
        self.backs_up = backs_up
        self.pictures = pictures
        self.first_start = first_start
        self.judges = True
        self.rests = True
        """Whether the quiet seconds of the repaint queue pass after each interaction."""
        self.entropy = Entropy()
        self.faces: Mapping[str, bytes] = {}
        self.set_by = 0.0
        self.dates = False
        """Whether Discord's first answer to a starting process has a date."""
        self.members: tuple[Member, ...] = ()
        self.everybody: dict[int, Member] = {}
        self.contexts: dict[int, Origin] = {}
        """What Discord tells of the place of an interaction, by channel."""
        self.pressed_in_dm: set[int] = set()
        """The members who have used something in the bot's direct messages."""
        self._checked = 0
        self._faults_taken: set[int] = set()

    # ------------------------------------------------------------ life

    async def start(self, names: Sequence[str] = NAMES) -> None:
        """Open the database, create the server, start the bot."""
        self.bot = await self._new_bot()
        self.env = Brisk(self.bot, shard_count=1, check_errors=False, settle_timeout=20)
        self.faults = Faults(self.env.backend, self.env.external_wait)
        self.guild = self.env.create_guild("Card Corner")
        self.channel = self.guild.create_text_channel("cards")
        self.added_at(JOINED)
        self.members = tuple(self.invite(name) for name in names)
        self._let_people_speak()
        self._number_posts()
        if not self.first_start:
            self.env.backend.register_commands(None, synced(FIRST).commands)
        await self.env.start()
        self._begun()

    async def stop(self) -> None:
        """Close Discord and the database, even if the start failed half-way."""
        try:
            if hasattr(self, "env"):
                await self.env.shutdown()
        finally:
            if hasattr(self, "bot"):
                await self.bot.database.close()
                let_go(self.bot)

    async def restart(self, *, crash: bool = True, copy: Path | None = None) -> None:
        """Stop the bot, killed or in order, and start a new one on the same database.

        A `copy` first replaces the database, as `docs/operating/backup.md` describes.
        """
        if not crash:
            await self.bot.drain()
        await self.bot.database.close()
        if copy is not None:
            shutil.copy(copy, self.database)
        before, self.bot = self.bot, await self._new_bot()
        await self.env.restart_bot(self.bot)
        let_go(before)
        self._begun()

    def _begun(self) -> None:
        if not self.threaded:
            without_threads(self.bot)
        if not self.pictures:
            self.bot.services.renderer._workers = Undrawn()
        self.check()

    async def _new_bot(self) -> Tuppence:
        # Opened outside the bot's own work: the database's writer waits for ever, as it should, and
        # SimCord would wait for it.
        clock = Clock(self.wall, self.now)
        store = await (Database if self.backs_up else Uncopied).open(self.database, now=clock)
        if not self.threaded:
            asked_at_once(store)
        settings = Settings(database=self.database)
        bot = Tuppence(
            settings,
            store,
            ownership=SingleProcess(IdentifyQueue(), clock),
            entropy=self.entropy,
            sleep=self.sleep,
            faces=lambda: self.faces,
        )
        # Simulated time does not pass while members press, so all presses would exceed the rate
        # limit.
        limits = bot.rate_limiter
        limits.member = limits.message = limits.lobbies = math.inf
        if self.dates:
            bot.check_clock(self.now())
        return bot

    async def sleep(self, seconds: float) -> None:
        """Sleep in simulated time: only `wait` ends it, never the real clock."""
        if asyncio.current_task() not in self.env._work.tasks:
            await asyncio.sleep(seconds)  # a test called the bot outside any interaction
            return
        await self.env.external_wait(asyncio.sleep(seconds), reason="the simulated clock")

    def now(self) -> float:
        """The simulated time, in UTC epoch seconds."""
        return self.env.now().timestamp() if hasattr(self, "env") else 1767225600.0

    def wall(self) -> float:
        """The time of the machine's clock; see `set_clock`."""
        return self.now() + self.set_by

    def set_clock(self, seconds: float) -> None:
        """Set the machine's clock ahead or back; time itself and Discord's clock do not change."""
        self.set_by += seconds

    # ------------------------------------------------------------ the server

    def invite(self, name: str, *, manages: bool = False) -> Member:
        """Add a member. With `manages`, the member may manage the server."""
        user = self.env.create_user(name.lower().replace(" ", "_") or "nameless", global_name=name)
        person = Member(self, self.guild.add_member(user))
        self.everybody[person.id] = person
        if manages:
            self.promote(person)
        return person

    def promote(self, person: Member) -> None:
        """Let a member manage the server from now on."""
        may = discord.Permissions(manage_guild=True)
        role = self.guild.create_role("Manager", permissions=may)
        self.env.backend.add_member_role(self.guild.id, person.id, role.id)

    def group_dm(self, *people: Member) -> int:
        """Open a group of these members, and return its channel's id."""
        return open_group(self, people)

    def added_at(self, when: str) -> None:
        """Say that the server added the bot at this time. A new server gets a welcome."""
        guild = self.env.backend.get_guild(self.guild.id)
        guild.members[self.env.backend.bot_user.id].joined_at = when

    def timed_out(self, *, hours: float) -> int:
        """Time the bot out from now on. Returns until when, in epoch seconds."""
        until = self.env.now() + timedelta(hours=hours)
        guild = self.bot.get_guild(self.guild.id)
        assert guild is not None
        guild.me.timed_out_until = until
        return round(until.timestamp())

    def demote(self, person: Member) -> None:
        """Take every role from a member."""
        guild = self.env.backend.get_guild(self.guild.id)
        for role_id in tuple(guild.members[person.id].role_ids):
            self.env.backend.remove_member_role(guild.id, person.id, role_id)

    def _let_people_speak(self) -> None:
        """Send each member's own locale and context; SimCord knows neither."""
        emit = self.env.backend.emit

        def spoken(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                user = payload["member"]["user"] if "member" in payload else payload["user"]
                person = self.everybody.get(int(user["id"]))
                payload = {**payload, "locale": person.locale if person else "en-US"}
                origin = self.contexts.get(int(payload["channel_id"]))
                payload = payload if origin is None else told(payload, origin)
                if origin is not None and set(origin.owners) == {BY_MEMBER}:
                    self.faults.follow_ups.limit(payload["token"])
            emit(event, payload)

        self.env.backend.emit = spoken  # type: ignore[method-assign]

    def _number_posts(self) -> None:
        """Give a post of a forum and its first message one id, as Discord does."""
        backend = self.env.backend
        make_thread, make_post = backend.create_thread, backend.create_forum_post

        def numbered(forum_id: int, name: str, starter: Any, **how: Any) -> Any:
            thread = partial(make_thread, message_id=starter.id)
            backend.create_thread = thread  # type: ignore[method-assign]
            try:
                return make_post(forum_id, name, starter, **how)
            finally:
                backend.create_thread = make_thread  # type: ignore[method-assign]

        backend.create_forum_post = numbered  # type: ignore[method-assign]

    async def speak(self, locale: str) -> None:
        """Let the server report this language to Discord."""
        self.env.backend.edit_guild(self.guild.id, {"preferred_locale": locale})
        await self.env.settle()

    def deny(self, *permissions: str, channel: Any = None, target: int | None = None) -> None:
        """Take permissions in the channel from the bot, or from `target`: a role or a member."""
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        roles = self.env.backend.get_guild(self.guild.id).roles
        kind = OverwriteType.ROLE if target in roles else OverwriteType.MEMBER
        overwrite = Overwrite(target or self.env.backend.bot_user.id, kind, deny=denied)
        self.env.backend.set_overwrite((channel or self.channel).id, overwrite)

    def allow(self, channel: Any = None) -> None:
        """Restore the bot's permissions in the channel."""
        me = self.env.backend.bot_user.id
        self.env.backend.delete_overwrite((channel or self.channel).id, me)

    def lock(self, thread: int, *, locked: bool = True, archived: bool = False) -> None:
        """Let a moderator lock and archive a thread; `locked=False` opens it again."""
        self.deny("manage_threads")  # A member with this permission can post in a locked thread.
        how = {"locked": locked, "archived": archived}
        self.env.backend.edit_channel(thread, {}, thread_metadata=how)

    def hang(self, method: str, path: str) -> None:
        """Let matching requests hang until `heal`."""
        self.faults.hang(method, path)

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int = 500,
        code: int = 0,
        times: int | None = 1,
        carried_out: bool = False,
    ) -> None:
        """Let Discord refuse matching requests; `path` is a pattern: "/channels/*/messages".

        With `carried_out` only the answer is lost: Discord has done what was asked.
        """
        if carried_out:
            self.faults.lose(method, path, BackendError(status, code, "lost"), times=times)
        else:
            self.env.inject_error(method, path, status=status, code=code, times=times)

    def disconnect(
        self, method: str, path: str, *, times: int | None = 1, carried_out: bool = False
    ) -> None:
        """Cut the connection of matching requests. `carried_out`: Discord has executed them."""
        error = aiohttp.ServerDisconnectedError()
        self.faults.lose(method, path, error, times=times, carried_out=carried_out)

    def meanwhile(self, method: str, path: str, happens: Callable[[], object]) -> None:
        """Run something just before the next matching request reaches Discord."""
        self.faults.meanwhile(method, path, happens)

    def heal(self) -> None:
        """End all faults."""
        self.faults.clear()
        self.env.backend.faults.clear()

    def put_away(self, message: Shown) -> None:
        """Let its member dismiss a private message; Discord sends the bot no event."""
        assert message.private
        self.env.backend.delete_message(message.channel_id, message.id)

    # ------------------------------------------------------------ what happens

    async def together(self, *pressings: Pressing) -> list[Answer]:
        """Let interactions reach the bot at the same moment, then wait until all work is done."""
        records = [self._dispatch(pressing) for pressing in pressings]
        await self.env.settle()
        await self._let_rest()
        self.check()
        return [Answer(self, record) for record in records]

    def press_now(self, pressing: Pressing) -> None:
        """Let an interaction reach the bot in the middle of another; see `meanwhile`."""
        self._dispatch(pressing)

    async def wait(self, seconds: float) -> None:
        """Move the clock; everything that falls due happens."""
        await self.env.advance_time(seconds)
        await self._let_rest()
        self.check()

    async def _let_rest(self) -> None:
        """Let the quiet seconds pass at every table, unless a test measures them with `wait`.

        The simulated time does not change: otherwise each press would move all deadlines nearer.
        """
        queue = self.bot.services.repaint_queue
        while self.rests and queue._resting:
            with self.env._bot_scope():
                for table_id in tuple(queue._resting):
                    queue._end_rest(table_id)
                    queue.rested(table_id)
            await self.env.settle()

    def _dispatch(self, pressing: Pressing) -> Any:
        backend = self.env.backend
        record, payload = base_payload(
            backend,
            type=pressing.type,
            channel_id=pressing.channel_id,
            guild_id=backend.get_channel(pressing.channel_id).guild_id,
            user_id=pressing.person.id,
            data=dict(pressing.data),
        )
        if pressing.channel_id == backend.dm_channels.get(pressing.person.id):
            self.pressed_in_dm.add(pressing.person.id)
        if pressing.message is not None:
            stored = pressing.message.stored
            assert stored.visible_to(pressing.person.id), "that message is somebody else's"
            record.source_message_id = stored.id
            payload["message"] = dict(serializers.message_payload(backend, stored))
        backend.emit("INTERACTION_CREATE", payload)
        return record

    # ------------------------------------------------------------ what is there

    def messages(self, channel_id: int | None = None, viewer: Member | None = None) -> list[Shown]:
        """Return messages, oldest first: the public ones, and those private to `viewer`.

        A viewer sees direct messages and groups only if they take part.
        """
        viewer_id = viewer.id if viewer else None
        return [
            Shown(self, channel, message)
            for channel, messages in self.env.backend.messages.items()
            for message, stored in messages.items()
            if channel_id in {None, channel}
            and stored.visible_to(viewer_id)
            and (viewer_id is None or self._takes_part(channel, viewer_id))
        ]

    def _takes_part(self, channel_id: int, user_id: int) -> bool:
        """Whether a member takes part in direct messages; True for a channel of the server."""
        channel = self.env.backend.channels.get(channel_id)
        return channel is None or channel.guild_id is not None or user_id in channel.recipient_ids

    def latest(self, channel_id: int | None = None, viewer: Member | None = None) -> Shown:
        """Return the newest message, in one channel or anywhere."""
        return max(self.messages(channel_id, viewer), key=lambda shown: shown.id)

    def threads(self) -> tuple[int, ...]:
        """Return the ids of all threads, oldest first."""
        channels = self.env.backend.channels.values()
        return tuple(channel.id for channel in channels if channel.is_thread)

    @property
    def sent(self) -> list[Any]:
        """Every request of the bot, oldest first: `.method`, `.path`, `.json`."""
        return self.env.http_requests

    # ------------------------------------------------------------ what must hold

    def check(self) -> None:
        """Check every payload sent since the last check, if this simulator `judges`."""
        if not self.judges:
            return
        new = self.sent[self._checked :]
        self._checked = len(self.sent)
        wrong = [f"{one.method} {one.path}: {why}" for one in new for why in complaints(one)]
        wrong += unasked(self, new)
        assert not wrong, "Discord would refuse this:\n" + "\n".join(wrong)

    @property
    def errors(self) -> list[logging.LogRecord]:
        """The ERROR records that no test has taken."""
        errors = [record for record in self.log if record.levelno >= logging.ERROR]
        return [record for record in errors if id(record) not in self._faults_taken]

    def take_errors(self) -> list[str]:
        """Return the messages of the ERROR records so far; they no longer fail the test."""
        taken = self.errors
        self._faults_taken |= {id(record) for record in taken}
        return [record.getMessage() for record in taken]


def let_go(bot: Tuppence) -> None:
    """End the render thread of a stopped bot, which would keep the whole simulator in memory."""
    with suppress(ShuttingDown):
        bot.services.renderer.close()


@contextmanager
def keeping_log() -> Iterator[list[logging.LogRecord]]:
    """Record every log entry, DEBUG and up, in this block."""
    keeper, root = Keeping(), logging.getLogger()
    before = root.level
    root.addHandler(keeper)
    root.setLevel(logging.DEBUG)
    try:
        yield keeper.records
    finally:
        root.removeHandler(keeper)
        root.setLevel(before)


@asynccontextmanager
async def open_simulator(
    database: Path, names: Sequence[str] = NAMES, **how: bool
) -> AsyncIterator[Simulator]:
    """Yield a running simulator; at the end no error may be left that no test has taken.

    Args:
        database: The file of its database.
        names: The members of the server.
        how: With `threads=False` all work is done on the event loop, see `single_threaded`. With
            `backs_up=True` the bot makes backups, the first at once, as a bot on a file does. With
            `pictures=False` most pictures are described, not drawn. With `first_start=True`
            Discord does not have the commands yet.
    """
    empty_database.lay(database, None if how.get("first_start") else synced(FIRST).database)
    with keeping_log() as log:
        simulator = Simulator(database, log, **how)
        try:
            await simulator.start(names)
            yield simulator
        finally:
            await simulator.stop()
        assert not simulator.errors, [record.getMessage() for record in simulator.errors]


FIRST = partial(open_simulator, first_start=True, pictures=False)
"""Opens the simulator whose commands the others have."""
