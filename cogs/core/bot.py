"""The bot's type as every package sees it: its attributes, and the container of its services.

`bot.py` in the root constructs and runs the bot. Types of other packages are imported for the type
checker only, because this module may not depend on them.
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
    from cogs.core.settings import Settings
    from cogs.delivery.repaint_queue import RepaintQueue
    from cogs.delivery.retry_queue import RetryQueue
    from cogs.direct_messages.calls import Calls
    from cogs.direct_messages.dm_hands import DmHands
    from cogs.direct_messages.proofs import MembershipProofs
    from cogs.game.seat_changes import SeatChanges
    from cogs.game.sessions import TableSessions
    from cogs.game.timekeeper import TimerLoop
    from cogs.gateway.connection import DiscordRetry
    from cogs.gateway.ownership import ShardOwnership
    from cogs.hand.open_panels import OpenHandPanels
    from cogs.history.film_worker import FilmWorker
    from cogs.learning.private_tables import PrivateTableService
    from cogs.lobby.invitations import Invitations
    from cogs.lobby.lobbies import LobbyService
    from cogs.lobby.play_permissions import PlayPermissions
    from cogs.month_end.service import MonthEndService
    from cogs.my_tables.tables import MyTables
    from cogs.reminders.mailboxes import Mailboxes
    from cogs.reminders.reminders import ReminderService
    from cogs.table.activity import TableActivity
    from cogs.ui.card_emojis import CardEmojis
    from cogs.ui.localization import LocaleResolver
    from cogs.ui.rate_limit import RateLimiter
    from cogs.ui.router import ComponentRouter
    from cogs.votes.vote_service import VoteService
    from cogs.welcome import WelcomeService
    from render.renderer import Renderer


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of one bot. Only `cogs.wiring` constructs them.

    A service reads another service from this container when it is called, never in its constructor.
    The container is complete only after the last constructor has run.
    """

    absence: "MissedTurns"
    activity: "TableActivity"
    renderer: "Renderer"
    calls: "Calls"
    computers: "ComputerPlayers"
    dm_hands: "DmHands"
    films: "FilmWorker"
    placement: "TableRelocation"
    lobbies: "LobbyService"
    invitations: "Invitations"
    hand_panels: "OpenHandPanels"
    mailboxes: "Mailboxes"
    my_tables: "MyTables"
    pauses: "PauseService"
    play_permissions: "PlayPermissions"
    proofs: "MembershipProofs"
    reminders: "ReminderService"
    private_tables: "PrivateTableService"
    repaint_queue: "RepaintQueue"
    seat_changes: "SeatChanges"
    sessions: "TableSessions"
    timer_loop: "TimerLoop"
    votes: "VoteService"
    missing_channels: "MissingChannels"
    welcomes: "WelcomeService"
    month_ends: "MonthEndService"


class TuppenceBot(commands.AutoShardedBot):
    """The bot with its database, settings, clock and services. `bot.py` constructs and runs it.

    `clock` returns UTC epoch seconds that advance evenly. `entropy(n)` returns `n` random bytes.
    `sleep(seconds)` waits; a test replaces it to control time.
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
    """Repeats a request until Discord answers."""
    clock_skew: "ClockSkew"
    rate_limiter: "RateLimiter"
    in_flight: "InFlight"
    throttle: "LoopThrottle"
    retry_queue: "RetryQueue"
    languages: "LocaleResolver"
    card_emojis: "CardEmojis"
    faces: Callable[[], Mapping[str, bytes]]
    """Draws the card emojis.

    Returns PNG files by name, or no files if the bot must not upload emojis.
    """
    draws_in_processes: bool = False
    """Whether worker processes draw pictures. If not, or with too few cores, threads draw them."""
    metrics: "Metrics"
    counts: Counter[str]
    """The number of faults and of unanswered interactions, by name."""
    handle_error: "Callable[[Interaction, Exception], Awaitable[None]]"
    """Answers an interaction whose handler has raised an exception."""

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """Return the permissions that the bot needs and lacks, by discord.py's names."""
        raise NotImplementedError


Interaction: TypeAlias = discord.Interaction[TuppenceBot]
