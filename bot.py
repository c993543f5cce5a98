"""Tuppence in Discord: the bot and its process, from the settings to an orderly end.

Every exit status and what to do about it: `docs/operating/errors.md`, made from the table in
`cogs.core.exit_status`.
While Discord is merely away the bot waits: `cogs.gateway.connection`.
"""

import asyncio
import hashlib
import json
import logging
import os
import runpy
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module

import discord
from discord.ext import commands

from cogs.core import exit_status
from cogs.core.bot import TuppenceBot
from cogs.core.clock import MAX_CLOCK_SKEW, ClockSkew
from cogs.core.concurrency import LoopThrottle
from cogs.core.exit_status import exit_status_for, report_and_exit_status, run_to_exit_status
from cogs.core.lifecycle import InFlight, background_tasks, run_until_first_ends, stop_event
from cogs.core.log import start_log
from cogs.core.metrics import Metrics
from cogs.core.ownership import ShardOwnership, SingleProcess
from cogs.core.settings import BROWSER, ROOT, InvalidSettings, Settings
from cogs.delivery.retry_queue import RetryQueue
from cogs.error_handler import handle_error
from cogs.gateway.connection import DiscordRetry, PatientBot, http_trace, use_proxy
from cogs.gateway.guild_cache import compress_idle_guilds
from cogs.gateway.identify import IdentifyQueue
from cogs.ops.cli import PRINT_COMMANDS, print_command
from cogs.ops.cli import run_command as asked
from cogs.ops.databases import THIS_RELEASE
from cogs.ops.doctor import ONE_PROCESS
from cogs.ops.maintenance import NOT_IN_GUILD_CODES
from cogs.ui.card_emojis import DRAW_EMOJIS, CardEmojis, Faces
from cogs.ui.commands import TuppenceCommandTree
from cogs.ui.localization import CommandTranslator, LocaleResolver, command_translations
from cogs.ui.permissions import invitation, missing_permissions
from cogs.ui.rate_limit import RateLimiter
from cogs.ui.router import ComponentRouter
from cogs.ui.texts import say
from cogs.wiring import build_services, load_extensions
from data.database import Database

log = logging.getLogger("tuppence")

DRAIN_SECONDS = 0.8  # seconds that a stop waits for presses under way
FAREWELL_SECONDS = (
    2.0  # seconds more to tell the others, of the three that Discord gives for an answer
)
SYNCED_COMMANDS_NOTE = "commands"  # the store remembers the hash of the commands that Discord knows


class Tuppence(PatientBot, TuppenceBot):
    """The bot, with all that its cogs ask of it. Tests give it ownership, entropy and faces.

    Args:
        settings: What the process was told.
        store: The open database.
        ownership: Which guilds this process serves; by default all. It has the clock.
        entropy: Returns so many random bytes.
        sleep: Waits so many seconds between two looks at what is due.
        faces: Draws the card emojis, as PNG by name.
        shards: The shards to connect; by default all that Discord asks for.
        of: The number of shards, where `shards` are given.

    """

    def __init__(
        self,
        settings: Settings,
        store: Database,
        *,
        ownership: ShardOwnership | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        faces: Faces = DRAW_EMOJIS,
        shards: Sequence[int] = (),
        of: int = 0,
    ) -> None:
        self.metrics = Metrics()
        self.ownership = ownership or SingleProcess(IdentifyQueue())
        super().__init__(
            http_trace=http_trace(partial(self.metrics.count, "rate_limits"), self.dated),
            command_prefix=commands.when_mentioned,  # there are none; slash commands only
            help_command=None,
            tree_cls=TuppenceCommandTree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if shards:
            self.shard_ids, self.shard_count = list(shards), of
        self.settings = settings
        assert self.http.http_trace is not None
        if settings.proxy is None:  # a proxy keeps the limits of all processes
            self.ownership.trace(self.http.http_trace)
        self.database = store
        self.metrics.watch_database(settings.place)
        store.observe_commits(partial(self.metrics.took, "commit"))
        self.clock = self.ownership.clock
        self.entropy = entropy
        self.faces = faces
        self.card_emojis = CardEmojis()
        self.sleep = sleep
        self.discord_retry = DiscordRetry(self)
        self.clock_skew = ClockSkew(self.clock)
        self._has_the_time = False
        self.rate_limiter = RateLimiter(self.clock.elapsed)
        self.in_flight = InFlight()
        self.throttle = LoopThrottle()
        self.retry_queue = RetryQueue(self)
        self.languages = LocaleResolver(store.guilds, self.get_guild)
        self.router = ComponentRouter()
        self.counts = Counter()
        self.handle_error = handle_error

    async def login(self, token: str) -> None:
        """Log in, load every extension, and tell Discord the commands if they have changed."""
        await super().login(token)
        await self.load_doors()
        if self.ownership.runs_maintenance:
            await self.on_maintenance_begins()

    async def on_maintenance_begins(self) -> None:
        """Tell Discord the commands, and the operator how to invite the bot.

        One process of several does this. The link does not go to the log, which hides ids, nor to
        standard output, where a cluster tells its supervisor how far it is.
        """
        await self.discord_retry.until_done(self.sync_commands)
        if self.settings.token and self.application_id:
            link = invitation(self.application_id)
            sys.stderr.write(say("doctor.invitation", link=link) + "\n")

    def dated(self, at: float) -> None:
        """Discord says what time it is. Where this machine's clock is far off, begin by Discord's.

        Only the first answer counts, before anything is marked: what a clock marks that is put
        right later, it has marked for longer than it was wrong.
        """
        if self._has_the_time:
            return
        self._has_the_time = True
        by = at - self.clock()
        if abs(by) > MAX_CLOCK_SKEW:
            log.warning("this machine's clock is %.0f s off: using Discord's instead", -by)
            self.clock.follow(by)
            self.database.accept_clock_change()
            self.clock_skew.heard(at)

    async def load_doors(self) -> None:
        """Construct the services, then load every extension.

        Not by discord.py's `load_extension`: it would import each module again for every bot,
        which is a quarter of what a test's bot costs.
        """
        self.services = build_services(self)
        self.add_listener(self.router.dispatch, "on_interaction")
        await self.tree.set_translator(CommandTranslator())
        await load_extensions(self)

    async def sync_commands(self) -> None:
        """Sync only when the commands or their words differ from those synced last.

        Raises `InvalidSettings` when the bot is not on the server that they are for.
        """
        guild = discord.Object(self.settings.home_guild) if self.settings.home_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        now = self.commands_hash(guild)
        if await self.database.program_state.get(SYNCED_COMMANDS_NOTE) == now:
            return
        try:
            synced = await self.tree.sync(guild=guild)
        except (discord.Forbidden, discord.NotFound) as error:
            if guild is None or error.code not in NOT_IN_GUILD_CODES:
                raise
            raise InvalidSettings([f"TUPPENCE_HOME_GUILD: the bot is not on {guild.id}"]) from error
        await self.database.program_state.set(SYNCED_COMMANDS_NOTE, now)
        log.info("synced %d commands", len(synced))

    def commands_hash(self, guild: discord.Object | None) -> str:
        """The hash of what `sync` would send, and where.

        Of what it translates, and of the words; translating itself is most of a sync.
        """
        payloads = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        where = [self.application_id, guild.id if guild else None]
        said = [where, sorted(payloads, key=json.dumps), command_translations()]
        text = json.dumps(said, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """The permissions the bot needs and has not got, by discord.py's names."""
        return missing_permissions(granted)

    async def drain(self) -> None:
        """Turn new presses away with a sentence, and let those under way finish if they can."""
        sent_home = await self.in_flight.close(DRAIN_SECONDS, FAREWELL_SECONDS)
        if sent_home:
            log.warning("stopped during %d interactions; each is saved or undone", sent_home)


async def serve(bot: Tuppence, token: str, stop: asyncio.Event) -> None:
    """Run until somebody asks to stop, or Discord or the disk ends it.

    Raises what `bot.start` raises, and `NotSaved` when nothing can be saved any more.
    """
    arrived = partial(bot.ownership.ready, bot)
    ours = background_tasks(bot.database, bot.metrics, lambda: bot.services.renderer, arrived)
    works = (*ours, compress_idle_guilds(bot), drain_on_stop(bot, stop))
    with bot.metrics.told(bot.settings.metrics_port, beside=bot.ownership.replaces_another):
        async with bot:
            await run_until_first_ends(bot.start(token), *works, *bot.ownership.tasks(stop))


async def drain_on_stop(bot: Tuppence, stop: asyncio.Event) -> None:
    """Wait for `stop`, then until no interaction is under way. The gateway stays connected."""
    await stop.wait()
    await bot.ownership.release()
    await bot.drain()


def single_process() -> ShardOwnership:
    """Return the ownership of the only process."""
    return SingleProcess(IdentifyQueue())


async def run(settings: Settings, join: Callable[[], ShardOwnership] = single_process) -> None:
    """Open the database, play, close the database. `join` makes the process's ownership."""
    assert settings.token is not None
    if settings.proxy:
        use_proxy(settings.proxy)
    stop = stop_event()  # first: an upgrade of the database is not cut short
    ownership = join()
    store = await Database.open(
        settings.place,
        now=ownership.clock,
        program=THIS_RELEASE,
        fence=ownership.table_fence,
    )
    try:
        bot = Tuppence(settings, store, ownership=ownership)
        bot.draws_in_processes = True
        await serve(bot, settings.token, stop)
    finally:
        await store.close()
        await ownership.close()


def main(arguments: Sequence[str] = (), command: Sequence[str] = (sys.executable, __file__)) -> int:
    """Read the settings and run, without a token in the browser; the status says how it ended.

    With arguments, do what the operator asks instead: `cogs.ops.cli`. `command` is how
    this program is started again, for each of several processes.
    """
    if arguments and arguments[0] in PRINT_COMMANDS:
        return print_command(arguments[0])
    try:
        settings = Settings.read(os.environ, ROOT / ".env")
    except InvalidSettings as problems:
        return exit_status_for(problems)
    # By name and only here: the bot plays on SQLite without that package.
    several = settings.server is not None
    clusters = import_module("cogs.clusters").load(settings, arguments) if several else None
    if arguments and not (clusters and arguments[0] in clusters.start_commands):
        return asked(arguments, settings, clusters.doctor_checks if clusters else ONE_PROCESS)
    if settings.token is None and not BROWSER.exists():
        return report_and_exit_status(exit_status.SETTINGS, say("doctor.token_missing"))
    if settings.token is None:
        sys.stderr.write("No DISCORD_TOKEN: Tuppence opens in your browser instead of Discord.\n")
        runpy.run_path(str(BROWSER), run_name="__main__")
    if clusters:
        status: int = clusters.start(command, run)
        return status
    start_log(settings.log_level, settings.token)
    return run_to_exit_status(run(settings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
