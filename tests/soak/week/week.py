"""A week of six members in three time zones at Pennies From Heaven, with typical incidents.

One member vanishes, one goes on holiday, the bot is killed twice, and somebody deletes the thread.
Everything goes through discord.py in simulated time. Every notification is compared with its
decision. A member gets one when a decision starts, then the reminders that they chose, and none at
night. One member has a digest instead, and otherwise only the final reminder.

Each evening all present members play together for a while, despite quiet hours. By day each member
who is awake takes their turn.
"""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any

import engine
from cogs.game.move_log import deciding_seats
from cogs.game.quiet_hours import end_of_quiet_hours, is_quiet, next_digest, next_time
from data.models.members import ReminderPreferences
from data.models.tables import TableRow, TableStatus
from engine.players import choose
from tests.cogs.support.play import Game, first, start
from tests.cogs.support.time import DAY, HOUR, MINUTE, Heard, away, clock_of, listen
from tests.simulator import Member, Simulator

LOOK, STEP = 0.75 * HOUR, 1.5 * HOUR
BERLIN = ReminderPreferences("Europe/Berlin", 22 * 60, 7 * 60)
NEW_YORK = ReminderPreferences("America/New_York", 23 * 60, 8 * 60)
TOKYO = ReminderPreferences("Asia/Tokyo", 22 * 60, 7 * 60)
WISHES = {
    "ann": BERLIN,
    "ben": replace(BERLIN, way="direct"),
    "cleo": replace(NEW_YORK, rhythm="twice"),
    "dan": NEW_YORK,
    "eve": replace(TOKYO, way="direct", digest=7 * 60),
    "finn": replace(TOKYO, rhythm="hour"),
}
REMINDED = {"quarter": (0.75,), "twice": (0.5, 0.75), "hour": (23 / 24,)}
"""Parts of a day after which each rhythm reminds."""
EVENING = 14
"""The step of a day, of sixteen, at which the members meet."""
VANISHES, ON_HOLIDAY = "dan", "finn"


Turn = Callable[["Week", int, Member], Awaitable[None]]


@dataclass
class Open:
    """A decision of a member, from its start to its end."""

    person: Member
    since: float
    until: float = 0.0


@dataclass
class Week:
    """The table, the present members, and every decision so far."""

    game: Game
    heard: list[Heard]
    play: "Turn"
    present: set[str] = field(default_factory=lambda: set(WISHES))
    decisions: dict[tuple[int, int, int], Open] = field(default_factory=dict)
    begun: float = 0.0

    def __post_init__(self) -> None:
        self.begun = self.simulator.now()

    @property
    def simulator(self) -> Simulator:
        return self.game.simulator

    def person(self, name: str) -> Member:
        return next(one for one in self.game.people if one.name == name)

    async def row(self) -> TableRow:
        row = await self.simulator.bot.database.tables.find(self.game.table_id)
        assert row is not None
        return row

    async def over(self) -> bool:
        return (await self.row()).status is TableStatus.FINISHED

    async def look(self) -> None:
        """Record the members' current decisions."""
        row = await self.row()
        now_open = set()
        for wait in await self.simulator.bot.database.deadlines.open_decisions(row.id):
            driver = row.seats[wait.seat].player
            if driver is not None and driver.kind == "member":
                key = (wait.seat, wait.seq, driver.user_id or 0)
                person = next(one for one in self.game.people if one.id == driver.user_id)
                self.decisions.setdefault(key, Open(person, min(wait.since, self.simulator.now())))
                now_open.add(key)
        for key, decision in self.decisions.items():
            if key in now_open or not decision.until:
                decision.until = self.simulator.now() if key not in now_open else 0.0

    async def next(self) -> tuple[int, Member] | None:
        """Return the seat and the member to act; None for a computer player, and at the end."""
        live = await self.game.live()
        for seat in deciding_seats(live.game.table):
            driver = live.player(seat)
            if driver.kind == "member":
                return seat, next(one for one in self.game.people if one.id == driver.user_id)
        return None

    async def turns(self, most: int, *, awake: bool) -> None:
        """Let present members move, one after the other; by day only those who are awake."""
        for _ in range(most):
            await self.look()
            found = await self.next()
            if found is None or found[1].name not in self.present:
                return
            seat, person = found
            if awake and is_quiet(WISHES[person.name], self.simulator.now()):
                return
            await self.play(self, seat, person)
            await self.look()
            await self.simulator.wait(5 * MINUTE)


async def cheapest(week: Week, seat: int, person: Member) -> None:
    """Draw, then discard the first card that is allowed, in the panel."""
    del seat
    panel = (await person.slash("hand")).message
    await person.press(panel, "say")
    if any(control.verb == "drop" for control in panel.controls):
        await person.choose(panel, "drop", [first(panel, "drop")])


async def sensible(week: Week, seat: int, person: Member) -> None:
    """Play a turn of a member who wants to win, with every move typed."""
    live = await week.game.live()
    table = live.game.table
    turn = table.round, table.turn
    while seat in deciding_seats(table) and (table.round, table.turn) == turn:
        move = choose(live.view(seat), "easy", Random(live.row.seq))
        await person.slash("move", text=engine.write(move))
        live = await week.game.live()
        table = live.game.table


async def vanish(week: Week) -> None:
    week.present.discard(VANISHES)


async def go_on_holiday(week: Week) -> None:
    """Pause a member's clock for a day."""
    week.present.discard(ON_HOLIDAY)
    await week.person(ON_HOLIDAY).slash("away", until="1")


async def come_home(week: Week) -> None:
    week.present.add(ON_HOLIDAY)


async def kill(week: Week) -> None:
    await away(week.simulator, 60)


async def delete_thread(week: Week) -> None:
    week.simulator.env.backend.delete_channel(week.game.thread)


async def ask_for_a_new_one(week: Week) -> None:
    shown = week.simulator.messages(week.simulator.channel.id)
    note = next(message for message in shown if "Continue in a new thread" in message.labels)
    await week.person("ann").press(note, "Continue in a new thread")


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


def always(wish: ReminderPreferences) -> Callable[[ReminderPreferences], ReminderPreferences]:
    """Return these preferences in place of the earlier ones."""
    return lambda _: wish


async def begun(simulator: Simulator, play: Turn, **options: int) -> Week:
    """Return the six members at their table."""
    people = (*simulator.members, simulator.invite("Eve"), simulator.invite("Finn"))
    for person in people:
        wish = WISHES[person.name]
        due = next_digest(wish, simulator.now())
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, always(replace(wish, digest_due=due))
        )
    heard = listen(simulator)
    game = await start(simulator, people, game="pennies-from-heaven", options=options)
    clock_of(simulator).interval = LOOK
    week = Week(game, heard, play)
    await week.look()
    return week


async def lived(week: Week, evenings: tuple[int, ...]) -> None:
    """Play seven days, or until the game is over; on each evening at most so many turns."""
    for step in range(round(7 * DAY / STEP)):
        if await week.over():
            return
        if step in HAPPENS:
            await HAPPENS[step](week)
        if step % 16 == EVENING:
            await week.turns(evenings[step // 16], awake=False)
        await week.turns(2, awake=True)
        await week.simulator.wait(STEP)
        await week.look()


def judge(week: Week) -> None:
    """Compare every notification with its decision."""
    told = [one for one in week.heard if "was deleted" not in one.text]
    # Each member who chose direct messages is notified once of the deleted thread.
    direct = sum(wish.way == "direct" for wish in WISHES.values())
    assert len(week.heard) - len(told) == direct
    notes: dict[int, list[Heard]] = {id(decision): [] for decision in week.decisions.values()}
    for one in told:
        decision = asked_for(week, one)
        assert not is_quiet(WISHES[decision.person.name], one.at), one
        notes[id(decision)].append(one)
    for decision in week.decisions.values():
        if WISHES[decision.person.name].digest is None:
            judge_one(decision, notes[id(decision)])
        else:
            judge_gathered(decision, notes[id(decision)])
    assert any("these tables are waiting" in one.text for one in told)


def judge_one(decision: Open, mine: list[Heard]) -> None:
    """Check one notification when the decision starts, and reminders as the member prefers."""
    wish = WISHES[decision.person.name]
    if end_of_quiet_hours(wish, decision.since) + 2 * LOOK < decision.until:
        assert mine, decision
    assert len(mine) <= 1 + len(REMINDED[wish.rhythm]), (decision, mine)
    if decision.person.name != ON_HOLIDAY:  # A pause has moved their reminders.
        for one in mine[1:]:
            assert any(reminds(decision, share, one) for share in REMINDED[wish.rhythm]), one
    for earlier, later in pairwise(mine):
        assert later.at - earlier.at > 2 * LOOK


def reminds(decision: Open, share: float, told: Heard) -> bool:
    """Whether a reminder is due after this part of the time."""
    due = end_of_quiet_hours(WISHES[decision.person.name], decision.since + share * DAY)
    return due - 1 <= told.at <= due + 2 * LOOK


def judge_gathered(decision: Open, mine: list[Heard]) -> None:
    """Check a member with digests: digests at the chosen hour only, and one final reminder."""
    wish = WISHES[decision.person.name]
    digests = [one for one in mine if "these tables are waiting" in one.text]
    rest = [one for one in mine if one not in digests]
    assert wish.digest is not None
    for one in digests:
        assert one.at - next_time(wish.zone, wish.digest, one.at - DAY) <= 2 * LOOK, one
    assert len(rest) <= 1
    assert all(reminds(decision, REMINDED[wish.rhythm][-1], one) for one in rest)
    hour = next_time(wish.zone, wish.digest, decision.since + LOOK)
    assert digests or hour + 2 * LOOK > decision.until, decision


def asked_for(week: Week, told: Heard) -> Open:
    """Return the decision of a notification: the newest one of that member that was open then."""
    own = [one for one in week.decisions.values() if one.person.id == told.user_id]
    open_then = [one for one in own if one.since - 1 <= told.at <= one.until]
    assert open_then, told
    return max(open_then, key=lambda one: one.since)
