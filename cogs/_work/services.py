"""The parlour: the services that all doors of one bot share, and how they wake each other.

A change is made in `tables` or `lobbies`; `wake` then lets the repaint queue show it and the
computer players go on. Nothing else may show or move.
"""

import logging
from collections.abc import Sequence
from functools import partial
from typing import Final

from cogs._game.live import Live
from cogs._game.tables import Tables
from cogs._kit.client import Client
from cogs._kit.controls import Control, Controls
from cogs._kit.refusals import Leaving, Refusal
from cogs._lobby.computers import computer
from cogs._lobby.lobbies import Lobbies
from cogs._messages.expiry import Lapse
from cogs._messages.open_panels import Panels
from cogs._messages.painter import Painter
from cogs._messages.pings import Pings
from cogs._messages.repaint import Repaint
from cogs._traffic.codes import NO_GUILD
from cogs._traffic.patience import in_time
from cogs._upkeep.clustered import NOTHING_LEFT_TO_DO
from cogs._work.computers import Computers, next_decision
from cogs._work.drawing import easels, processes
from cogs._work.films import Films
from cogs._work.homes import Homes
from cogs._work.lessons import Lessons
from cogs._work.lost_places import World
from cogs._work.misses import Absence
from cogs._work.pauses import Pauses
from cogs._work.substitutes import Seats
from cogs._work.thinkers import room
from cogs._work.timekeeper import Timekeeper
from cogs._work.votes import Votes
from data.file.errors import StoreError
from data.game.rows import Status, TableRow
from data.people.rows import Left
from render.artist import Artist

log = logging.getLogger(__name__)

BATCH: Final = 50
"""Tables woken at once after a start."""
REST: Final = 0.1
"""Seconds between two batches."""


class Parlour:
    """The services of one bot."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.store = store = bot.store
        self._sleep = bot.sleep
        self._late = bot.late
        self._closed = False
        self.artist = Artist(
            easels=easels(
                lambda: processes(bot.ownership.processes_on_machine) if bot.draws_beside else 0
            )
        )
        self.films = Films(lambda: bot.figures.count("films_refused"))
        self.tables = Tables(
            store.tables,
            store.time,
            bot.clock,
            bot.pulse.agrees,
            bot.card_emojis,
            lambda: bot.ownership.is_exclusive,
        )
        self.lobbies = Lobbies(store.lobbies, store.tables, store.ladders, bot.entropy)
        self.lessons = Lessons(store.learning, self.tables, bot.entropy)
        self.panels = Panels(bot, self.tables, self.artist)
        self.pings = Pings(bot, self.tables)
        painter = Painter(bot, self.tables, self.artist, self.pings, self.panels.push)
        self.seats = Seats(store.tables, store.time, self.tables, bot.clock)
        self.votes = Votes(bot, self.tables, self.seats, self.pings, self.wake)
        works = (painter.paint, self.pings.send, self.votes.show)
        self.pauses = Pauses(store.tables, store.time, self.tables, bot.clock, self.wake)
        self.world = World(bot, self.tables, self.pauses, self.pings)
        self.homes = Homes(bot, self.tables)
        self.repaint = Repaint(
            works,
            nothing_left=NOTHING_LEFT_TO_DO,
            lost=self.world.lost,
            found=self.world.found,
            allowed=self.world.allowed,
            sleep=bot.sleep,
            in_time=partial(in_time, bot),
            meanwhile=painter.tell,
        )
        tables_behind = "Tables whose messages are being painted, or wait for it"
        bot.figures.watch("paint_queue", tables_behind, lambda: self.repaint.waiting)
        self.computers = Computers(
            bot,
            self.tables,
            self.repaint.wake,
            lambda: room(bot.ownership.processes_on_machine),
        )
        moves_waiting = "Moves of hard computer players that wait for a process"
        bot.figures.watch("hard_queue", moves_waiting, lambda: self.computers.mind.thinkers.asking)
        self.absence = Absence(
            bot, self.tables, self.seats, self.wake, self.goes_on, self.computers.at_once
        )
        lapse = Lapse(self.lobbies, self.repaint.wake)
        rules_of_time = (self.absence, self.pings, self.pauses, self.votes)
        self.timekeeper = Timekeeper(bot, *rules_of_time, lapse, self.repaint, self.computers.wake)

    def check_open(self) -> None:
        """Raise `Leaving` once the bot is closing."""
        if self._closed:
            raise Leaving

    def show(self, row: TableRow) -> None:
        """A table has changed: show it, where it is ours to show."""
        if self.bot.ownership.owns(row.guild_id):
            self.repaint.wake(row.id)

    def wake(self, row: TableRow) -> None:
        """A table has changed, but for its moves: show it, and let computer players go on.

        Where it may wait for something that needs no time, it is shown once that is done.
        """
        if row.status is not Status.PLAYING or self.computers.is_playing(row.id):
            self.show(row)
        if row.status is not Status.LOBBY and self._plays(row):
            self.computers.wake(row.id)

    def _plays(self, row: TableRow) -> bool:
        """Whether computer players move here: at private tables wherever their member presses."""
        return row.is_private or self.bot.ownership.owns(row.guild_id)

    async def go_on_without(self, left: Left) -> None:
        """Where somebody was forgotten: the tables that they have left go on, and show it."""
        for table_id, seats in left.items():
            try:
                await self._goes_on_without(table_id, seats)
            except (StoreError, Refusal):  # one table's trouble is not another's
                log.exception("table %d: nobody could be asked to go on there", table_id)

    async def _goes_on_without(self, table_id: int, seats: Sequence[int]) -> None:
        row = await self.store.tables.existing(table_id)
        if not self.bot.ownership.owns(row.guild_id):
            await self.store.tables.unpaint(table_id)  # who looks after it sees that it has changed
            self.tables.changed(table_id)
        else:
            self.wake(await self.seats.left(table_id, seats))

    def goes_on(self, live: Live) -> None:
        """Moves were made at a table: show it, and let computer players go on if they are next."""
        if not live.row.is_private:  # its member has pressed, and sees it
            self.show(live.row)
        if next_decision(live) is not None:
            self.computers.wake(live.row.id)

    async def resume(self) -> None:
        """After a start: games go on, and what people see catches up."""
        self.timekeeper.start()
        await self.go_on_without(await self.store.people.stand_in_for_nobody(computer))
        if not self._closed:  # a disk that is busy may have kept us waiting until the stop
            await self.resume_held()

    async def resume_held(self, shard: int | None = None) -> None:
        """The same for the tables that we look after; for those of one shard, once it is ours."""
        waiting = {*await self.store.tables.playing(), *await self.store.tables.behind()}
        ours = await self.store.tables.held(sorted(waiting), shard)
        for number, table_id in enumerate(ours, start=1):
            if self._closed:
                return
            await self._resumed(table_id)
            if number % BATCH == 0:  # who presses now must not wait behind thousands of tables
                await self._sleep(REST)

    async def _resumed(self, table_id: int) -> None:
        """One table's fault is not another's: it is shown once that can be, and goes on then."""
        try:
            row = await self.store.tables.find(table_id)
            if row is not None:
                await self._resume(row)
        except StoreError:
            log.exception("table %d: it could not be looked at after the start", table_id)
            if not self._closed:
                self.repaint.wake(table_id)
                self.computers.wake(table_id)

    async def _resume(self, row: TableRow) -> None:
        if row.is_private:
            self.computers.wake(row.id)
        elif self.bot.get_guild(row.guild_id) is None:  # sent away while the bot was not running
            await self.world.lost(row.id, NO_GUILD)
        elif row.status is Status.PLAYING:
            self.wake(row)
        else:
            self.show(row)

    async def let_go(self) -> None:
        """Stop the work at tables that another process has taken over."""
        at_work = {*self.repaint.at_work, *self.computers.at_work}
        ours = {*await self.store.tables.held(sorted(at_work))}
        for table_id in at_work - ours:
            self.repaint.stop(table_id)
            self.computers.stop(table_id)

    def close(self) -> None:
        """Stop all work; the store knows what is left to do."""
        self._closed = True
        self._late.close()
        self.timekeeper.close()
        self.absence.close()
        self.computers.close()
        self.repaint.close()
        self.films.close()
        self.artist.close()


class Furnished(Client):
    """The client with what its doors are given: the services, and where controls are answered."""

    parlour: Parlour
    controls: Controls


def install(bot: Furnished, *kinds: type[Control[Parlour]]) -> None:
    """Make a bot answer these controls. Raises `ValueError` when a verb is taken twice."""
    bot.controls.install(bot.parlour, *kinds)
