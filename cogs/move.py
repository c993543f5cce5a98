"""`/hand` opens the hand panel, `/table` tells the table, and `/move` makes a typed move.

`/move` takes the same moves as the panel, for keyboards and screen readers.

What is chosen from the list has its table and the entry it was offered at, as a custom id has:
it is played there or nowhere. What is typed freely means the table that `own_table` finds, as it
stands.
"""

import re
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self

from discord import app_commands
from discord.ext import commands

import engine
from cogs._game.game import UNDO
from cogs._game.live import is_held
from cogs._game.practice import stands_still
from cogs._kit.client import Client, Press
from cogs._kit.controls import ComponentInteraction
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledged, tell
from cogs._kit.texts import as_typed, say
from cogs._learning.book import Course
from cogs._panel.about_page import told_screen
from cogs._panel.panel import Page
from cogs._press.panel import PLAY, AtSeat, attempt_move, load_hand_interaction
from cogs._press.presses import AtTable
from cogs._screens.details import held_screen
from cogs._screens.own_table import own_table
from cogs._story.typed import offered, tip
from cogs.table import load_board_interaction, open_hand

CHOSEN: Final = re.compile(r"(?P<table>\d{1,18}):(?P<seen>\d{1,18}):(?P<text>.+)", re.ASCII)
LONGEST: Final = 100
"""Discord's limit for the value of a choice."""


@dataclass(frozen=True, slots=True)
class Typed:
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


class Moves(commands.Cog):
    """The commands `/hand`, `/table` and `/move`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Open your hand")
    @app_commands.guild_only()
    async def hand(self, raw: Press) -> None:
        """Open the panel of the member's game here, or of the newest."""
        await open_hand(await self.at_own(raw))

    @app_commands.command(description="Your table in words, with a link")
    @app_commands.guild_only()
    async def table(self, raw: Press) -> None:
        """Show the member's game here, or their newest, in words, to them alone."""
        interaction = await self.at_own(raw, private=False)
        if is_held(interaction.live, raw.user.id):
            await tell(raw, Reply(held_screen(interaction.live)))
        else:
            await tell(raw, Reply(told_screen(interaction.live, interaction.seated())))

    async def at_own(self, raw: Press, *, private: bool = True) -> AtTable:
        """Return an interaction with the member's own table. Raises `Refusal` without one."""
        row = await own_table(raw, private=private)
        return await load_board_interaction(ComponentInteraction(raw), row.id)

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @app_commands.guild_only()
    async def move(self, raw: Press, text: str) -> None:
        """Make it, and show the hand as it is then."""
        wanted = Typed.read(text)
        interaction = await self.begun(raw, wanted.table)
        interaction.seen = interaction.seen if wanted.seen is None else wanted.seen
        services = interaction.services
        async with acknowledged(raw, thinking=True):
            led = await services.private_tables.typed_onward(interaction, wanted.text)
            page = PLAY if led else await make_typed_move(interaction, wanted.text)
        if isinstance(led, Course):
            await services.private_tables.show_done(interaction, led)
            return
        interaction.live = led or interaction.live
        await services.panels.show(raw, interaction.live, interaction.seat, page)
        if led:
            services.activity.goes_on(led)

    @move.autocomplete("text")
    async def complete(self, raw: Press, typed: str) -> list[app_commands.Choice[str]]:
        """Complete the legal moves that contain the typed text; none without a game."""
        try:
            at = await self.begun(raw)
        except Refusal:
            return []
        if stands_still(at.live):
            return [app_commands.Choice(name=say("learn.onward"), value=say("learn.onward"))]
        found = [
            (name, str(Typed(text, at.live.row.id, at.live.row.seq)))
            for name, text in offered(at.live, at.seat, Typed.read(typed).text)
        ]
        return [
            app_commands.Choice(name=name, value=value)
            for name, value in found
            if len(value) <= LONGEST
        ]

    async def begun(self, raw: Press, table_id: int | None = None) -> AtSeat:
        """Return an interaction with a table, or the member's own. Raises `Refusal` without one."""
        if table_id is None:
            table_id = (await own_table(raw)).id
        return await load_hand_interaction(ComponentInteraction(raw), table_id)


async def make_typed_move(interaction: AtSeat, text: str) -> Page:
    """Make the move that a text means; return the page to show."""
    move = partial(_typed_move, text=text)
    return await attempt_move(interaction, move, PLAY, AtSeat.check_seen)


async def _typed_move(interaction: AtSeat, *, text: str) -> Page:
    try:
        if text.strip().lower() in {UNDO, as_typed(UNDO)}:
            await interaction.take_back()
        else:
            await interaction.play(engine.read(text, interaction.view))
    except engine.Refused as refused:
        page = await interaction.refused(PLAY, refused)
        more = tip(refused, interaction.live, interaction.seat, text)
        return replace(page, notice=f"{page.notice} {more}".rstrip())
    return PLAY


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Moves(bot))
