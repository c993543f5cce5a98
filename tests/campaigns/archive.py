"""Finished games in the file: python -m tests.campaigns.archive [GAMES] [FILE]

Computers play whole games of all kinds under a few members' names, each a different number of
seats; they are packed, and their room in the file is measured (bar: 2.5 MB for 1,000 games).
With FILE the database is kept, for `./run` to show.
"""

import asyncio
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import engine
from cogs._course import Course
from data.rows import Changed, Driver, Entry, Refused, TableRow
from data.store import Store
from engine.players import simple
from engine.receipt import final_seed

GUILD, CHANNEL = 900, 901
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hope")
BAR = 2_500  # bytes a game
DAY = 86_400.0


async def played(store: Store, number: int, clock: "Clock") -> int:
    """One whole game; how many moves it had."""
    chance = random.Random(number)
    slug = sorted(engine.GAMES)[number % len(engine.GAMES)]
    seats = chance.choice([n for n in engine.GAMES[slug].seats if n <= len(NAMES)])
    table = await begun(store, slug, chance.sample(range(len(NAMES)), seats), number)
    course, seq = Course.begun(table), 0
    while waiting := [d for d in engine.pending(course.table) if d.default is not None]:
        seat = waiting[0].seat
        move = simple.choose(engine.view(course.table, seat), chance)
        clock.now += chance.expovariate(1 / 1800)
        entry = Entry(seq + 1, seat, f"{number}-{seq}", clock.now, engine.write(move))
        course = course.then(entry)
        await store.append(
            table.id,
            after=seq,
            seat=seat,
            key=entry.key,
            body=entry.body,
            deadline=None,
            outcome=course.outcome(),
        )
        seq += 1
    await store.painted(table.id, seq)
    return seq


async def begun(store: Store, slug: str, people: list[int], number: int) -> TableRow:
    """A table in play with these members."""
    table = await store.open_lobby(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host_id=10**17 + people[0],
        game=slug,
        rules_version=engine.GAMES[slug].version,
        options={},
        seat_count=len(people),
        pace="none",
        seed=random.Random(-number).randbytes(32),
    )
    for person in people:
        member = Driver("member", 10**17 + person, NAMES[person])
        sure(await store.sit(table.id, member, press=10**18 + number * 100 + person))
    return sure(await store.start(table.id, mix=final_seed, deadline=None))


def sure(answer: Changed | Refused) -> TableRow:
    assert isinstance(answer, Changed), answer
    return answer.table


class Clock:
    """Hours pass as the games need them."""

    def __init__(self) -> None:
        self.now = 1_735_689_600.0

    def __call__(self) -> float:
        return self.now


async def main(games: int, keep: Path | None) -> int:
    clock, begin = Clock(), time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tuppence.db"
        store = await Store.open(path, now=clock)
        moves = [await played(store, number, clock) for number in range(games)]
        before = (await store.back_up()).stat().st_size
        clock.now += DAY
        packed = await store.pack(clock.now)
        after = (await store.back_up()).stat().st_size
        begin_rebuild = time.perf_counter()
        await store.rebuild_ladder()
        rebuilt = time.perf_counter() - begin_rebuild
        await store.close()
        if keep:
            shutil.copy(path, keep)
    each = after / games
    print(f"{games:,} games, {sum(moves):,} moves, played in {time.perf_counter() - begin:.0f} s")
    print(f"{packed:,} packed: {before / games:,.0f} bytes a game before, {each:,.0f} after")
    print(f"1,000 games: {each / 1000:.2f} MB (bar 2.5); ladders made again in {rebuilt:.2f} s")
    return int(each > BAR)


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    sys.exit(asyncio.run(main(wanted, target)))
