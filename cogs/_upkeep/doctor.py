"""`./run doctor`: is everything well? One screen, nothing is changed. And `./run health`.

Both are for the operator, at a shell. A line that is not well says what to do about it.
"""

import asyncio
import os
import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import aiohttp
import discord

from cogs._kit.permissions import not_granted
from cogs._kit.places import FOR_THREADS
from cogs._kit.texts import say
from cogs._process.proxy import go_by
from cogs._process.settings import BROWSER, Settings
from cogs._process.version import VERSION
from cogs._upkeep.figures_told import figures
from cogs._upkeep.fitness import lost
from cogs._upkeep.observations import ONE_PROCESS, DoctorChecks, Observation, ill, well
from data.file import copies
from data.file.errors import StoreError
from data.file.owner import account, open_to_others
from data.opening.releases import games_of
from data.opening.walreset import safety_note
from data.sql.address import DatabasePlace, ServerAddress
from data.upkeep.checkup import (
    NEWEST_VERSION,
    exists,
    last_beat,
    look_over,
    newest,
    still_to_forget,
)

ROOM: Final = 500 * 1024 * 1024
"""Bytes of disk below which the operator is warned."""
SILENT: Final = 60.0
"""Seconds without a beat after which the process is taken for dead; it beats every 15."""
OLD: Final = 24 * 3600
"""Seconds after which the newest backup is too old."""
PAGE: Final = 200
"""Servers that Discord lists at once."""
NAMED: Final = 10
"""Servers without the needed permissions that are named; one screen has to do."""


def doctor(settings: Settings, checks: DoctorChecks = ONE_PROCESS) -> int:
    """Run all checks and print them. Returns the exit status: 0 when all have passed."""
    if settings.proxy:
        go_by(settings.proxy)
    lines = [*versions(), *files(settings, checks), *asyncio.run(asked(settings, checks))]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0 if all(line.well for line in lines) else 1


def versions() -> Iterator[Observation]:
    """What the bot runs on."""
    facts = {
        "tuppence": VERSION,
        "python": platform.python_version(),
        "discord": discord.__version__,
    }
    yield well("versions", **facts, sqlite=sqlite3.sqlite_version)
    try:
        yield Observation(well=True, words=safety_note(sqlite3.sqlite_version_info, 1))
    except StoreError as error:
        yield Observation(well=False, words=str(error))


def files(settings: Settings, checks: DoctorChecks) -> Iterator[Observation]:
    """The database, and without a token that of the browser view, where there is one."""
    if settings.server is not None:
        yield from on_server(settings.server, checks)
    else:
        yield from database(settings.database)
    pretended = settings.pretended
    if settings.token is None and os.access(pretended, os.R_OK):
        yield from looked_over(pretended)


def on_server(address: ServerAddress, checks: DoctorChecks) -> Iterator[Observation]:
    """Check a database of PostgreSQL and every game in play. Its backups are its operator's."""
    try:
        if not exists(address):
            yield well("no_database", path=address)
            return
        yield from looked_over(address)
        yield from beats(address)
        if count := still_to_forget(address):
            yield ill("still_to_forget_restored", n=count)
        yield from checks.database()
    except StoreError as error:
        yield Observation(well=False, words=str(error))
        return
    yield well("backups_of_server")


def database(path: Path) -> Iterator[Observation]:
    """The database, every game in play, the disk, and the newest backup."""
    path = path.resolve()
    closed = list(closed_to_us(path))
    yield from (ill("closed_to_us", path=one, account=account()) for one in closed)
    if closed:
        return
    free = shutil.disk_usage(path.parent if path.parent.exists() else Path.cwd()).free
    judge = well if free >= ROOM else ill
    yield judge("disk", megabytes=free // 2**20)
    if not path.exists():
        yield well("no_database", path=path)
        return
    if open_to_others(path):
        yield ill("open_to_others", path=path)
    yield from looked_over(path)
    yield from beats(path)
    yield from forgotten(path)
    yield from backed_up(path)


def beats(place: DatabasePlace) -> Iterator[Observation]:
    """When the bot last showed to be alive; nothing where none ever did."""
    beat = last_beat(place)
    if beat is not None:
        ago = time.time() - beat
        yield (well if ago < SILENT else ill)(
            "beats" if ago < SILENT else "beats_no_more", seconds=round(ago)
        )


def forgotten(path: Path) -> Iterator[Observation]:
    """Whether all who were to be forgotten are, and which copies stand in the way."""
    try:
        count = still_to_forget(path) if look_over(path).version == NEWEST_VERSION else 0
    except (StoreError, sqlite3.Error):
        return  # said already
    if not count:
        return
    yield ill("still_to_forget", n=count)
    for copy in copies.all_of(path):
        try:
            look_over(copy)
        except (StoreError, sqlite3.Error) as error:
            yield Observation(well=False, words=str(error))


def backed_up(path: Path) -> Iterator[Observation]:
    """The newest backup, and its age."""
    newest = next(iter(copies.backups_of(path)), None)
    if newest is None:
        yield ill("no_backup")
        return
    hours = round((time.time() - newest.stat().st_mtime) / 3600)
    yield (well if hours * 3600 <= OLD else ill)("backup", path=newest, hours=hours)
    yield from looked_over(newest)


def closed_to_us(path: Path) -> Iterator[Path]:
    """What there is of a database, its folder and the files beside it that we may not write."""
    folder = next(one for one in path.parents if os.access(one, os.F_OK))
    names = [path.name + more for more in ("", "-wal", "-shm", ".lock", ".backups")]
    for one in (folder, *map(path.with_name, names)):
        needed = os.R_OK | os.W_OK | (os.X_OK if one == folder or one.suffix == ".backups" else 0)
        if os.access(one, os.F_OK) and not os.access(one, needed):
            yield one


def looked_over(place: DatabasePlace) -> Iterator[Observation]:
    """One database: whether it is sound, of this version, and its games can be played on."""
    try:
        found = look_over(place)
        facts = {"playing": found.playing, "finished": found.finished, "members": found.members}
        yield well("database", path=place.name if isinstance(place, Path) else place, **facts)
        if found.version != NEWEST_VERSION:
            judge = well if found.version < NEWEST_VERSION else ill
            yield judge("version", found=found.version, known=NEWEST_VERSION)
        # a server's older database is asked at the next start, before anything is changed in it
        oldest = 0 if isinstance(place, Path) else NEWEST_VERSION
        if oldest <= found.version <= NEWEST_VERSION:
            yield from replayed(place, found.playing)
    except (StoreError, sqlite3.Error) as error:
        yield Observation(well=False, words=str(error))


def replayed(place: DatabasePlace, playing: int) -> Iterator[Observation]:
    """Every game in play, dealt and played again from its log, as the next start would have it."""
    with newest(place) as connection:
        found = list(lost(games_of(connection)))
    for one in found[:NAMED]:
        yield ill("altered" if one.altered else "not_replayed", table=one.row.id, seq=one.seq)
    if len(found) > NAMED:
        yield ill("not_replayed_more", n=len(found) - NAMED)
    if len(found) < playing or not playing:
        yield well("replayed", n=playing - len(found))


async def asked(settings: Settings, checks: DoctorChecks) -> list[Observation]:
    """Check the token with Discord, and the metrics of the running processes."""
    said = await token(settings.token)
    first = settings.metrics_port
    for port in checks.metrics_ports(first) if first else [0]:
        said += await figures(port)
    return said


async def token(secret: str | None) -> list[Observation]:
    """Whether Discord takes the token, and on how many servers the bot is."""
    if secret is None:
        return [well("no_token") if BROWSER.exists() else ill("token_missing"), well("not_looked")]
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(secret)
            servers = await allowed(client)
            known = well("token", name=str(client.user), n=len(servers))
            return [known, *permissions(servers)]
    except discord.LoginFailure:
        return [ill("token_refused")]
    except (aiohttp.ClientError, discord.HTTPException, OSError) as error:
        return [ill("unreachable", error=error)]


async def allowed(client: discord.Client) -> dict[str, discord.Permissions]:
    """What the bot's roles allow it, by server; `fetch_guilds` would leave that out."""
    found: dict[str, discord.Permissions] = {}
    last = discord.Object(0)
    while page := await client.http.get_guilds(PAGE, after=last.id, with_counts=False):
        for guild in page:
            rights = discord.Permissions(int(guild["permissions"]))
            found[f"{guild['name']} ({guild['id']})"] = rights
        last = discord.Object(int(page[-1]["id"]))
    return found


def permissions(servers: Mapping[str, discord.Permissions]) -> Iterator[Observation]:
    """The servers where roles do not allow what a table needs, the first of them by name."""
    lacking = {name: not_granted(rights) for name, rights in servers.items()}
    short = {name: missing for name, missing in lacking.items() if missing}
    for name, missing in list(short.items())[:NAMED]:
        judge = ill if set(missing) - FOR_THREADS else well
        spelt = ", ".join(one.replace("_", " ").title() for one in missing)
        yield judge("lacking", server=name, permissions=spelt)
    if not short:
        yield well("permitted", n=len(servers))
    elif len(short) > NAMED:
        yield ill("lacking_more", n=len(short) - NAMED)


def health(settings: Settings) -> int:
    """Whether the process that has the database is alive; for those who ask every minute."""
    beat = last_beat(settings.place)
    alive = beat is not None and time.time() - beat < SILENT
    sys.stdout.write(say("doctor.alive" if alive else "doctor.silent") + "\n")
    return 0 if alive else 1
