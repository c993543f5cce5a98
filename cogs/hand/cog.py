"""`/hand` opens the hand panel, `/table` tells the table, and `/move` makes a typed move.

`/move` takes the same moves as the panel, for keyboards and screen readers.

What is chosen from the list has its table and the entry it was offered at, as a custom id has:
it is played there or nowhere. What is typed freely means the table that `find_own_table` finds, as
it stands.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self

from discord import app_commands
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.interactions import TableInteraction
from cogs.game.move_log import UNDO
from cogs.game.private_tables import waits_for_member
from cogs.game.state import is_seat_taken_over
from cogs.hand.about_page import table_in_words_layout
from cogs.hand.interaction import PLAY, HandInteraction, attempt_move, load_hand_interaction
from cogs.hand.panel import HandPage
from cogs.lessons.book import Course
from cogs.narration.typed_moves import typed_move_choices, typing_help
from cogs.table.cog import load_board_interaction, open_hand
from cogs.table.details import seat_taken_over_layout
from cogs.ui.component import ComponentInteraction
from cogs.ui.replies import Reply, deferring, send
from cogs.ui.texts import say, typed_form
from data.models.tables import TableRow, TableStatus

JUST_NOW: Final = 15 * 60.0
"""Seconds for which a lesson is what its member is at."""


async def find_own_table(raw: Interaction, *, private: bool = True) -> TableRow:
    """The member's game whose thread this is, or else the one that waits for them longest.

    Whoever has just begun a lesson or practice, or moved there, means that, if `private` counts:
    what was meant for a lesson must not be played at a table. Raises `Refusal` without one.
    """
    if raw.guild_id is None:
        raise Refusal("room.only_in_servers")
    rows = await raw.client.database.tables.tables_of_member_with_private(raw.guild_id, raw.user.id)
    own = [
        row for row in rows if row.status is TableStatus.PLAYING and (private or not row.is_private)
    ]
    since = raw.client.clock() - JUST_NOW
    learning = [row for row in own if row.is_private and row.updated >= since]
    games = [row for row in own if not row.is_private]
    here = [row for row in games if raw.channel_id == row.thread_id != row.channel_id]
    if not own:
        raise Refusal("table.none")
    found = learning or here or games or own
    waiting = await raw.client.database.tables.waiting_for_member(raw.guild_id, raw.user.id)
    return min(found, key=lambda row: urgency(row, waiting, raw.user.id))


def urgency(row: TableRow, waiting: Sequence[int], user_id: int) -> tuple[int, bool, float]:
    """What comes first: the game that waits longest, then one that is played, then the newest."""
    place = waiting.index(row.id) if row.id in waiting else len(waiting)
    return place, not plays(row, user_id), -row.updated


def plays(row: TableRow, user_id: int) -> bool:
    """Whether a member plays their seat, and nobody else for them."""
    mine = (seat.player for seat in row.seats if seat.is_of(user_id))
    return any((one.kind, one.user_id) == ("member", user_id) for one in mine if one is not None)


# ---- `/hand` opens the hand panel, `/table` tells the table, and `/move` makes a typed move


CHOSEN: Final = re.compile(r"(?P<table>\d{1,18}):(?P<seen>\d{1,18}):(?P<text>.+)", re.ASCII)
LONGEST: Final = 100
"""Discord's limit for the value of a choice."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A move as it was typed; chosen from the list, with its table and the entry it was seen at."""

    text: str
    table: int | None = None
    seen: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the move that the option of the command means."""
        match = CHOSEN.fullmatch(text.strip())
        if match is None:
            return cls(text)
        return cls(match["text"], int(match["table"]), int(match["seen"]))

    def __str__(self) -> str:
        """Return the value of a choice."""
        return f"{self.table}:{self.seen}:{self.text}"


class HandCog(commands.Cog):
    """The commands `/hand`, `/table` and `/move`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open your hand at the table you play at")
    @app_commands.guild_only()
    async def hand(self, raw: Interaction) -> None:
        """Open the panel of the member's game here, or of the newest."""
        await open_hand(await self.at_own(raw))

    @app_commands.command(description="The table you play at, in words, and the way to it")
    @app_commands.guild_only()
    async def table(self, raw: Interaction) -> None:
        """Show the member's game here, or their newest, in words, to them alone."""
        interaction = await self.at_own(raw, private=False)
        if is_seat_taken_over(interaction.live, raw.user.id):
            await send(raw, Reply(seat_taken_over_layout(interaction.live)))
        else:
            await send(raw, Reply(table_in_words_layout(interaction.live, interaction.seated())))

    async def at_own(self, raw: Interaction, *, private: bool = True) -> TableInteraction:
        """Return an interaction with the member's own table. Raises `Refusal` without one."""
        row = await find_own_table(raw, private=private)
        return await load_board_interaction(ComponentInteraction(raw), row.id)

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @app_commands.guild_only()
    async def move(self, raw: Interaction, text: str) -> None:
        """Make it, and show the hand as it is then."""
        wanted = TypedMove.read(text)
        interaction = await self.begun(raw, wanted.table)
        interaction.seen = interaction.seen if wanted.seen is None else wanted.seen
        services = interaction.services
        async with deferring(raw, thinking=True):
            led = await services.private_tables.typed_onward(interaction, wanted.text)
            page = PLAY if led else await make_typed_move(interaction, wanted.text)
        if isinstance(led, Course):
            await services.private_tables.show_done(interaction, led)
            return
        interaction.live = led or interaction.live
        await services.hand_panels.show(raw, interaction.live, interaction.seat, page)
        if led:
            services.activity.goes_on(led)

    @move.autocomplete("text")
    async def complete(self, raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Complete the legal moves that contain the typed text; none without a game."""
        try:
            at = await self.begun(raw)
        except Refusal:
            return []
        if waits_for_member(at.live):
            return [app_commands.Choice(name=say("learn.onward"), value=say("learn.onward"))]
        found = [
            (name, str(TypedMove(text, at.live.row.id, at.live.row.seq)))
            for name, text in typed_move_choices(at.live, at.seat, TypedMove.read(typed).text)
        ]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in found
            if len(value) <= LONGEST
        ]

    async def begun(self, raw: Interaction, table_id: int | None = None) -> HandInteraction:
        """Return an interaction with a table, or the member's own. Raises `Refusal` without one."""
        if table_id is None:
            table_id = (await find_own_table(raw)).id
        return await load_hand_interaction(ComponentInteraction(raw), table_id)


async def make_typed_move(interaction: HandInteraction, text: str) -> HandPage:
    """Make the move that a text means; return the page to show."""
    move = partial(_typed_move, text=text)
    return await attempt_move(interaction, move, PLAY, HandInteraction.check_seen)


async def _typed_move(interaction: HandInteraction, *, text: str) -> HandPage:
    try:
        if text.strip().lower() in {UNDO, typed_form(UNDO)}:
            await interaction.take_back()
        else:
            await interaction.play(engine.read(text, interaction.view))
    except engine.Refused as refused:
        page = await interaction.refused(PLAY, refused)
        more = typing_help(refused, interaction.live, interaction.seat, text)
        return replace(page, notice=f"{page.notice} {more}".rstrip())
    return PLAY


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(HandCog(bot))
