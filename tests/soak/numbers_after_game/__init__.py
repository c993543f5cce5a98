"""Every number on every screen after a game, compared with the game's log.

`Evening` plays games of one kind in a simulator, and checks the messages after each, and `/stats`,
`/leaderboard`, `/history` and `/records`. Its `wrong` has the faults in words.
"""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.recount import Played, reckoned
from tests.soak.numbers_after_game.remembered import Remembered
from tests.soak.numbers_after_game.sent import Sent


@dataclass
class Evening(Sent, Remembered):
    """Games of one kind among the same people."""

    async def play(self, members: int, options: dict[str, Any], seed: int) -> None:
        """Play a game of some members and computer players; then check its screens."""
        turn = seed % len(self.people)
        people = (self.people[turn:] + self.people[:turn])[:members]
        facts = {"game": self.game, "options": options}
        table = await dealt(self.simulator, people, self.seats - members, **facts)
        before = len(self.simulator.messages(self.simulator.channel.id))
        live = await play_on(self.simulator, table, seed)
        self.simulator.bot.services.repaint_queue.wake(table)
        await self.simulator.bot.services.repaint_queue.wait_until_idle(table, 60)
        told = self.simulator.messages(self.simulator.channel.id)[before:]
        mine = reckoned(live.row, await self.simulator.bot.database.tables.move_log(table))
        month = datetime.fromtimestamp(self.simulator.bot.clock(), UTC).strftime("%Y-%m")
        seated = {seat: person.id for seat, person in enumerate(people)}
        self.played.append(Played(mine, month, seated))
        self.ratings.count(self.played[-1])
        self.look_at(live, mine, told)
