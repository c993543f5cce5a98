"""A week: six members in three time zones play Pennies From Heaven to its final score.

One vanishes, one goes on holiday, the bot is killed twice, and somebody deletes the thread. All
of it goes through discord.py under simulated time. Every notification is held against the
decision it was for: one when it becomes somebody's, one reminder, none at night, no others.
"""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from cogs._hours import audible, is_quiet
from data.rows import Preference, Status, TableRow
from tests.cogs.clocks import DAY, HOUR, MINUTE, Heard, away, clock_of, listen, thread_texts
from tests.cogs.playing import Game, first, start
from tests.simulated import Person, Room

LOOK, STEP = HOUR / 2, 1.5 * HOUR
BERLIN = Preference("Europe/Berlin", 22 * 60, 7 * 60)
NEW_YORK = Preference("America/New_York", 23 * 60, 8 * 60)
TOKYO = Preference("Asia/Tokyo", 22 * 60, 7 * 60)
WISHES = {
    "ann": BERLIN,
    "ben": replace(BERLIN, way="direct"),
    "cleo": NEW_YORK,
    "dan": NEW_YORK,
    "eve": replace(TOKYO, way="direct"),
    "finn": TOKYO,
}
FIRST_EVENING = 11
"""Turns they take at once, all together; quiet hours keep nobody from playing."""
VANISHES, ON_HOLIDAY = "dan", "finn"


@dataclass
class Open:
    """A decision that was somebody's, from when to when."""

    person: Person
    since: float
    until: float = 0.0


@dataclass
class Week:
    """The table, who is there, and every decision there was."""

    game: Game
    heard: list[Heard]
    present: set[str] = field(default_factory=lambda: set(WISHES))
    decisions: dict[tuple[int, int, int], Open] = field(default_factory=dict)

    @property
    def room(self) -> Room:
        return self.game.room

    def person(self, name: str) -> Person:
        return next(one for one in self.game.people if one.name == name)

    async def row(self) -> TableRow:
        row = await self.room.bot.store.table(self.game.table_id)
        assert row is not None
        return row

    async def over(self) -> bool:
        return (await self.row()).status is Status.FINISHED

    async def look(self) -> None:
        """Note which decisions are members' now."""
        row = await self.row()
        now_open = set()
        for wait in await self.room.bot.store.waits(row.id):
            driver = row.seats[wait.seat].driver
            if driver is not None and driver.kind == "member":
                key = (wait.seat, wait.seq, driver.user_id or 0)
                person = next(one for one in self.game.people if one.id == driver.user_id)
                self.decisions.setdefault(key, Open(person, min(wait.since, self.room.now())))
                now_open.add(key)
        for key, decision in self.decisions.items():
            if key in now_open or not decision.until:
                decision.until = self.room.now() if key not in now_open else 0.0

    async def awake_turns(self) -> None:
        """Whoever is there and awake moves, one after the other."""
        while not await self.over():
            live = await self.game.live()
            driver = live.driver(live.course.table.turn)
            person = next(one for one in self.game.people if one.id == driver.user_id)
            awake = not is_quiet(WISHES[person.name], self.room.now())
            if driver.kind == "computer" or person.name not in self.present or not awake:
                return
            await self.turn(person)

    async def first_evening(self) -> None:
        """Everybody is there."""
        for _ in range(FIRST_EVENING):
            await self.turn(await self.game.turn())
            await self.room.wait(5 * MINUTE)

    async def turn(self, person: Person) -> None:
        """Draw, then throw the first card that may go."""
        panel = (await person.slash("hand")).message
        await person.press(panel, "say")
        if any(control.verb == "drop" for control in panel.controls):
            await person.choose(panel, "drop", [first(panel, "drop")])
        await self.look()


async def vanish(week: Week) -> None:
    week.present.discard(VANISHES)


async def go_on_holiday(week: Week) -> None:
    """A day without a clock, asked for under More."""
    finn = week.person(ON_HOLIDAY)
    week.present.discard(ON_HOLIDAY)
    more = await finn.press(week.game.board, "More")
    pause = await finn.press(more.message, "Pause")
    await finn.press(pause.message, "For me: 1 day")


async def come_home(week: Week) -> None:
    week.present.add(ON_HOLIDAY)


async def kill(week: Week) -> None:
    await away(week.room, 60)


async def delete_thread(week: Week) -> None:
    week.room.env.backend.delete_channel(week.game.thread)


async def ask_for_a_new_one(week: Week) -> None:
    shown = week.room.messages(week.room.channel.id)
    note = next(message for message in shown if "Go on in a new thread" in message.labels)
    await week.person("ann").press(note, "Go on in a new thread")


Happening = Callable[[Week], Coroutine[Any, Any, None]]
HAPPENS: dict[int, Happening] = {
    2: vanish,
    5: kill,
    8: go_on_holiday,
    20: delete_thread,
    22: ask_for_a_new_one,
    25: come_home,
    40: kill,
}


async def begun(room: Room) -> Week:
    """The six at their table."""
    people = (*room.people, room.invite("Eve"), room.invite("Finn"))
    for person in people:
        await room.bot.store.prefer(person.id, WISHES[person.name])
    heard, options = listen(room), {"max_rounds": 1}
    game = await start(room, people, game="pennies-from-heaven", options=options)
    clock_of(room).longest = LOOK
    week = Week(game, heard)
    await week.look()
    return week


async def lived(week: Week) -> None:
    """An evening together, then seven days, or until the game is over."""
    await week.first_evening()
    for step in range(round(7 * DAY / STEP)):
        if await week.over():
            return
        if step in HAPPENS:
            await HAPPENS[step](week)
        await week.awake_turns()
        await week.room.wait(STEP)
        await week.look()


async def test_a_week_of_six_players_ends_with_its_final_score(room):
    week = await begun(room)
    await lived(week)
    assert await week.over()
    assert any("won" in text for text in thread_texts(week.game))
    assert any("did not answer three times" in m.text for m in room.messages())
    drivers = {one.name.lower(): one.kind for one in await week.game.drivers()}
    assert drivers == {name: "computer" if name == VANISHES else "member" for name in WISHES}
    judge(week)


def judge(week: Week) -> None:
    """Hold every notification against the decision it was for."""
    told = [one for one in week.heard if "was deleted" not in one.text]
    assert len(week.heard) - len(told) == len(WISHES)  # each is told once of the deleted thread
    for one in told:
        name = next(person.name for person in week.game.people if person.id == one.user_id)
        assert not is_quiet(WISHES[name], one.at), (name, one)
        own = [each for each in week.decisions.values() if each.person.id == one.user_id]
        assert any(each.since - 1 <= one.at <= each.until for each in own), one
    for decision in week.decisions.values():
        mine = [one for one in told if one.user_id == decision.person.id]
        notes = [one for one in mine if decision.since - 1 <= one.at <= decision.until]
        assert len(notes) <= 2, (decision, notes)
        if audible(WISHES[decision.person.name], decision.since) + 2 * LOOK < decision.until:
            assert notes, decision
        for earlier, later in pairwise(notes):
            assert later.at - earlier.at > 6 * HOUR
