"""The composition root: every service of the bot, and every extension in the order of loading."""

from collections.abc import Callable
from functools import partial
from types import ModuleType
from typing import Final

from cogs import (
    absence as absence_cog,
)
from cogs import (
    build,
    house,
    lobby,
    moderation,
    preferences,
    privacy,
    replay,
    settings,
    tables,
    upkeep,
)
from cogs import (
    help as learning_cog,
)
from cogs import (
    move as hand_cog,
)
from cogs import (
    panel as hand_components,
)
from cogs import (
    plan as plan_components,
)
from cogs import (
    play as lobby_cog,
)
from cogs import (
    stats as history_cog,
)
from cogs import (
    table as table_cog,
)
from cogs import (
    votes as vote_message,
)
from cogs import (
    world as missing_channels,
)
from cogs._game.following import play_script
from cogs._game.tables import Tables
from cogs._kit.client import Client, Services
from cogs._kit.controls import check_complete
from cogs._kit.verbs import VERBS
from cogs._lobby.lobbies import Lobbies
from cogs._messages.lobby_messages import LobbyMessages
from cogs._messages.open_panels import Panels
from cogs._messages.outbox import Outbox
from cogs._messages.painter import Painter
from cogs._messages.pings import Pings
from cogs._messages.repaint import Repaint
from cogs._messages.threads import Threads
from cogs._past.fame import RecordAnnouncements
from cogs._press import nudges, rematch
from cogs._press.private_tables import Lessons
from cogs._traffic.patience import in_time
from cogs._upkeep.clustered import NOTHING_LEFT_TO_DO
from cogs._wishes.plans import play_plan
from cogs._wishes.standing_answers import give_auto_answer
from cogs._work.activity import TableActivity
from cogs._work.computers import Computers
from cogs._work.films import Films
from cogs._work.homes import Homes
from cogs._work.lost_places import World
from cogs._work.misses import Absence
from cogs._work.pauses import Pauses
from cogs._work.processes import Worker
from cogs._work.substitutes import Seats
from cogs._work.thinkers import cores, room
from cogs._work.timekeeper import Timekeeper
from cogs._work.votes import Votes
from render.artist import Artist
from render.easels import Easels, thread

EXTENSIONS: Final[tuple[ModuleType, ...]] = (
    absence_cog,
    build,
    learning_cog,
    house,
    lobby,
    moderation,
    hand_cog,
    nudges,
    hand_components,
    plan_components,
    lobby_cog,
    preferences,
    privacy,
    rematch,
    replay,
    settings,
    history_cog,
    table_cog,
    tables,
    upkeep,
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


def build_services(bot: Client) -> Services:
    """Construct the services of a bot, the lowest layer first."""
    store = bot.store
    activity = TableActivity(bot)
    artist = Artist(
        easels=easels(
            lambda: processes(bot.ownership.processes_on_machine) if bot.draws_beside else 0
        )
    )
    tables = Tables(
        store.tables,
        store.time,
        bot.clock,
        bot.pulse.agrees,
        bot.card_emojis,
        lambda: bot.ownership.is_exclusive,
        FOLLOW_UPS,
    )
    panels = Panels(bot, tables, artist)
    pings = Pings(bot, tables)
    seats = Seats(store.tables, store.time, tables, bot.clock)
    votes = Votes(bot, tables, seats, pings, activity.wake)
    lobby_messages = LobbyMessages(bot, Outbox(bot))
    painter = Painter(
        bot,
        tables,
        artist,
        pings,
        Threads(bot, lobby_messages.anchored, lobby_messages.lost),
        arrived=panels.push,
        show_lobby=lobby_messages.show,
        records=RecordAnnouncements(bot, tables, artist).letter,
    )
    world = World(bot)
    repaint = Repaint(
        (painter.paint, pings.send, votes.show),
        nothing_left=NOTHING_LEFT_TO_DO,
        lost=world.lost,
        found=world.found,
        allowed=world.allowed,
        sleep=bot.sleep,
        in_time=partial(in_time, bot),
        meanwhile=painter.tell,
    )
    workers = partial(search_workers, bot)
    computers = Computers(bot, tables, repaint.wake, workers)
    services = Services(
        absence=Absence(bot, tables, seats, activity.wake, activity.goes_on, computers.at_once),
        activity=activity,
        artist=artist,
        computers=computers,
        films=Films(lambda: bot.figures.count("films_refused")),
        homes=Homes(bot, tables),
        lobbies=Lobbies(store.lobbies, store.tables, store.ladders, bot.entropy),
        panels=panels,
        pauses=Pauses(store.tables, store.time, tables, bot.clock, activity.wake),
        pings=pings,
        private_tables=Lessons(store.learning, tables, bot.entropy),
        repaint=repaint,
        seats=seats,
        tables=tables,
        timekeeper=Timekeeper(bot),
        votes=votes,
        world=world,
    )
    watch(bot, services)
    return services


def search_workers(bot: Client) -> int:
    """Return how many processes may search for the moves of hard computer players."""
    return room(bot.ownership.processes_on_machine)


async def load_extensions(bot: Client) -> None:
    """Load every cog.

    Raises:
        ValueError: An action has no handler.
    """
    check_complete(VERBS)
    for extension in EXTENSIONS:
        if hasattr(extension, "setup"):
            await extension.setup(bot)


def watch(bot: Client, services: Services) -> None:
    """Add the lengths of the queues to the metrics."""
    tables_behind = "Tables whose messages are being painted, or wait for it"
    bot.figures.watch("paint_queue", tables_behind, lambda: services.repaint.waiting)
    moves_waiting = "Moves of hard computer players that wait for a process"
    bot.figures.watch("hard_queue", moves_waiting, lambda: services.computers.mind.thinkers.asking)


def drawing_processes(bot: Client) -> int:
    """Return how many processes draw pictures; none where a thread draws them."""
    return processes(bot.ownership.processes_on_machine) if bot.draws_beside else 0


def processes(share: int) -> int:
    """Return how many processes may draw: one for every four cores of this bot.

    `share` is the number of bots that share the cores of this machine, this one included.
    """
    return min(MOST, cores() // (CORES * share))


def easels(most: Callable[[], int]) -> Easels:
    """So many processes that draw; for none of them the thread of this one."""
    return Easels(lambda: [Worker] * most() or [thread])
