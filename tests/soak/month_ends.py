"""Months end on many servers while Discord fails, processes die, and two processes run at once.

    python -m tests.soak.month_ends --months 36

The servers are in zones from -11 to +14, some with changes of the clocks. Each month that has
champions must bring exactly one post, and the saved champions must equal those of a program that
shares no code with the bot. The run ends with status 1 if a month is wrong.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from openskill.models import PlackettLuce, PlackettLuceRating

from cogs.month_end.service import MonthEndService
from tests.cogs.support.month_end import choose, games, go_to, posts
from tests.cogs.support.welcome import Killed, Mortal
from tests.simulator.simulator import Simulator, open_simulator
from tests.soak.welcome import disturb, new_server

ZONES: Final = (
    *("Pacific/Pago_Pago", "Pacific/Honolulu", "America/Los_Angeles", "America/St_Johns"),
    *("America/Sao_Paulo", "UTC", "Europe/Berlin", "Africa/Cairo", "Asia/Kathmandu"),
    *("Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Chatham", "Pacific/Kiritimati"),
)
PLAYED: Final = ("house-canasta", "ten-pennies", "classic-canasta")
MEMBERS: Final = 5
LAST_STEP: Final = 24
"""A process that nothing disturbs ends a server's month in fewer steps than this."""

Kept = set[tuple[str, int, int]]
"""Champions: game, place and Discord id."""


async def failures(
    database: Path, months: int, seed: int, zones: Iterable[str] = ZONES
) -> list[str]:
    """Let months end, and return a line for each server and month that is wrong."""
    chance, wrong = random.Random(seed), []
    async with open_simulator(database, pictures=False) as simulator:
        servers = {await new_server(simulator, zone): zone for zone in zones}
        for guild, zone in servers.items():
            channel = next(iter(simulator.env.backend.get_guild(guild).channel_ids))
            await choose(simulator, guild, zone=zone, month_place=channel)
        await MonthEndService(simulator.bot).run()
        for _ in range(months):
            wrong += await one_month(simulator, servers, chance)
        if not any(posts(simulator, guild) for guild in servers):
            wrong.append("no month had champions, so nothing was proved")
    return wrong


async def one_month(
    simulator: Simulator, servers: dict[int, str], chance: random.Random
) -> list[str]:
    """Play in a month, let it end on all servers, and return what is wrong."""
    begun = datetime.fromtimestamp(simulator.now(), UTC)
    begun = begun.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    month, end = f"{begun:%Y-%m}", (begun + timedelta(days=32)).replace(day=1)
    # All posts of the month before are due by now.
    await go_to(simulator, max(simulator.now() + 1, (begun + timedelta(days=3)).timestamp()))
    found = {guild: await play(simulator, guild, chance) for guild in servers}
    before = {guild: len(posts(simulator, guild)) for guild in servers}
    wrong = []
    for guild, zone in sorted(servers.items(), key=lambda one: due_of(end, *one)):
        due = due_of(end, guild, zone)
        await go_to(simulator, max(simulator.now(), due - 1))
        await disturbed(simulator, chance)
        if due - 1 == simulator.now() and len(posts(simulator, guild)) != before[guild]:
            wrong.append(f"{zone}, {month}: posted before it was due")
        await go_to(simulator, max(simulator.now(), due + chance.randrange(1, 900)))
        await disturbed(simulator, chance)
    await go_to(simulator, (end + timedelta(days=2)).timestamp())
    for _ in range(2):  # the second round finds nothing to do
        await MonthEndService(simulator.bot).run()
    for guild, zone in servers.items():
        champions = champions_of(found[guild])
        sent = len(posts(simulator, guild)) - before[guild]
        if sent != bool(champions):
            wrong.append(f"{zone}, {month}: {sent} posts, {len(champions)} champions")
        if await saved(simulator, guild, month) != champions:
            wrong.append(f"{zone}, {month}: other champions than counted")
    return wrong


def due_of(end: datetime, guild: int, zone: str) -> float:
    """Return when a post is due: the first 10:00 an hour after the month's end, and the spread."""
    at = (end + timedelta(hours=1)).astimezone(ZoneInfo(zone))
    while (at.hour, at.minute) != (10, 0):
        at = (at.astimezone(UTC) + timedelta(minutes=1)).astimezone(ZoneInfo(zone))
    return at.timestamp() + (guild >> 22) % 3600


async def disturbed(simulator: Simulator, chance: random.Random) -> None:
    """Run processes, which may die, while Discord may fail. Then let one run alone."""
    for _ in range(chance.choice((1, 2))):  # the second round searches what the first has lost
        disturb(simulator, chance)
        steps = [chance.randrange(1, LAST_STEP) for _ in range(chance.choice((1, 2)))]
        await asyncio.gather(*(one_process(simulator, stop) for stop in steps))
        simulator.heal()
    await MonthEndService(simulator.bot).run()


async def one_process(simulator: Simulator, stop: int) -> None:
    """Run a process with an own memory, until it ends or dies at step `stop`."""
    service, backend = MonthEndService(simulator.bot), simulator.bot.database.guilds.backend
    mortal = Mortal(backend, stop)
    service._guilds = type(service._guilds)(mortal)  # type: ignore[arg-type]
    service._months = type(service._months)(mortal)  # type: ignore[arg-type]
    with suppress(Killed):
        await service.run()


# ---- the games, and the champions counted from them


Played = list[tuple[str, int, int]]
"""Games of two: the game, the winner and the loser."""


async def play(simulator: Simulator, guild: int, chance: random.Random) -> Played:
    """Let the members of a server play some games of two, often too few for a champion."""
    people = range(50, 50 + MEMBERS)
    found: Played = []
    for _ in range(chance.choice((0, 4, 9, 14))):
        game, pair = chance.choice(PLAYED), chance.sample(people, 2)
        found.append((game, pair[0], pair[1]))
        await games(simulator, tuple(pair), guild=guild, game=game, times=1)
    return found


def champions_of(found: Played) -> Kept:
    """Return the champions of a month, counted from its games."""
    ladders = {game: [one for one in found if one[0] == game] for game in PLAYED}
    if len(standings(found)) < 2:
        return set()
    kept = {("", place, one) for place, one in places_of(found) if place <= 3}
    for game, played in ladders.items():
        kept |= {(game, 1, one) for place, one in places_of(played) if place == 1}
    return kept


def standings(found: Played) -> dict[int, int]:
    """Return the shown rating of each member with three games."""
    model, ratings = PlackettLuce(), defaultdict[int, PlackettLuceRating](PlackettLuce().rating)
    games = Counter[int]()
    for _, winner, loser in found:
        [[ratings[winner]], [ratings[loser]]] = model.rate([[ratings[winner]], [ratings[loser]]])
        games.update((winner, loser))
    return {
        one: round(1000 + 40 * (rating.mu - 3 * rating.sigma))
        for one, rating in ratings.items()
        if games[one] >= 3
    }


def places_of(found: Played) -> list[tuple[int, int]]:
    """Return place and Discord id of each member who counts."""
    shown = standings(found)
    return [(1 + sum(other > own for other in shown.values()), one) for one, own in shown.items()]


async def saved(simulator: Simulator, guild: int, month: str) -> Kept:
    """Return the champions that the bot has saved."""
    found = await simulator.bot.database.leaderboards.month_champions(guild, month)
    return {(one.game, one.place, one.user_id or 0) for one in found}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--months", type=int, default=36)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wrong = asyncio.run(failures(Path(folder) / "tuppence.db", given.months, given.seed))
    sys.stdout.write("".join(f"{line}\n" for line in wrong))
    ended = given.months * len(ZONES)
    sys.stdout.write(f"{len(wrong)} faults in {ended} months of {len(ZONES)} servers\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
