"""The composition root: every service of the bot, and every extension in the order of loading."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Final

from cogs import moderation, my_tables
from cogs.absence import cog as absence_cog
from cogs.absence.missed_turns import MissedTurns
from cogs.absence.pauses import PauseService
from cogs.channels import missing as missing_channels
from cogs.channels.missing import MissingChannels
from cogs.channels.placement import TableRelocation, TableThreads
from cogs.computers.computer_players import ComputerPlayers
from cogs.computers.worker_pool import cores, search_worker_count
from cogs.core.bot import Services, TuppenceBot
from cogs.core.concurrency import WorkerProcess
from cogs.core.ownership import NOTHING_LEFT_TO_DO
from cogs.delivery.outbox import Outbox
from cogs.delivery.repaint_queue import RepaintQueue
from cogs.delivery.request import with_timeout
from cogs.game.commit import play_script
from cogs.game.seat_changes import SeatChanges
from cogs.game.sessions import TableSessions
from cogs.game.timekeeper import TimerLoop
from cogs.hand import build_page, plan_components
from cogs.hand import cog as hand_cog
from cogs.hand import components as hand_components
from cogs.hand.auto_answers import give_auto_answer
from cogs.hand.open_panels import OpenHandPanels
from cogs.hand.plan import play_plan
from cogs.history import cog as history_cog
from cogs.history import replay
from cogs.history.film_worker import FilmWorker
from cogs.history.finished_games import RecordAnnouncements
from cogs.learning import cog as learning_cog
from cogs.learning.private_tables import PrivateTableService
from cogs.lobby import cog as lobby_cog
from cogs.lobby import house_rules, opening, seating
from cogs.lobby.lobbies import LobbyService
from cogs.lobby.messages import LobbyMessages
from cogs.members import preferences, privacy, server_settings
from cogs.ops import maintenance
from cogs.reminders import nudges
from cogs.reminders.reminders import ReminderService
from cogs.table import cog as table_cog
from cogs.table.activity import TableActivity
from cogs.table.painter import TablePublisher
from cogs.ui.actions import ACTIONS
from cogs.ui.component import check_complete
from cogs.votes import message as vote_message
from cogs.votes.vote_service import VoteService
from render.renderer import Renderer
from render.workers import RenderPool, thread_executor

EXTENSIONS: Final[tuple[ModuleType, ...]] = (
    absence_cog,
    build_page,
    learning_cog,
    house_rules,
    seating,
    moderation,
    hand_cog,
    nudges,
    hand_components,
    plan_components,
    lobby_cog,
    preferences,
    privacy,
    opening,
    replay,
    server_settings,
    history_cog,
    table_cog,
    my_tables,
    maintenance,
    vote_message,
    missing_channels,
)
"""Every module with component handlers or a cog: importing it registers the handlers.

One with a cog has a `setup`; these are called in this order.
"""
CORES: Final = 4
"""Cores that there must be for a process; with fewer it takes from presses what it gives."""
MOST: Final = 4
"""Processes: each keeps its own cards and bands, of 80 MB or so."""

FOLLOW_UPS: Final = (play_script, give_auto_answer, play_plan)
"""The sources of follow-ups, the first one first: an answer to an open question before a plan."""


def build_services(bot: TuppenceBot) -> Services:
    """Construct the services of a bot, the lowest layer first."""
    store = bot.database
    activity = TableActivity(bot)
    artist = Renderer(
        easels=render_workers(
            lambda: (
                render_worker_count(bot.ownership.processes_on_machine)
                if bot.draws_in_processes
                else 0
            )
        )
    )
    tables = TableSessions(
        store.tables,
        store.deadlines,
        store.pauses,
        bot.clock,
        bot.clock_skew.agrees,
        bot.card_emojis,
        lambda: bot.ownership.is_exclusive,
        FOLLOW_UPS,
    )
    panels = OpenHandPanels(bot, tables, artist)
    pings = ReminderService(bot, tables)
    seats = SeatChanges(store.tables, store.deadlines, store.pauses, tables, bot.clock)
    votes = VoteService(bot, tables, seats, pings, activity.wake)
    lobby_messages = LobbyMessages(bot, Outbox(bot))
    painter = TablePublisher(
        bot,
        tables,
        artist,
        pings,
        TableThreads(bot, lobby_messages.anchored, lobby_messages.lost),
        arrived=panels.push,
        show_lobby=lobby_messages.show,
        records=RecordAnnouncements(bot, tables, artist).letter,
    )
    world = MissingChannels(bot)
    repaint = RepaintQueue(
        (painter.paint, pings.send, votes.show),
        nothing_left=NOTHING_LEFT_TO_DO,
        lost=world.lost,
        found=world.found,
        allowed=world.allowed,
        sleep=bot.sleep,
        in_time=partial(with_timeout, bot),
        meanwhile=painter.tell,
    )
    workers = partial(search_workers, bot)
    computers = ComputerPlayers(bot, tables, repaint.wake, workers)
    services = Services(
        absence=MissedTurns(bot, tables, seats, activity.wake, activity.goes_on, computers.at_once),
        activity=activity,
        renderer=artist,
        computers=computers,
        films=FilmWorker(lambda: bot.metrics.count("films_refused")),
        placement=TableRelocation(bot, tables),
        lobbies=LobbyService(store.lobbies, store.tables, store.leaderboards, bot.entropy),
        hand_panels=panels,
        pauses=PauseService(store.tables, store.pauses, tables, bot.clock, activity.wake),
        reminders=pings,
        private_tables=PrivateTableService(store.lessons, tables, bot.entropy),
        repaint_queue=repaint,
        seat_changes=seats,
        sessions=tables,
        timer_loop=TimerLoop(bot),
        votes=votes,
        missing_channels=world,
    )
    watch(bot, services)
    return services


def search_workers(bot: TuppenceBot) -> int:
    """Return how many processes may search for the moves of hard computer players."""
    return search_worker_count(bot.ownership.processes_on_machine)


async def load_extensions(bot: TuppenceBot) -> None:
    """Load every cog.

    Raises:
        ValueError: An action has no handler.
    """
    check_complete(ACTIONS)
    for extension in EXTENSIONS:
        if hasattr(extension, "setup"):
            await extension.setup(bot)


def watch(bot: TuppenceBot, services: Services) -> None:
    """Add the lengths of the queues to the metrics."""
    tables_behind = "Tables whose messages are being painted, or wait for it"
    bot.metrics.watch("paint_queue", tables_behind, lambda: services.repaint_queue.waiting)
    moves_waiting = "Moves of hard computer players that wait for a process"
    bot.metrics.watch("hard_queue", moves_waiting, lambda: services.computers.mind.thinkers.asking)


def drawing_processes(bot: TuppenceBot) -> int:
    """Return how many processes draw pictures; none where a thread draws them."""
    return render_worker_count(bot.ownership.processes_on_machine) if bot.draws_in_processes else 0


def render_worker_count(share: int) -> int:
    """Return how many processes may draw: one for every four cores of this bot.

    `share` is the number of bots that share the cores of this machine, this one included.
    """
    return min(MOST, cores() // (CORES * share))


def render_workers(most: Callable[[], int]) -> RenderPool:
    """So many processes that draw; for none of them the thread of this one."""
    return RenderPool(lambda: [WorkerProcess] * most() or [thread_executor])
