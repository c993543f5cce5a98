"""The bot, and the process that runs it: reads the settings, starts the bot, stops it in order.

`docs/operating/errors.md` explains the exit statuses, which are in `cogs.core.exit_status`.
`cogs.gateway.connection` retries while Discord is unreachable. `cogs.wiring` constructs the
services.
"""

import asyncio
import gc
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
from cogs.core.clock import MAX_CLOCK_SKEW, ClockSkew
from cogs.core.concurrency import YOUNG_OBJECTS, LoopThrottle
from cogs.core.exit_status import exit_status_for, report_and_exit_status, run_to_exit_status
from cogs.core.lifecycle import (
    SWITCH_INTERVAL,
    InFlight,
    background_tasks,
    run_until_first_ends,
    stop_event,
)
from cogs.core.log import start_log
from cogs.core.metrics import Metrics
from cogs.core.settings import BROWSER, ROOT, InvalidSettings, Settings
from cogs.delivery.retry_queue import RetryQueue
from cogs.error_handler import handle_error
from cogs.gateway.connection import DiscordRetry, PatientBot, http_trace, use_proxy
from cogs.gateway.guild_cache import compress_idle_guilds
from cogs.gateway.identify import IdentifyQueue
from cogs.gateway.ownership import ShardOwnership, SingleProcess
from cogs.ops.cli import PRINT_COMMANDS, print_command
from cogs.ops.cli import run_command as asked
from cogs.ops.databases import THIS_RELEASE
from cogs.ops.doctor import ONE_PROCESS
from cogs.ops.maintenance import NOT_IN_GUILD_CODES
from cogs.ui.card_emojis import DRAW_EMOJIS, CardEmojis, Faces
from cogs.ui.commands import TuppenceCommandTree, remove_user_install
from cogs.ui.localization import CommandTranslator, LocaleResolver, command_translations
from cogs.ui.permissions import invitation, missing_permissions
from cogs.ui.rate_limit import RateLimiter
from cogs.ui.router import ComponentRouter
from cogs.ui.texts import say
from cogs.wiring import build_services, load_extensions
from data.database import Database

log = logging.getLogger("tuppence")

DRAIN_SECONDS = 0.8
"""Seconds that a stop waits for interactions in flight."""
FAREWELL_SECONDS = 2.0
"""Seconds to answer cancelled interactions. With `DRAIN_SECONDS` less than Discord's three."""
SYNCED_COMMANDS_NOTE = "commands"
"""The database stores the hash of the commands that Discord has, under this name."""
BAD_REQUEST = 400


class Tuppence(PatientBot):
    """The bot, with everything that its cogs use. Tests replace ownership, entropy and faces.

    Args:
        settings: The settings of the process.
        store: The open database.
        ownership: Decides which guilds this process serves, and has the clock. By default the
            process serves all guilds.
        entropy: Returns that many random bytes.
        sleep: Waits that many seconds.
        faces: Draws the card emojis. Returns PNG files by name.
        shards: The shards to connect. By default Discord recommends their number.
        of: The total number of shards. Used only if `shards` is given.
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
            http_trace=http_trace(partial(self.metrics.count, "rate_limits"), self.check_clock),
            command_prefix=commands.when_mentioned,  # required; there are only slash commands
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
        if settings.proxy is None:  # otherwise the proxy obeys the rate limit for all processes
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
        self._was_clock_checked = False
        self.rate_limiter = RateLimiter(self.clock.elapsed)
        self.in_flight = InFlight()
        self.throttle = LoopThrottle()
        self.retry_queue = RetryQueue(self)
        self.languages = LocaleResolver(store.guilds, self.get_guild)
        self.router = ComponentRouter()
        self.counts = Counter()
        self.handle_error = handle_error

    async def login(self, token: str) -> None:
        """Log in, load every extension, and sync the commands if they have changed."""
        await super().login(token)
        await self.load_cogs()
        if self.ownership.runs_maintenance:
            await self.on_maintenance_begins()

    async def on_maintenance_begins(self) -> None:
        """Sync the commands, and print the invitation. Only one process does this.

        The link goes to standard error. The log would mask the id in the link, and a supervisor
        reads standard output.
        """
        await self.discord_retry.until_done(self.sync_commands)
        if self.settings.token and self.application_id:
            link = invitation(self.application_id)
            sys.stderr.write(say("doctor.invitation", link=link) + "\n")

    def check_clock(self, at: float) -> None:
        """Use Discord's time if this machine's clock is far off.

        Only the first response counts, because before it the bot has stored no timestamps. A later
        correction would make earlier timestamps wrong.

        Args:
            at: The time of Discord's response, as UTC epoch seconds.
        """
        if self._was_clock_checked:
            return
        self._was_clock_checked = True
        by = at - self.clock()
        if abs(by) > MAX_CLOCK_SKEW:
            log.warning("this machine's clock is %.0f s off: using Discord's instead", -by)
            self.clock.follow(by)
            self.database.accept_clock_change()
            self.clock_skew.heard(at)

    async def load_cogs(self) -> None:
        """Construct the services, then load every extension.

        This does not use discord.py's `load_extension`, because that imports each module again for
        every bot. In the tests, that would be a quarter of the time to construct a bot.
        """
        self.services = build_services(self)
        self.add_listener(self.router.dispatch, "on_interaction")
        await self.tree.set_translator(CommandTranslator())
        await load_extensions(self)

    async def sync_commands(self) -> None:
        """Sync the commands if they or their texts have changed since the last sync.

        Raises:
            InvalidSettings: The bot is not on the home guild.
        """
        guild = discord.Object(self.settings.home_guild) if self.settings.home_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        try:
            await self._sync_changed_commands(guild)
        except (discord.Forbidden, discord.NotFound) as error:
            if guild is None or error.code not in NOT_IN_GUILD_CODES:
                raise
            raise InvalidSettings([f"TUPPENCE_HOME_GUILD: the bot is not on {guild.id}"]) from error
        except discord.HTTPException as error:
            if error.status != BAD_REQUEST:
                raise
            # The application may not allow members to install it. Servers need the commands anyway.
            remove_user_install(self.tree.get_commands(guild=guild))
            await self._sync_changed_commands(guild)
            log.warning(
                "members cannot install the commands: Discord does not allow it; see doctor --store"
            )

    async def _sync_changed_commands(self, guild: discord.Object | None) -> None:
        commands_hash = self.commands_hash(guild)
        if await self.database.program_state.get(SYNCED_COMMANDS_NOTE) == commands_hash:
            return
        synced = await self.tree.sync(guild=guild)
        await self.database.program_state.set(SYNCED_COMMANDS_NOTE, commands_hash)
        log.info("synced %d commands", len(synced))

    def commands_hash(self, guild: discord.Object | None) -> str:
        """Return a hash of the commands that `sync` would send, their translations and the target.

        The translations are hashed separately, because translating the commands takes most of the
        time of a sync.
        """
        payloads = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        target = [self.application_id, guild.id if guild else None]
        content = [target, sorted(payloads, key=json.dumps), command_translations()]
        text = json.dumps(content, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        return missing_permissions(granted)

    async def drain(self) -> None:
        """Refuse new interactions with a sentence, and give those in flight time to finish."""
        cancelled = await self.in_flight.close(DRAIN_SECONDS, FAREWELL_SECONDS)
        if cancelled:
            log.warning("stopped during %d interactions; each is saved or undone", cancelled)


async def serve(bot: Tuppence, token: str, stop: asyncio.Event) -> None:
    """Run the bot until the process is asked to stop, or until Discord or the disk fails for good.

    Raises:
        NotSaved: The database can no longer save.
        Exception: Any exception of `bot.start`.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    gc.set_threshold(YOUNG_OBJECTS)
    guilds_known = partial(bot.ownership.ready, bot)
    tasks = background_tasks(bot.database, bot.metrics, lambda: bot.services.renderer, guilds_known)
    all_tasks = (*tasks, compress_idle_guilds(bot), drain_on_stop(bot, stop))
    with bot.metrics.serving(bot.settings.metrics_port, beside=bot.ownership.replaces_another):
        async with bot:
            await run_until_first_ends(bot.start(token), *all_tasks, *bot.ownership.tasks(stop))


async def drain_on_stop(bot: Tuppence, stop: asyncio.Event) -> None:
    """Wait for `stop`, then hand over shards and drain. The gateway stays connected meanwhile."""
    await stop.wait()
    await bot.ownership.release()
    await bot.drain()


def single_process() -> ShardOwnership:
    """Return the ownership for a bot that runs as a single process."""
    return SingleProcess(IdentifyQueue())


async def run(settings: Settings, join: Callable[[], ShardOwnership] = single_process) -> None:
    """Open the database, run the bot, close the database.

    `join` returns the ownership of the process.
    """
    assert settings.token is not None
    if settings.proxy:
        use_proxy(settings.proxy)
    stop = stop_event()  # first, so that a signal cannot interrupt a migration of the database
    ownership = join()
    database = await Database.open(
        settings.place,
        now=ownership.clock,
        program=THIS_RELEASE,
        fence=ownership.table_fence,
    )
    try:
        bot = Tuppence(settings, database, ownership=ownership)
        bot.draws_in_processes = True
        await serve(bot, settings.token, stop)
    finally:
        await database.close()
        await ownership.close()


def main(arguments: Sequence[str] = (), command: Sequence[str] = (sys.executable, __file__)) -> int:
    """Run the bot, or an operator's command. Returns the exit status.

    Without a token, the bot runs in the browser.

    Args:
        arguments: The operator's command (`cogs.ops.cli`) and its arguments; empty to run the bot.
        command: The command that starts this program again, for each of several processes.
    """
    if arguments and arguments[0] in PRINT_COMMANDS:
        return print_command(arguments[0])
    try:
        settings = Settings.read(os.environ, ROOT / ".env")
    except InvalidSettings as problems:
        return exit_status_for(problems)
    # Import by name, because the package is optional: without it the bot runs on SQLite.
    is_server = settings.server is not None
    clusters = import_module("cogs.clusters").load(settings, arguments) if is_server else None
    if arguments and arguments[0] == "--clusters" and not clusters:
        needs_server = "--clusters: an SQLite file has one process; several need PostgreSQL"
        return exit_status_for(InvalidSettings([needs_server]))
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
