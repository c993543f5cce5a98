"""The bot as every layer knows it: its typed attributes, and the container of its services.

The types of upper layers are imported for the type checker alone: this module is below them all.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import discord
from discord.ext import commands

from data.store import Store

if TYPE_CHECKING:
    from cogs._game.tables import Tables
    from cogs._kit.gate import Gate
    from cogs._kit.languages import Languages
    from cogs._kit.router import ComponentRouter
    from cogs._lobby.lobbies import Lobbies
    from cogs._messages.open_panels import Panels
    from cogs._messages.pings import Pings
    from cogs._messages.repaint import Repaint
    from cogs._press.private_tables import Lessons
    from cogs._process.arrival import Patience
    from cogs._process.figures import Figures
    from cogs._process.settings import Settings
    from cogs._process.timepiece import Timepiece
    from cogs._traffic.card_emojis import CardEmojis
    from cogs._traffic.late import Late
    from cogs._traffic.pulse import Pulse
    from cogs._traffic.storms import Storms
    from cogs._traffic.turnstile import Turnstile
    from cogs._upkeep.clustered import ShardOwnership
    from cogs._work.activity import TableActivity
    from cogs._work.computers import Computers
    from cogs._work.films import Films
    from cogs._work.homes import Homes
    from cogs._work.lost_places import World
    from cogs._work.misses import Absence
    from cogs._work.pauses import Pauses
    from cogs._work.substitutes import Seats
    from cogs._work.timekeeper import Timekeeper
    from cogs._work.votes import Votes
    from render.artist import Artist


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The services of one bot. `cogs.wiring` alone constructs them.

    A service asks for another one here at run time, never in its constructor: the container is
    complete only after the last of them.
    """

    absence: "Absence"
    activity: "TableActivity"
    artist: "Artist"
    computers: "Computers"
    films: "Films"
    homes: "Homes"
    lobbies: "Lobbies"
    panels: "Panels"
    pauses: "Pauses"
    pings: "Pings"
    private_tables: "Lessons"
    repaint: "Repaint"
    seats: "Seats"
    tables: "Tables"
    timekeeper: "Timekeeper"
    votes: "Votes"
    world: "World"


class Client(commands.AutoShardedBot):
    """The bot's database, settings, clock, entropy and services; `bot.py` constructs and runs it.

    `clock` returns UTC epoch seconds that advance evenly. `entropy` returns that many random bytes.
    `sleep` waits that many seconds between two looks at what is due.
    """

    settings: "Settings"
    store: Store
    ownership: "ShardOwnership"
    services: Services
    router: "ComponentRouter"
    clock: "Timepiece"
    entropy: Callable[[int], bytes]
    sleep: Callable[[float], Awaitable[None]]
    patience: "Patience"
    """Repeats a request for as long as Discord does not answer."""
    pulse: "Pulse"
    storms: "Storms"
    gate: "Gate"
    turnstile: "Turnstile"
    late: "Late"
    languages: "Languages"
    card_emojis: "CardEmojis"
    faces: Callable[[], Mapping[str, bytes]]
    """Draws the card emojis as PNG by name; returns none where there shall be none."""
    draws_beside: bool = False
    """Whether pictures may be drawn in other processes, where there are cores for them."""
    figures: "Figures"
    counts: Counter[str]
    """Events worth counting, by name."""
    failed: "Callable[[Press, Exception], Awaitable[None]]"
    """Answers an exception that an interaction has raised."""

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """The permissions the bot needs and has not got, by discord.py's names."""
        raise NotImplementedError


Press: TypeAlias = discord.Interaction[Client]
