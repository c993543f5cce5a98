"""Tuppence in Discord: the bot and its process, from the settings to an orderly end.

Exit statuses (after sysexits.h):
    0   asked to stop (SIGTERM, Ctrl-C), everything under way was finished
    1   `doctor` has found something wrong
    64  there is no such command
    69  Discord's gateway has hung up for good, or `./run` can bring no packages; the message says
        what to do
    70  a fault of our own; the log has its traceback
    73  `./run` may not write its folder, where packages are missing; it says what to do
    74  the database cannot be used as it is; the message says why
    75  not now: another process has the database, the disk is full, or nothing more could be saved
    77  Discord refuses the token
    78  bad or missing settings, here or at Discord; the message lists them all

A service manager may start the bot again after 69, 70 and 75: `OPERATING.md`.
While Discord is merely away the bot waits: `cogs._process.arrival`.
"""

import asyncio
import hashlib
import json
import logging
import os
import pkgutil
import runpy
import secrets
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from importlib import import_module

import discord
from discord.ext import commands

import cogs
from cogs._clusters.places import Place
from cogs._kit.controls import Controls
from cogs._kit.gate import Gate
from cogs._kit.languages import Languages, Translator, command_words
from cogs._kit.permissions import not_granted
from cogs._kit.texts import say
from cogs._kit.tree import Tree
from cogs._press.errors import handle
from cogs._process import statuses
from cogs._process.answers_of_discord import listening
from cogs._process.arrival import Patience
from cogs._process.cluster_range import ClusterRange
from cogs._process.ending import ended, failed, outcome
from cogs._process.figures import Figures
from cogs._process.log import start_log
from cogs._process.proxy import go_by
from cogs._process.settings import BROWSER, ROOT, BadSettings, Settings
from cogs._process.stopping import asked_to_stop, first
from cogs._process.supervisor import supervised
from cogs._process.timepiece import Timepiece
from cogs._process.works import lasting
from cogs._traffic.card_emojis import CardEmojis
from cogs._traffic.late import Late
from cogs._traffic.pulse import FAR, Pulse
from cogs._traffic.storms import Storms
from cogs._traffic.turnstile import Turnstile
from cogs._upkeep.card_faces import DRAWN, Faces
from cogs._upkeep.clustered import Alone, Clustered
from cogs._upkeep.commands import TOLD, told
from cogs._upkeep.commands import command as asked
from cogs._upkeep.departures import NOT_ON_IT
from cogs._upkeep.fitness import PROGRAM
from cogs._upkeep.starting import STARTS, joining, own, start
from cogs._work.services import Parlour
from data.store import Store

log = logging.getLogger("tuppence")

PATIENCE = 0.8  # seconds that a stop waits for presses under way
FAREWELL = 2.0  # seconds more to tell the others, of the three that Discord gives for an answer
SYNCED = "commands"  # the store remembers the hash of the commands that Discord knows


class CardRoom(Clustered):
    """The bot, with all that its doors ask of it; tests bring clock, entropy and faces.

    It serves all shards that Discord asks for, or these `shards` of so many.
    """

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Timepiece | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        faces: Faces = DRAWN,
        shards: Sequence[int] = (),
        of: int = 0,
    ) -> None:
        self.figures = Figures()
        super().__init__(
            http_trace=listening(partial(self.figures.count, "rate_limits"), self.dated),
            command_prefix=commands.when_mentioned,  # there are none; slash commands only
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            allowed_mentions=discord.AllowedMentions.none(),
        )
        if shards:
            self.shard_ids, self.shard_count = list(shards), of
        self.settings = settings
        self.store = store
        self.figures.watch_database(settings.place)
        store.commits_to(partial(self.figures.took, "commit"))
        self.clock = clock or Timepiece()
        self.entropy = entropy
        self.faces = faces
        self.card_emojis = CardEmojis()
        self.sleep = sleep
        self.patience = Patience(self)
        self.belong(Alone(self.clock))
        self.pulse = Pulse(self.clock)
        self._has_the_time = False
        self.storms = Storms(self.clock.elapsed)
        self.gate = Gate()
        self.turnstile = Turnstile()
        self.late = Late(self)
        self.languages = Languages(store.people, self.get_guild)
        self.controls = Controls()
        self.counts = Counter()
        self.failed = handle

    async def login(self, token: str) -> None:
        """Log in, load every door of `cogs`, and tell Discord the commands if they have changed."""
        await super().login(token)
        await self.load_doors()
        if self.does_upkeep:
            await self.on_upkeep_begins()

    async def on_upkeep_begins(self) -> None:
        """Tell Discord the commands: of several processes this is the one that does."""
        await self.patience.until_done(self.sync_commands)

    def dated(self, at: float) -> None:
        """Discord says what time it is. Where this machine's clock is far off, begin by Discord's.

        Only the first answer counts, before anything is marked: what a clock marks that is put
        right later, it has marked for longer than it was wrong.
        """
        if self._has_the_time:
            return
        self._has_the_time = True
        by = at - self.clock()
        if abs(by) > FAR:
            log.warning("this machine's clock is %.0f s off: using Discord's instead", -by)
            self.clock.follow(by)
            self.store.follow()
            self.pulse.heard(at)

    async def load_doors(self) -> None:
        """Load every door of `cogs`; each is given the services.

        Not as discord.py's extensions, which are for doors that come and go: it would read each
        door anew for every bot, which is a quarter of what a test's bot costs.
        """
        self.parlour = Parlour(self)
        self.add_listener(self.controls.route, "on_interaction")
        await self.tree.set_translator(Translator())
        for module in sorted(module.name for module in pkgutil.iter_modules(cogs.__path__)):
            if not module.startswith("_"):
                await import_module(f"cogs.{module}").setup(self)

    async def sync_commands(self) -> None:
        """Sync only when the commands or their words differ from those synced last.

        Raises `BadSettings` when the bot is not on the server that they are for.
        """
        guild = discord.Object(self.settings.home_guild) if self.settings.home_guild else None
        if guild:
            self.tree.copy_global_to(guild=guild)
        now = self.commands_hash(guild)
        if await self.store.notes.recall(SYNCED) == now:
            return
        try:
            synced = await self.tree.sync(guild=guild)
        except (discord.Forbidden, discord.NotFound) as error:
            if guild is None or error.code not in NOT_ON_IT:
                raise
            raise BadSettings([f"TUPPENCE_HOME_GUILD: the bot is not on {guild.id}"]) from error
        await self.store.notes.remember(SYNCED, now)
        log.info("synced %d commands", len(synced))

    def commands_hash(self, guild: discord.Object | None) -> str:
        """The hash of what `sync` would send, and where.

        Of what it translates, and of the words; translating itself is most of a sync.
        """
        payloads = [command.to_dict(self.tree) for command in self.tree.get_commands(guild=guild)]
        where = [self.application_id, guild.id if guild else None]
        said = [where, sorted(payloads, key=json.dumps), command_words()]
        text = json.dumps(said, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """The permissions the bot needs and has not got, by discord.py's names."""
        return not_granted(granted)

    async def drain(self) -> None:
        """Turn new presses away with a sentence, and let those under way finish if they can."""
        sent_home = await self.gate.close(PATIENCE, FAREWELL)
        if sent_home:
            log.warning("stopped during %d interactions; each is saved or undone", sent_home)


async def serve(bot: CardRoom, token: str, stop: asyncio.Event) -> None:
    """Run until somebody asks to stop, or Discord or the disk ends it.

    Raises what `bot.start` raises, and `NotSaved` when nothing can be saved any more.
    """
    arrived = partial(bot.process.arrived, bot)
    ours = lasting(bot, bot.store, bot.figures, lambda: bot.parlour.artist, arrived)
    works = (*ours, drained(bot, stop))
    with bot.figures.told(bot.settings.metrics_port, beside=bot.process.beside):
        async with bot:
            await first(bot.start(token), *works, *bot.process.works(stop))


async def drained(bot: CardRoom, stop: asyncio.Event) -> None:
    """Wait for the wish to stop, then until nothing is under way; Discord still listens."""
    await stop.wait()
    await bot.process.leave()
    await bot.drain()


async def run(settings: Settings, place: Place | None = None) -> None:
    """Open the database, play, close the database; as one process of several at a `place`."""
    settings = own(settings, place)
    assert settings.token is not None
    if settings.proxy:
        go_by(settings.proxy)
    stop = asked_to_stop()  # first: an upgrade of the database is not cut short
    process = Alone() if place is None else joining(settings.server, place, stop)
    store = await Store.open(
        settings.place, now=process.clock, program=PROGRAM, shared=place is not None
    )
    try:
        bot = CardRoom(settings, store, clock=process.clock)
        bot.belong(process)
        bot.draws_beside = True
        await serve(bot, settings.token, stop)
    finally:
        await store.close()
        await process.quit()


def main(arguments: Sequence[str] = (), command: Sequence[str] = (sys.executable, __file__)) -> int:
    """Read the settings and run, without a token in the browser; the status says how it ended.

    With arguments, do what the operator asks instead: `cogs._upkeep.commands`. `command` is how
    this program is started again, for each of several processes.
    """
    if arguments and arguments[0] in TOLD:
        return told(arguments[0])
    try:
        settings = Settings.read(os.environ, ROOT / ".env")
    except BadSettings as problems:
        return failed(problems)
    if arguments and arguments[0] not in STARTS:
        return asked(arguments, settings)
    if settings.token is None and not BROWSER.exists():
        return ended(statuses.SETTINGS, say("doctor.token_missing"))
    if settings.token is None:
        sys.stderr.write("No DISCORD_TOKEN: Tuppence opens in your browser instead of Discord.\n")
        runpy.run_path(str(BROWSER), run_name="__main__")
    return started(arguments, settings, command)


def started(arguments: Sequence[str], settings: Settings, command: Sequence[str]) -> int:
    """Run: alone, as one of several processes, or as the one that starts these."""
    try:
        way = start(arguments, settings)
    except BadSettings as problems:
        return failed(problems)
    start_log(settings.log_level, settings.token, way.called if way else "")
    if isinstance(way, ClusterRange):
        return supervised(command, way)
    return outcome(run(settings, way))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
