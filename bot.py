"""Tuppence in Discord: the bot and its process, from the settings to an orderly end.

Every exit status and what to do about it: `docs/operating/errors.md`, made from the table in
`cogs._process.statuses`.
While Discord is merely away the bot waits: `cogs._process.arrival`.
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

from cogs._kit.client import Client
from cogs._kit.gate import Gate
from cogs._kit.languages import Languages, Translator, command_words
from cogs._kit.permissions import invitation, not_granted
from cogs._kit.router import ComponentRouter
from cogs._kit.texts import say
from cogs._kit.tree import Tree
from cogs._press.errors import handle
from cogs._process import statuses
from cogs._process.answers_of_discord import listening
from cogs._process.arrival import Arriving, Patience
from cogs._process.ending import ended, failed, outcome
from cogs._process.figures import Figures
from cogs._process.identifying import Turns
from cogs._process.log import start_log
from cogs._process.proxy import go_by
from cogs._process.servers import folding
from cogs._process.settings import BROWSER, ROOT, BadSettings, Settings
from cogs._process.stopping import asked_to_stop, first
from cogs._process.works import lasting
from cogs._traffic.card_emojis import CardEmojis
from cogs._traffic.late import Late
from cogs._traffic.pulse import FAR, Pulse
from cogs._traffic.storms import Storms
from cogs._traffic.turnstile import Turnstile
from cogs._upkeep.card_faces import DRAWN, Faces
from cogs._upkeep.clustered import ShardOwnership, SingleProcess
from cogs._upkeep.commands import TOLD, told
from cogs._upkeep.commands import command as asked
from cogs._upkeep.departures import NOT_ON_IT
from cogs._upkeep.fitness import PROGRAM
from cogs._upkeep.observations import ONE_PROCESS
from cogs.wiring import build_services, load_extensions
from data.store import Store

log = logging.getLogger("tuppence")

PATIENCE = 0.8  # seconds that a stop waits for presses under way
FAREWELL = 2.0  # seconds more to tell the others, of the three that Discord gives for an answer
SYNCED = "commands"  # the store remembers the hash of the commands that Discord knows


class CardRoom(Arriving, Client):
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
        store: Store,
        *,
        ownership: ShardOwnership | None = None,
        entropy: Callable[[int], bytes] = secrets.token_bytes,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        faces: Faces = DRAWN,
        shards: Sequence[int] = (),
        of: int = 0,
    ) -> None:
        self.figures = Figures()
        self.ownership = ownership or SingleProcess(Turns())
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
        assert self.http.http_trace is not None
        if settings.proxy is None:  # a proxy keeps the limits of all processes
            self.ownership.trace(self.http.http_trace)
        self.store = store
        self.figures.watch_database(settings.place)
        store.commits_to(partial(self.figures.took, "commit"))
        self.clock = self.ownership.clock
        self.entropy = entropy
        self.faces = faces
        self.card_emojis = CardEmojis()
        self.sleep = sleep
        self.patience = Patience(self)
        self.pulse = Pulse(self.clock)
        self._has_the_time = False
        self.storms = Storms(self.clock.elapsed)
        self.gate = Gate()
        self.turnstile = Turnstile()
        self.late = Late(self)
        self.languages = Languages(store.people, self.get_guild)
        self.router = ComponentRouter()
        self.counts = Counter()
        self.failed = handle

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
        await self.patience.until_done(self.sync_commands)
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
        if abs(by) > FAR:
            log.warning("this machine's clock is %.0f s off: using Discord's instead", -by)
            self.clock.follow(by)
            self.store.follow()
            self.pulse.heard(at)

    async def load_doors(self) -> None:
        """Construct the services, then load every extension.

        Not by discord.py's `load_extension`: it would import each module again for every bot,
        which is a quarter of what a test's bot costs.
        """
        self.services = build_services(self)
        self.add_listener(self.router.dispatch, "on_interaction")
        await self.tree.set_translator(Translator())
        await load_extensions(self)

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
    arrived = partial(bot.ownership.ready, bot)
    ours = lasting(bot.store, bot.figures, lambda: bot.services.artist, arrived)
    works = (*ours, folding(bot), drained(bot, stop))
    with bot.figures.told(bot.settings.metrics_port, beside=bot.ownership.replaces_another):
        async with bot:
            await first(bot.start(token), *works, *bot.ownership.tasks(stop))


async def drained(bot: CardRoom, stop: asyncio.Event) -> None:
    """Wait for `stop`, then until no interaction is under way. The gateway stays connected."""
    await stop.wait()
    await bot.ownership.release()
    await bot.drain()


def single_process() -> ShardOwnership:
    """Return the ownership of the only process."""
    return SingleProcess(Turns())


async def run(settings: Settings, join: Callable[[], ShardOwnership] = single_process) -> None:
    """Open the database, play, close the database. `join` makes the process's ownership."""
    assert settings.token is not None
    if settings.proxy:
        go_by(settings.proxy)
    stop = asked_to_stop()  # first: an upgrade of the database is not cut short
    ownership = join()
    store = await Store.open(
        settings.place,
        now=ownership.clock,
        program=PROGRAM,
        shared=not ownership.is_exclusive,
    )
    try:
        bot = CardRoom(settings, store, ownership=ownership)
        bot.draws_beside = True
        await serve(bot, settings.token, stop)
    finally:
        await store.close()
        await ownership.close()


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
    # By name and only here: the bot plays on SQLite without that package.
    several = settings.server is not None
    clusters = import_module("cogs._clusters").load(settings, arguments) if several else None
    if arguments and not (clusters and arguments[0] in clusters.start_commands):
        return asked(arguments, settings, clusters.doctor_checks if clusters else ONE_PROCESS)
    if settings.token is None and not BROWSER.exists():
        return ended(statuses.SETTINGS, say("doctor.token_missing"))
    if settings.token is None:
        sys.stderr.write("No DISCORD_TOKEN: Tuppence opens in your browser instead of Discord.\n")
        runpy.run_path(str(BROWSER), run_name="__main__")
    if clusters:
        status: int = clusters.start(command, run)
        return status
    start_log(settings.log_level, settings.token)
    return outcome(run(settings))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
