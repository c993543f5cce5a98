"""`./run doctor`: checks for the operator on one page, which change nothing. Also `./run health`.

The line of a failed check tells the operator what to do.
"""

import asyncio
import math
import os
import platform
import shutil
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import aiohttp
import discord

from cogs.core.metrics import COUNTS, LATENCY_BUDGETS, read, told_at
from cogs.core.settings import BROWSER, VERSION, Settings
from cogs.gateway.connection import use_proxy
from cogs.ops.databases import unplayable_games
from cogs.ui.permissions import (
    THREAD_PERMISSIONS,
    install_link,
    invitation,
    missing_permissions,
    user_install_link,
)
from cogs.ui.texts import say
from data.admin.inspection import (
    NEWEST_VERSION,
    exists,
    inspect,
    last_heartbeat,
    pending_erasures,
    upgraded_snapshot,
)
from data.bootstrap.compatibility import live_games
from data.core.location import DatabaseLocation, DatabaseUrl
from data.errors import StorageError
from data.sqlite import backup_files
from data.sqlite.os_files import account_name, is_readable_by_others
from data.sqlite.wal_reset_bug import check_sqlite_version


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check, and its line in the operator's language."""

    well: bool
    words: str

    def __str__(self) -> str:
        return f"{say('doctor.well' if self.well else 'doctor.ill')} {self.words}"


def passed(key: str, **facts: object) -> CheckResult:
    """Return the result of a passed check. Its line is the text `doctor.<key>` with `facts`."""
    return CheckResult(well=True, words=say(f"doctor.{key}", **facts))


def failed(key: str, **facts: object) -> CheckResult:
    """Return the result of a failed check. Its line is the text `doctor.<key>` with `facts`."""
    return CheckResult(well=False, words=say(f"doctor.{key}", **facts))


def no_checks() -> tuple[CheckResult, ...]:
    return ()


def one_port(port: int) -> tuple[int, ...]:
    return (port,)


@dataclass(frozen=True, slots=True)
class DoctorChecks:
    """Further checks for a bot of several processes. By default there are none."""

    database: Callable[[], Iterable[CheckResult]] = no_checks
    """Checks the database. Raises `StorageError`."""
    metrics_ports: Callable[[int], Sequence[int]] = one_port
    """Returns the metrics ports of all processes.

    The argument is the port in the settings, not 0.
    """


ONE_PROCESS: Final = DoctorChecks()
"""The checks for a bot that is a single process."""


# ---- the metrics of a running process


BUILD: Final = "build_info_"
"""The metric that contains the running release has this name, followed by the version."""
OURS: Final = "press_seconds_count"
"""A metric of every release, which no other program has."""


async def read_metrics(port: int) -> list[CheckResult]:
    """Return a result for each metric of the process at a port. Port 0 means no metrics."""
    if not port:
        return [passed("figures_off")]
    try:
        async with aiohttp.ClientSession() as session, session.get(told_at(port)) as answer:
            found = read(await answer.text())
    except (aiohttp.ClientError, OSError) as error:
        return [passed("figures_silent", port=port, error=error)]
    except ValueError:  # another program answered, not in the format of Prometheus
        found = {}
    return list(metric_results(found)) if OURS in found else [failed("figures_foreign", port=port)]


def metric_results(found: Mapping[str, float]) -> Iterator[CheckResult]:
    """Yield a result for each metric. Each timing says how often it exceeded its budget."""
    running = next((name.removeprefix(BUILD) for name in found if name.startswith(BUILD)), "")
    if running == VERSION:
        yield passed("running", running=running)
    else:
        yield failed("running_other", running=running or "?", here=VERSION)
    for what, budget in LATENCY_BUDGETS.items():
        n, missed = found[f"{what}_seconds_count"], found[f"over_budget_total_{what}"]
        mean = found[f"{what}_seconds_sum"] / n if n else 0.0
        spans = {"mean": f"{mean * 1000:.1f}", "budget": f"{budget * 1000:.0f}"}
        yield passed(f"figure_{what}", n=round(n), missed=round(missed), **spans)
    counts = {what: round(found[f"{what}_total"]) for what in COUNTS}
    age, waiting = found["backup_age_seconds"], found["still_to_forget"]
    yield passed("figure_counts", **counts)
    yield passed(
        "figure_gauges",
        queue=round(found["paint_queue"]),
        forget="?" if math.isnan(waiting) else round(waiting),
        hours="?" if math.isnan(age) else round(age / 3600),
    )


# ---- the checks of `./run doctor`, and `./run health`


ROOM: Final = 500 * 1024 * 1024
"""Free disk space in bytes below which the check fails."""
SILENT: Final = 60.0
"""Seconds without a heartbeat after which the process counts as dead. It sends one every 15."""
OLD: Final = 24 * 3600
"""Age in seconds from which the newest backup is too old."""
PAGE: Final = 200
"""Number of guilds in one of Discord's pages."""
NAMED: Final = 10
"""Maximum number of servers or games to name, because the result must fit on one page."""


def doctor(settings: Settings, checks: DoctorChecks = ONE_PROCESS) -> int:
    """Run all checks and print them. Returns the exit status: 0 if all checks have passed."""
    if settings.proxy:
        use_proxy(settings.proxy)
    lines = [
        *versions(),
        *_databases(settings, checks),
        *asyncio.run(_online_checks(settings, checks)),
    ]
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0 if all(line.well for line in lines) else 1


def versions() -> Iterator[CheckResult]:
    """Report the versions of this program and its libraries, and check SQLite's."""
    facts = {
        "tuppence": VERSION,
        "python": platform.python_version(),
        "discord": discord.__version__,
    }
    yield passed("versions", **facts, sqlite=sqlite3.sqlite_version)
    try:
        yield CheckResult(well=True, words=check_sqlite_version(sqlite3.sqlite_version_info, 1))
    except StorageError as error:
        yield CheckResult(well=False, words=str(error))


def _databases(settings: Settings, checks: DoctorChecks) -> Iterator[CheckResult]:
    """Check the database. Without a token, check the browser view's database too."""
    if settings.server is not None:
        yield from _postgres_database(settings.server, checks)
    else:
        yield from check_sqlite_file(settings.database)
    pretended = settings.pretended
    if settings.token is None and os.access(pretended, os.R_OK):
        yield from check_database(pretended)


def _postgres_database(address: DatabaseUrl, checks: DoctorChecks) -> Iterator[CheckResult]:
    """Check a PostgreSQL database and its games in play.

    PostgreSQL's operator makes the backups.
    """
    try:
        if not exists(address):
            yield passed("no_database", path=address)
            return
        yield from check_database(address)
        yield from _heartbeat(address)
        if count := pending_erasures(address):
            yield failed("still_to_forget_restored", n=count)
        yield from checks.database()
    except StorageError as error:
        yield CheckResult(well=False, words=str(error))
        return
    yield passed("backups_of_server")


def check_sqlite_file(path: Path) -> Iterator[CheckResult]:
    """Check an SQLite database: permissions, disk, games in play, erasures, backups."""
    path = path.resolve()
    closed = list(_unwritable_paths(path))
    yield from (failed("closed_to_us", path=one, account=account_name()) for one in closed)
    if closed:
        return
    free = shutil.disk_usage(path.parent if path.parent.exists() else Path.cwd()).free
    judge = passed if free >= ROOM else failed
    yield judge("disk", megabytes=free // 2**20)
    if not path.exists():
        yield passed("no_database", path=path)
        return
    if is_readable_by_others(path):
        yield failed("open_to_others", path=path)
    yield from check_database(path)
    yield from _heartbeat(path)
    yield from _erasures(path)
    yield from _backup(path)


def _heartbeat(location: DatabaseLocation) -> Iterator[CheckResult]:
    """Check the age of the last heartbeat. Yields nothing if there has been no heartbeat."""
    beat = last_heartbeat(location)
    if beat is not None:
        ago = time.time() - beat
        yield (passed if ago < SILENT else failed)(
            "beats" if ago < SILENT else "beats_no_more", seconds=round(ago)
        )


def _erasures(path: Path) -> Iterator[CheckResult]:
    """Check that all erasures are complete. If not, name the backups that cannot be opened."""
    try:
        count = pending_erasures(path) if inspect(path).version == NEWEST_VERSION else 0
    except (StorageError, sqlite3.Error):
        return  # `check_database` has reported the error
    if not count:
        return
    yield failed("still_to_forget", n=count)
    for copy in backup_files.all_copies(path):
        try:
            inspect(copy)
        except (StorageError, sqlite3.Error) as error:
            yield CheckResult(well=False, words=str(error))


def _backup(path: Path) -> Iterator[CheckResult]:
    """Check the newest backup and its age."""
    newest = next(iter(backup_files.backups(path)), None)
    if newest is None:
        yield failed("no_backup")
        return
    hours = round((time.time() - newest.stat().st_mtime) / 3600)
    yield (passed if hours * 3600 <= OLD else failed)("backup", path=newest, hours=hours)
    yield from check_database(newest)


def _unwritable_paths(path: Path) -> Iterator[Path]:
    """Yield the existing paths of a database which this account may not write."""
    folder = next(one for one in path.parents if os.access(one, os.F_OK))
    names = [path.name + more for more in ("", "-wal", "-shm", ".lock", ".backups")]
    for one in (folder, *map(path.with_name, names)):
        # SQLite creates files next to the database, so we need execute permission on the folders.
        needed = os.R_OK | os.W_OK | (os.X_OK if one == folder or one.suffix == ".backups" else 0)
        if os.access(one, os.F_OK) and not os.access(one, needed):
            yield one


def check_database(location: DatabaseLocation) -> Iterator[CheckResult]:
    """Check that a database is sound and of this version, and that its games can continue."""
    try:
        found = inspect(location)
        facts = {"playing": found.playing, "finished": found.finished, "members": found.members}
        yield passed(
            "database", path=location.name if isinstance(location, Path) else location, **facts
        )
        if found.version != NEWEST_VERSION:
            judge = passed if found.version < NEWEST_VERSION else failed
            yield judge("version", found=found.version, known=NEWEST_VERSION)
        # The check upgrades an older SQLite file in a snapshot. PostgreSQL has no such snapshot;
        # there the next start checks the games before it changes anything.
        oldest = 0 if isinstance(location, Path) else NEWEST_VERSION
        if oldest <= found.version <= NEWEST_VERSION:
            yield from _replayed_games(location, found.playing)
    except (StorageError, sqlite3.Error) as error:
        yield CheckResult(well=False, words=str(error))


def _replayed_games(location: DatabaseLocation, playing: int) -> Iterator[CheckResult]:
    """Check every game in play by replaying its move log, as the next start would."""
    with upgraded_snapshot(location) as connection:
        found = list(unplayable_games(live_games(connection)))
    for one in found[:NAMED]:
        yield failed("altered" if one.altered else "not_replayed", table=one.row.id, seq=one.seq)
    if len(found) > NAMED:
        yield failed("not_replayed_more", n=len(found) - NAMED)
    if len(found) < playing or not playing:
        yield passed("replayed", n=playing - len(found))


async def _online_checks(settings: Settings, checks: DoctorChecks) -> list[CheckResult]:
    """Check the token with Discord, and the metrics of the running processes."""
    results = await token_results(settings.token)
    first = settings.metrics_port
    for port in checks.metrics_ports(first) if first else [0]:
        results += await read_metrics(port)
    return results


async def token_results(secret: str | None) -> list[CheckResult]:
    """Check the token with Discord, then the bot's permissions on its servers."""
    if secret is None:
        return [
            passed("no_token") if BROWSER.exists() else failed("token_missing"),
            passed("not_looked"),
        ]
    return await ask_discord(secret, bot_results)


async def bot_results(client: discord.Client) -> list[CheckResult]:
    """Check the permissions of a bot that is logged in."""
    servers = await role_permissions(client)
    known = passed("token", name=str(client.user), n=len(servers))
    installs = install_results(client.application_id or 0)
    return [known, *permission_results(servers), *installs]


async def ask_discord(
    token: str, ask: Callable[[discord.Client], Awaitable[list[CheckResult]]]
) -> list[CheckResult]:
    """Log in, and return the results of `ask`; or one that says why Discord gives no answer."""
    try:
        async with discord.Client(intents=discord.Intents.none()) as client:
            await client.login(token)
            return await ask(client)
    except discord.LoginFailure:
        return [failed("token_refused")]
    except (aiohttp.ClientError, discord.HTTPException, OSError) as error:
        return [failed("unreachable", error=error)]


def install_results(application_id: int) -> Iterator[CheckResult]:
    """Yield the three links that install the bot."""
    yield passed("install_both", link=install_link(application_id))
    yield passed("install_server", link=invitation(application_id))
    yield passed("install_yourself", link=user_install_link(application_id))


async def role_permissions(client: discord.Client) -> dict[str, discord.Permissions]:
    """Return the permissions of the bot's roles on each server, by the server's name and id."""
    found: dict[str, discord.Permissions] = {}
    last = discord.Object(0)
    # discord.py's `fetch_guilds` drops the field with the permissions.
    while page := await client.http.get_guilds(PAGE, after=last.id, with_counts=False):
        for guild in page:
            name = f"{guild['name']} ({guild['id']})"
            found[name] = discord.Permissions(int(guild["permissions"]))
        last = discord.Object(int(page[-1]["id"]))
    return found


def permission_results(servers: Mapping[str, discord.Permissions]) -> Iterator[CheckResult]:
    """Check the permissions on all servers, and name the first servers that lack some."""
    lacking = {name: missing_permissions(granted) for name, granted in servers.items()}
    short = {name: missing for name, missing in lacking.items() if missing}
    for name, missing in list(short.items())[:NAMED]:
        judge = failed if set(missing) - THREAD_PERMISSIONS else passed
        spelt = ", ".join(one.replace("_", " ").title() for one in missing)
        yield judge("lacking", server=name, permissions=spelt)
    if not short:
        yield passed("permitted", n=len(servers))
    elif len(short) > NAMED:
        yield failed("lacking_more", n=len(short) - NAMED)


def health(settings: Settings) -> int:
    """Print whether the bot is alive. Returns the exit status: 0 if the bot is alive."""
    beat = last_heartbeat(settings.place)
    alive = beat is not None and time.time() - beat < SILENT
    sys.stdout.write(say("doctor.alive" if alive else "doctor.silent") + "\n")
    return 0 if alive else 1
