"""The client as everything behind the doors knows it: what a press can ask of the bot."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import discord
from discord.ext import commands

from cogs._kit.gate import Gate
from cogs._kit.languages import Languages
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
from data.store import Store


class Client(commands.AutoShardedBot):
    """The bot's store, settings, clock and entropy; `bot.py` makes one and keeps it running.

    `clock` gives UTC epoch seconds that go on evenly, `entropy` that many random bytes, and `sleep`
    lets that many seconds go by between two looks at what is due.
    """

    settings: Settings
    store: Store
    ownership: ShardOwnership
    clock: Timepiece
    entropy: Callable[[int], bytes]
    sleep: Callable[[float], Awaitable[None]]
    patience: Patience
    """Asks Discord again for as long as it is away."""
    pulse: Pulse
    storms: Storms
    gate: Gate
    turnstile: Turnstile
    late: Late
    languages: Languages
    card_emojis: CardEmojis
    faces: Callable[[], Mapping[str, bytes]]
    """Draws the small faces that those show, as PNG by name; none where there shall be none."""
    draws_beside: bool = False
    """Whether pictures may be drawn in processes, where there are cores for them."""
    figures: Figures
    counts: Counter[str]
    """Events worth counting, by name."""
    failed: "Callable[[Press, Exception], Awaitable[None]]"
    """What becomes of an exception that a press has raised."""

    def missing(self, granted: discord.Permissions) -> tuple[str, ...]:
        """The permissions the bot needs and has not got, by discord.py's names."""
        raise NotImplementedError


Press: TypeAlias = discord.Interaction[Client]
