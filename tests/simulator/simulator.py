"""The real bot in a simulated server."""

import asyncio
import logging
import math
import shutil
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from simcord.backend import serializers
from simcord.interactions import base_payload

from bot import Tuppence
from cogs.core.clock import Clock
from cogs.core.refusals import ShuttingDown
from cogs.core.settings import Settings
from cogs.gateway.identify import IdentifyQueue
from cogs.gateway.ownership import SingleProcess
from data.database import Database
from tests.simulator import quick_copies
from tests.simulator.contexts import Origin, open_group
from tests.simulator.faults import Faults
from tests.simulator.laws import unasked
from tests.simulator.members import Member, Pressing
from tests.simulator.messages import Answer, Shown
from tests.simulator.parts import Brisk, Entropy, Uncopied, keeping_log
from tests.simulator.payloads import complaints
from tests.simulator.server import SimulatedServer
from tests.simulator.single_threaded import asked_at_once, without_threads
from tests.simulator.synced import synced
from tests.simulator.undrawn import Undrawn
from tests.support import empty_database

quick_copies.install()

JOINED = "2025-01-01T00:00:00+00:00"
NAMES = ("Ann", "Ben", "Cleo", "Dan")


class Simulator(SimulatedServer):
    """A server with a text channel, members, and the bot; see the package's docstring."""

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

    def group_dm(self, *people: Member) -> int:
        """Open a group of these members, and return its channel's id."""
        return open_group(self, people)

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
