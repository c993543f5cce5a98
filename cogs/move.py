"""`/hand` opens the hand panel, `/table` tells the table, and `/move` makes a typed move.

`/move` takes the same moves as the panel, for keyboards and screen readers.

What is chosen from the list carries its table and the entry it was offered at, as a control does:
it is played there or nowhere. What is typed freely means the table that `own_table` finds, as it
stands.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, Self

from discord import app_commands
from discord.ext import commands

import engine
from cogs._game.game import UNDO
from cogs._game.live import is_held
from cogs._game.practice import stands_still
from cogs._kit.client import Client, Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledged, tell
from cogs._kit.texts import as_typed, say
from cogs._learning.book import Course
from cogs._panel.about_page import told_screen
from cogs._panel.panel import Page
from cogs._press.panel import AtSeat, attempt, begin
from cogs._press.presses import AtTable
from cogs._screens.details import held_screen
from cogs._screens.own_table import own_table
from cogs._story.typed import offered, tip
from cogs.table import at_table, open_hand

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
        """What stands in the field of the command."""
        match = CHOSEN.fullmatch(text.strip())
        if match is None:
            return cls(text)
        return cls(match["text"], int(match["table"]), int(match["seen"]))

    def __str__(self) -> str:
        """The value of a choice."""
        return f"{self.table}:{self.seen}:{self.text}"


class Moves(commands.Cog):
    """The commands `/hand`, `/table` and `/move`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Open your hand at the table you play at")
    @app_commands.guild_only()
    async def hand(self, interaction: Press) -> None:
        """Open the panel of the member's game here, or of the newest."""
        await open_hand(await self.at_own(interaction))

    @app_commands.command(description="The table you play at, in words, and the way to it")
    @app_commands.guild_only()
    async def table(self, interaction: Press) -> None:
        """The member's game here, or the newest, told for them alone."""
        press = await self.at_own(interaction, private=False)
        if is_held(press.live, press.user_id):
            await tell(interaction, Reply(held_screen(press.live)))
        else:
            await tell(interaction, Reply(told_screen(press.live, press.seated())))

    async def at_own(self, interaction: Press, *, private: bool = True) -> AtTable:
        """The press at the member's own table. Raises `Refusal` without one."""
        row = await own_table(interaction, private=private)
        return await at_table(interaction, row.id)

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @app_commands.guild_only()
    async def move(self, interaction: Press, text: str) -> None:
        """Make it, and show the hand as it is then."""
        wanted = Typed.read(text)
        press = await self.begun(interaction, wanted.table)
        press.seen = press.seen if wanted.seen is None else wanted.seen
        async with acknowledged(interaction, thinking=True):
            led = await press.services.private_tables.typed_onward(press, wanted.text)
            page = Page() if led else await attempt(press, typed(press, wanted.text), Page())
        if isinstance(led, Course):
            await press.services.private_tables.show_done(press, led)
            return
        press.live = led or press.live
        await self.bot.services.panels.show(interaction, press.live, press.seat, page)
        if led:
            self.bot.services.activity.goes_on(led)

    @move.autocomplete("text")
    async def complete(self, interaction: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The legal moves that contain what was typed so far; none without a game."""
        try:
            at = await self.begun(interaction)
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

    async def begun(self, interaction: Press, table_id: int | None = None) -> AtSeat:
        """The press at that table, or at the member's own. Raises `Refusal` without one."""
        if table_id is None:
            table_id = (await own_table(interaction)).id
        return await begin(interaction, table_id)


async def typed(press: AtSeat, text: str) -> Page:
    """Make the move that a text means. Raises as `AtSeat.play`."""
    press.check_seen()
    try:
        if text.strip().lower() in {UNDO, as_typed(UNDO)}:
            await press.take_back()
        else:
            await press.play(engine.write(engine.read(text, press.view)))
    except engine.Refused as refused:
        page = await press.refused(Page(), refused)
        more = tip(refused, press.live, press.seat, text)
        return replace(page, notice=f"{page.notice} {more}".rstrip())
    return Page()


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Moves(bot))
