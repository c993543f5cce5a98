"""Membership: nobody plays off the server, and nobody's seat is lost earlier than by the clock."""

import random

import pytest

from cogs.direct_messages.proofs import LASTS
from tests.cogs.direct_messages.support import hands_in_dm, open_in_dm
from tests.cogs.support.play import start
from tests.cogs.support.time import DAY, HOUR, after, timed
from tests.simulator import open_simulator

pytestmark = pytest.mark.asyncio
STEPS = 40


class Walk:
    """A random walk of a member: leaving, bans, joining again, roles, outages, and presses."""

    STEPS: tuple[str, ...] = (
        "go",
        "come",
        "change_roles",
        "toggle_outage",
        "pass_time",
        "press",
        "press",
    )

    def __init__(self, simulator, game, person, rng):
        self.simulator, self.game, self.person, self.rng = simulator, game, person, rng
        self.backend = simulator.env.backend
        self.here, self.outage = True, False
        self.proved = simulator.now()
        """When the bot last had evidence that the member is on the server."""

    async def step(self):
        """Let one thing happen, chosen at random."""
        await getattr(self, self.rng.choice(self.STEPS))()

    async def go(self):
        """Leave, or be banned."""
        if not self.here:
            return
        self.here = False
        if self.rng.random() < 0.5:
            self.backend.apply_ban(self.simulator.guild.id, self.person.id, None)
        else:
            self.backend.remove_member(self.simulator.guild.id, self.person.id)
        await self.simulator.env.settle()

    async def come(self):
        """Join again."""
        if self.here:
            return
        self.here = True
        self.backend.get_guild(self.simulator.guild.id).bans.pop(self.person.id, None)
        self.simulator.guild.add_member(self.person.actor.user)
        await self.simulator.env.settle()

    async def change_roles(self):
        """Get a role that may not view the table's channel."""
        role = self.simulator.guild.create_role(f"Role {self.rng.random()}")
        self.simulator.deny("view_channel", target=role.id)
        if self.here:
            self.backend.add_member_role(self.simulator.guild.id, self.person.id, role.id)

    async def toggle_outage(self):
        """Let Discord answer no request about members, or answer them again."""
        self.outage = not self.outage
        self.simulator.heal()
        if self.outage:
            self.simulator.fail("GET", "/guilds/*/members/*", status=503, times=None)

    async def pass_time(self):
        self.backend.advance_clock(self.rng.choice([60.0, LASTS / 2, LASTS + 1]))

    async def press(self):
        """Draw, or undo, on a hand in the direct messages."""
        shown = hands_in_dm(self.simulator, self.person)
        before, now = await self.game.seq(), self.simulator.now()
        may_play = self.here or now - self.proved < LASTS
        asked = [one for one in self.simulator.sent if "/members/" in one.path]
        if shown:
            wanted = ("say", "undo", "main", "about")
            verb = next(v for v in wanted if v in verbs(shown[-1]))
            found = [c.custom_id for c in shown[-1].controls if c.verb == verb]
            await self.person.press(shown[-1], found[0])
        else:
            await self.person.slash("hand", channel=self.person.dm)
        after = [one for one in self.simulator.sent if "/members/" in one.path]
        if len(after) > len(asked) and self.here and not self.outage:
            self.proved = now
        assert may_play or await self.game.seq() == before, "a move off the server"
        await self.check_seat()

    async def check_seat(self):
        live = await self.game.live()
        assert live.seat_of(self.person.id) is not None, "a seat was lost"


def verbs(shown):
    return {control.verb for control in shown.controls if not control.disabled}


@pytest.mark.parametrize("seed", range(6))
async def test_nobody_plays_off_the_server_and_nobody_loses_their_seat(tmp_path, seed):
    path = tmp_path / "tuppence.db"
    async with open_simulator(path, threads=False, pictures=False) as simulator:
        game = await start(simulator, simulator.members[:2], seats=2, pace="none")
        person = await game.turn()
        await open_in_dm(person)
        walk = Walk(simulator, game, person, random.Random(seed))
        for _ in range(STEPS):
            await walk.step()


# ---- the same with a clock


class TimedWalk(Walk):
    """A random walk at a table with a clock. The other member is present, and never plays."""

    STEPS = (*Walk.STEPS, "go", "pass_time", "pass_time", "pass_time")

    async def pass_time(self):
        await after(self.simulator, self.rng.choice([DAY / 2, DAY + HOUR]))

    async def check_seat(self):
        """Check that both members own their seats, and lose them to a computer by one rule."""
        live = await self.game.live()
        for person in self.game.people:
            seat = live.seat_of(person.id)
            assert seat is not None, "a seat was lost"
            is_replaced = live.player(seat).kind == "computer"
            assert is_replaced == (await self.longest_absence(person) >= 3), person

    async def longest_absence(self, person):
        """Return the largest number of turns in a row that the clock played for a member."""
        seat = (await self.game.live()).require_seat(person.id)
        longest, missed = 0, set()
        for entry in await self.simulator.bot.database.tables.move_log(self.game.table_id):
            if entry.seat != seat:
                continue
            if entry.key.startswith("clock:"):
                missed.add(entry.key.split(":")[2])
            else:
                missed.clear()
            longest = max(longest, len(missed))
        return longest

    async def is_replaced(self):
        return await self.longest_absence(self.person) >= 3


@pytest.mark.parametrize("seed", range(6))
async def test_with_a_clock_nobody_off_the_server_loses_the_seat_earlier(tmp_path, seed):
    path = tmp_path / "tuppence.db"
    async with open_simulator(path, threads=False, pictures=False) as simulator:
        game = await timed(simulator, simulator.members[:2], seats=2)
        person = await game.turn()
        await open_in_dm(person)
        walk = TimedWalk(simulator, game, person, random.Random(seed))
        for _ in range(STEPS):
            await walk.step()
            await walk.check_seat()
            if await walk.is_replaced():
                break
        await walk.come()
        if await walk.is_replaced():
            said = [m for m in simulator.messages(game.thread) if "I'm back" in m.labels]
            await person.press(said[-1], "I'm back")
        live = await game.live()
        assert live.player(live.require_seat(person.id)).kind == "member"
