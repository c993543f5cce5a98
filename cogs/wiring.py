"""Constructs every service, and lists every extension.

No other module constructs a service. `bot.py` runs the process around the bot.
"""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Final, TypeAlias

from cogs import moderation, welcome
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
from cogs.delivery.outbox import Outbox
from cogs.delivery.repaint_queue import RepaintQueue
from cogs.delivery.request import with_timeout
from cogs.direct_messages import calls_question
from cogs.direct_messages import cog as direct_messages_cog
from cogs.direct_messages.calls import Calls
from cogs.direct_messages.dm_hands import DmHands
from cogs.direct_messages.proofs import MembershipProofs
from cogs.game.commit import play_script
from cogs.game.seat_changes import SeatChanges
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.game.timekeeper import TimerLoop
from cogs.gateway.ownership import NOTHING_LEFT_TO_DO
from cogs.hand import about_page, build_page, going_out, message_menus, plan_page, play_page
from cogs.hand import cog as hand_cog
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
from cogs.lobby import house_rules, invitations, opening, players_wanted, seating, start
from cogs.lobby.lobbies import LobbyService
from cogs.lobby.messages import LobbyMessages
from cogs.lobby.play_permissions import PlayPermissions
from cogs.members import invited, preferences, privacy, server_settings
from cogs.month_end.service import MonthEndService
from cogs.my_tables import cog as my_tables_cog
from cogs.my_tables.tables import MyTables
from cogs.ops import maintenance
from cogs.reminders import nudges
from cogs.reminders.mailboxes import Mailboxes
from cogs.reminders.reminders import ReminderService
from cogs.table import cog as table_cog
from cogs.table.activity import TableActivity
from cogs.table.publisher import TablePublisher
from cogs.ui.actions import ACTIONS
from cogs.ui.component import check_complete
from cogs.votes import cog as votes_cog
from cogs.votes import consent_page
from cogs.votes import message as vote_message
from cogs.votes.vote_service import VoteService
from cogs.welcome import WelcomeService
from render.drawing.bands import limit_caches
from render.drawing.pixel_cache import DEFAULT_MEGABYTES
from render.renderer import Renderer
from render.workers import ExecutorFactory, RenderPool, thread_executor

EXTENSIONS: Final[tuple[ModuleType, ...]] = (
    absence_cog,
    build_page,
    calls_question,
    direct_messages_cog,
    learning_cog,
    house_rules,
    seating,
    moderation,
    hand_cog,
    message_menus,
    nudges,
    about_page,
    going_out,
    play_page,
    plan_page,
    lobby_cog,
    start,
    invitations,
    players_wanted,
    invited,
    preferences,
    privacy,
    opening,
    replay,
    server_settings,
    history_cog,
    table_cog,
    my_tables_cog,
    maintenance,
    vote_message,
    votes_cog,
    consent_page,
    missing_channels,
    welcome,
)
"""Every module with component handlers or a cog. Importing a module registers its handlers.

A module with a cog has a function `setup`. They are called in this order.
"""
CORES: Final = 4
"""Cores for each render worker, from eight cores on. More workers would delay answers."""
MOST: Final = 4
"""Maximum render workers. Each caches its own cards and other picture parts, about 80 MB."""

PushPanels: TypeAlias = Callable[[TableState, tuple[int, ...]], Awaitable[None]]
"""Updates the open hand panels of the given seats."""

FOLLOW_UPS: Final = (play_script, give_auto_answer, play_plan)
"""The sources of follow-up moves, in order. An auto-answer must come before a plan."""


def build_services(bot: TuppenceBot) -> Services:
    """Construct the services of a bot, those of the lowest layer first."""
    database = bot.database
    activity = TableActivity(bot)
    renderer = Renderer(
        workers=render_workers(partial(drawing_processes, bot), bot.settings.picture_cache_mb)
    )
    sessions = table_sessions(bot)
    hand_panels = OpenHandPanels(bot, sessions, renderer)
    proofs = MembershipProofs(bot)
    dm_hands = DmHands(bot, sessions, hand_panels, proofs)
    reminders = ReminderService(bot, sessions)
    seat_changes = SeatChanges(
        database.tables, database.deadlines, database.pauses, sessions, bot.clock
    )
    votes = VoteService(bot, sessions, seat_changes, reminders, activity.wake)
    publisher = table_publisher(
        bot, sessions, renderer, reminders, (hand_panels.push, dm_hands.push)
    )
    missing_channels = MissingChannels(bot)
    repaint_queue = table_repaint_queue(bot, publisher, reminders, votes, missing_channels)
    repaint_queue.rested = activity.rested
    computers = ComputerPlayers(bot, sessions, repaint_queue.wake, partial(search_workers, bot))
    services = Services(
        absence=MissedTurns(
            bot, sessions, seat_changes, activity.wake, activity.continue_game, computers.at_once
        ),
        activity=activity,
        renderer=renderer,
        calls=Calls(bot),
        computers=computers,
        dm_hands=dm_hands,
        films=FilmWorker(lambda: bot.metrics.count("films_refused")),
        placement=TableRelocation(bot, sessions),
        lobbies=LobbyService(database.lobbies, database.tables, database.leaderboards, bot.entropy),
        invitations=invitations.Invitations(bot),
        hand_panels=hand_panels,
        mailboxes=Mailboxes(bot),
        my_tables=MyTables(bot),
        pauses=PauseService(database.tables, database.pauses, sessions, bot.clock, activity.wake),
        play_permissions=PlayPermissions(bot),
        proofs=proofs,
        reminders=reminders,
        private_tables=PrivateTableService(database.lessons, sessions, bot.entropy),
        repaint_queue=repaint_queue,
        seat_changes=seat_changes,
        sessions=sessions,
        timer_loop=TimerLoop(bot),
        votes=votes,
        missing_channels=missing_channels,
        welcomes=WelcomeService(bot),
        month_ends=MonthEndService(bot),
    )
    watch_queues(bot, services)
    return services


def table_sessions(bot: TuppenceBot) -> TableSessions:
    """Return the `TableSessions` of a bot."""
    sessions = TableSessions(
        bot.database.tables,
        bot.database.deadlines,
        bot.database.pauses,
        bot.clock,
        bot.clock_skew.agrees,
        bot.card_emojis,
        lambda: bot.ownership.is_exclusive,
        FOLLOW_UPS,
    )
    sessions.games.capacity = bot.settings.game_cache_mb * 1_000_000
    return sessions


def table_publisher(
    bot: TuppenceBot,
    sessions: TableSessions,
    renderer: Renderer,
    reminders: ReminderService,
    pushes: Sequence[PushPanels],
) -> TablePublisher:
    """Return the service that sends all messages of a table, including lobby and records.

    `pushes` update the open hand panels.
    """
    lobby_messages = LobbyMessages(bot, Outbox(bot))
    return TablePublisher(
        bot,
        sessions,
        renderer,
        reminders,
        TableThreads(bot, lobby_messages.ensure_sent, lobby_messages.mark_deleted),
        arrived=partial(push_all, pushes),
        show_lobby=lobby_messages.show,
        records=RecordAnnouncements(bot, sessions, renderer).message,
    )


def table_repaint_queue(
    bot: TuppenceBot,
    publisher: TablePublisher,
    reminders: ReminderService,
    votes: VoteService,
    missing_channels: MissingChannels,
) -> RepaintQueue:
    """Return the queue that sends a table's messages, then its reminders, then its votes."""
    return RepaintQueue(
        (publisher.publish, reminders.send, votes.show),
        nothing_left=NOTHING_LEFT_TO_DO,
        lost=missing_channels.mark_missing,
        found=missing_channels.mark_found,
        allowed=missing_channels.allowed,
        sleep=bot.sleep,
        in_time=partial(with_timeout, bot),
        meanwhile=publisher.tell,
    )


async def push_all(pushes: Sequence[PushPanels], state: TableState, seats: tuple[int, ...]) -> None:
    """Update the hand panels of all kinds."""
    for push in pushes:
        await push(state, seats)


def search_workers(bot: TuppenceBot) -> int:
    """Return how many processes may search moves for hard computer players."""
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


def watch_queues(bot: TuppenceBot, services: Services) -> None:
    """Add the lengths of the queues to the metrics."""
    tables_behind = "Tables whose messages are being painted, or wait for it"
    bot.metrics.watch("paint_queue", tables_behind, lambda: services.repaint_queue.waiting)
    moves_waiting = "Moves of hard computer players that wait for a process"
    bot.metrics.watch(
        "hard_queue", moves_waiting, lambda: services.computers.move_chooser.workers.waiting
    )


def drawing_processes(bot: TuppenceBot) -> int:
    """Return how many render workers the bot may have; 0 if a thread of this process draws.

    This is called each time workers start, because the number of processes on the machine may
    change.
    """
    return render_worker_count(bot.ownership.processes_on_machine) if bot.draws_in_processes else 0


def render_worker_count(share: int) -> int:
    """Return the number of render processes: 0 on one core, 1 on two to seven cores.

    From eight cores on there is one for every four cores, at most `MOST`. On two cores a process
    costs 50 MB more than a thread. It halves the p99 of panels.

    Args:
        share: The number of the bot's processes on this machine, including this one.
    """
    own = cores() // share
    return min(MOST, max(int(own > 1), own // CORES))


def render_workers(most: Callable[[], int], cache_mb: int = DEFAULT_MEGABYTES) -> RenderPool:
    """Return a pool of `most()` processes. If `most()` is 0, a thread of this process draws.

    The workers share `cache_mb` of cached pixels.
    """

    def executors() -> list[ExecutorFactory]:
        processes = most()
        prepare = partial(limit_caches, cache_mb // max(1, processes))
        return [partial(WorkerProcess, prepare)] * processes or [partial(thread_executor, prepare)]

    return RenderPool(executors)
