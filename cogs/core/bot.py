"""The bot as every layer sees it: its typed attributes, and the container of its services.

`bot.py` in the root constructs and runs it. Types of upper layers are imported for the type checker
only, because this module is below all of them.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

from data.database import Database

if TYPE_CHECKING:
    from cogs.absence.missed_turns import MissedTurns
    from cogs.absence.pauses import PauseService
    from cogs.channels.missing import MissingChannels
    from cogs.channels.placement import TableRelocation
    from cogs.computers.computer_players import ComputerPlayers
    from cogs.core.clock import Clock, ClockSkew
    from cogs.core.concurrency import LoopThrottle
    from cogs.core.lifecycle import InFlight
    from cogs.core.metrics import Metrics
    from cogs.core.ownership import ShardOwnership
    from cogs.core.settings import Settings
    from cogs.delivery.repaint_queue import RepaintQueue
    from cogs.delivery.retry_queue import RetryQueue
    from cogs.game.seat_changes import SeatChanges
    from cogs.game.sessions import TableSessions
    from cogs.game.timekeeper import TimerLoop
    from cogs.gateway.connection import DiscordRetry
    from cogs.hand.open_panels import OpenHandPanels
    from cogs.history.film_worker import FilmWorker
    from cogs.learning.private_tables import PrivateTableService
    from cogs.lobby.lobbies import LobbyService
    from cogs.reminders.reminders import ReminderService
    from cogs.table.activity import TableActivity
    from cogs.ui.card_emojis import CardEmojis
    from cogs.ui.localization import LocaleResolver
    from cogs.ui.rate_limit import RateLimiter
    from cogs.ui.router import ComponentRouter
    from cogs.votes.vote_service import VoteService
    from render.renderer import Renderer


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of one bot. Only `cogs.wiring` constructs them.

    A service asks for another one at run time, never in its constructor: the container is complete
    only after the last of them.
    """

    absence: "MissedTurns"
    activity: "TableActivity"
    renderer: "Renderer"
    computers: "ComputerPlayers"
    films: "FilmWorker"
    placement: "TableRelocation"
    lobbies: "LobbyService"
    hand_panels: "OpenHandPanels"
    pauses: "PauseService"
    reminders: "ReminderService"
    private_tables: "PrivateTableService"
    repaint_queue: "RepaintQueue"
    seat_changes: "SeatChanges"
    sessions: "TableSessions"
    timer_loop: "TimerLoop"
    votes: "VoteService"
    missing_channels: "MissingChannels"


class TuppenceBot(commands.AutoShardedBot):
    """The bot's database, settings, clock, entropy and services; `bot.py` constructs and runs it.

    `clock` returns UTC epoch seconds that advance evenly. `entropy` returns that many random bytes.
    `sleep` waits that many seconds; a test replaces it to control time.
    """

    settings: "Settings"
    database: Database
    ownership: "ShardOwnership"
    services: Services
    router: "ComponentRouter"
    clock: "Clock"
    entropy: Callable[[int], bytes]
    sleep: Callable[[float], Awaitable[None]]
    discord_retry: "DiscordRetry"
    """Retries a request until Discord answers."""
    clock_skew: "ClockSkew"
    rate_limiter: "RateLimiter"
    in_flight: "InFlight"
    throttle: "LoopThrottle"
    retry_queue: "RetryQueue"
    languages: "LocaleResolver"
    card_emojis: "CardEmojis"
    faces: Callable[[], Mapping[str, bytes]]
    """Draws the card emojis as PNG by name; returns none where the bot shall have none."""
    draws_in_processes: bool = False
    """Whether worker processes draw pictures, where there are enough cores."""
    metrics: "Metrics"
    counts: Counter[str]
    """Faults and unanswered interactions, by name."""
    handle_error: "Callable[[Interaction, Exception], Awaitable[None]]"
    """Answers an interaction whose handler has raised an exception."""

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """Return the permissions that the bot needs and lacks, by discord.py's names."""
        raise NotImplementedError


Interaction: TypeAlias = discord.Interaction[TuppenceBot]
