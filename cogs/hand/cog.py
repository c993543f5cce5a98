"""The commands `/hand`, `/table` and `/move`, and how they find the member's own table.

`/move` takes the same moves as the panel, for keyboards and screen readers. A move chosen from the
list carries its table and log entry, as a custom id does. A freely typed move goes to the table
that `find_own_table` returns, as it is now.
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
"""Seconds after its last move in which a lesson is taken for the table that its member means."""


async def find_own_table(raw: Interaction, *, private: bool = True) -> TableRow:
    """Return the member's game in this thread, or else the one that has waited longest for them.

    Args:
        raw: The interaction. Its channel may be the thread of a table.
        private: Whether a lesson or practice game that was just used comes first. A move that
            was
        meant for a lesson must not be made at a table.

    Raises:
        Refusal: The member plays no game in this guild.
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
    # A table that has no thread shares its channel with others: the channel does not name it.
    here = [row for row in games if raw.channel_id == row.thread_id != row.channel_id]
    if not own:
        raise Refusal("table.none")
    candidates = learning or here or games or own
    waiting = await raw.client.database.tables.waiting_for_member(raw.guild_id, raw.user.id)
    return min(candidates, key=lambda row: urgency(row, waiting, raw.user.id))


def urgency(row: TableRow, waiting: Sequence[int], user_id: int) -> tuple[int, bool, float]:
    """Sort key of tables: the longest wait, then seats that the member plays, then the newest."""
    index = waiting.index(row.id) if row.id in waiting else len(waiting)
    return index, not plays_own_seat(row, user_id), -row.updated


def plays_own_seat(row: TableRow, user_id: int) -> bool:
    """Whether a member plays their seat themselves, without a substitute."""
    mine = (seat.player for seat in row.seats if seat.is_of(user_id))
    return any((one.kind, one.user_id) == ("member", user_id) for one in mine if one is not None)


# ---- commands


# At most 18 digits: SQLite could not bind larger numbers, which anybody can type.
CHOSEN_OPTION: Final = re.compile(r"(?P<table>\d{1,18}):(?P<seen>\d{1,18}):(?P<text>.+)", re.ASCII)
LONGEST: Final = 100
"""Characters of a choice's value, by Discord's limit."""


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move; if chosen from the list, with its table and the log entry it was listed at."""

    text: str
    table: int | None = None
    seen: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the move of a command's option."""
        match = CHOSEN_OPTION.fullmatch(text.strip())
        if match is None:
            return cls(text)
        return cls(match["text"], int(match["table"]), int(match["seen"]))

    def __str__(self) -> str:
        """The value of a choice."""
        return f"{self.table}:{self.seen}:{self.text}"


class HandCog(commands.Cog):
    """The commands `/hand`, `/table` and `/move`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open your hand")
    @app_commands.guild_only()
    async def hand(self, raw: Interaction) -> None:
        """Open the hand panel of the member's game."""
        await open_hand(await self.load_own_table(raw))

    @app_commands.command(description="Your table in words, with a link")
    @app_commands.guild_only()
    async def table(self, raw: Interaction) -> None:
        """Show the member's game in words, to them alone."""
        interaction = await self.load_own_table(raw, private=False)
        if is_seat_taken_over(interaction.state, raw.user.id):
            await send(raw, Reply(seat_taken_over_layout(interaction.state)))
        else:
            await send(raw, Reply(table_in_words_layout(interaction.state, interaction.seated())))

    async def load_own_table(self, raw: Interaction, *, private: bool = True) -> TableInteraction:
        """Return an interaction with the member's own table. Raises `Refusal` without one."""
        row = await find_own_table(raw, private=private)
        return await load_board_interaction(ComponentInteraction(raw), row.id)

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @app_commands.guild_only()
    async def move(self, raw: Interaction, text: str) -> None:
        """Make the typed move, and show the hand after it."""
        typed_move = TypedMove.read(text)
        interaction = await self.load_hand(raw, typed_move.table)
        # A chosen move is checked against the entry it was listed at, a typed one against the
        # newest, which `load_hand` has filled in.
        interaction.seen = interaction.seen if typed_move.seen is None else typed_move.seen
        services = interaction.services
        async with deferring(raw, thinking=True):
            led = await services.private_tables.typed_onward(interaction, typed_move.text)
            page = PLAY if led else await make_typed_move(interaction, typed_move.text)
        if isinstance(led, Course):
            await services.private_tables.show_done(interaction, led)
            return
        interaction.state = led or interaction.state
        await services.hand_panels.show(raw, interaction.state, interaction.seat, page)
        if led:
            services.activity.continue_game(led)

    @move.autocomplete("text")
    async def complete(self, raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """List the legal moves that contain the typed text; none without a game."""
        try:
            hand = await self.load_hand(raw)
        except Refusal:
            return []
        if waits_for_member(hand.state):
            return [app_commands.Choice(name=say("learn.onward"), value=say("learn.onward"))]
        candidates = [
            (name, str(TypedMove(text, hand.state.row.id, hand.state.row.seq)))
            for name, text in typed_move_choices(hand.state, hand.seat, TypedMove.read(typed).text)
        ]
        # Discord refuses the whole list if one value is too long.
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in candidates
            if len(value) <= LONGEST
        ]

    async def load_hand(self, raw: Interaction, table_id: int | None = None) -> HandInteraction:
        """Return an interaction with the member's seat at a table, or at their own for None.

        Raises:
            Refusal: There is no such seat.
        """
        if table_id is None:
            table_id = (await find_own_table(raw)).id
        return await load_hand_interaction(ComponentInteraction(raw), table_id)


async def make_typed_move(interaction: HandInteraction, text: str) -> HandPage:
    """Make a move in notation; return the page to show."""
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
        more = typing_help(refused, interaction.state, interaction.seat, text)
        return replace(page, notice=f"{page.notice} {more}".rstrip())
    return PLAY


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(HandCog(bot))
