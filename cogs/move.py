"""`/move`: the same moves as in the panel, typed; for keyboards and screen readers.

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
from cogs._game.course import UNDO
from cogs._kit.client import Client, Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import acknowledged
from cogs._panel.panel import Page
from cogs._press.panel import Hand, attempt, begin
from cogs._screens.own_table import own_table
from cogs._story.typed import offered, tip
from cogs._work.services import Parlour

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


async def complete(press: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The legal moves that contain what was typed so far; none without a game."""
    try:
        live, seat = await begin(press, (await own_table(press)).id)
    except Refusal:
        return []
    found = [
        (name, str(Typed(text, live.row.id, live.row.seq)))
        for name, text in offered(live, seat, Typed.read(typed).text)
    ]
    return [
        app_commands.Choice(name=name, value=value)
        for name, value in found
        if len(value) <= LONGEST
    ]


class Moves(commands.Cog):
    """The command `/move`."""

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @app_commands.autocomplete(text=complete)
    @app_commands.guild_only()
    async def move(self, interaction: Press, text: str) -> None:
        """Make it, and show the hand as it is then."""
        wanted = Typed.read(text)
        table = (await own_table(interaction)).id if wanted.table is None else wanted.table
        live, seat = await begin(interaction, table)
        parlour = Parlour.of(interaction.client)
        seen = live.row.seq if wanted.seen is None else wanted.seen
        hand = Hand(interaction, parlour, live, seat, seen)
        async with acknowledged(interaction, thinking=True):
            page = await attempt(hand, typed(hand, wanted.text), Page())
        await parlour.panels.show(interaction, live.row.id, seat, page)


async def typed(hand: Hand, text: str) -> Page:
    """Make the move that a text means. Raises `StaleScreen` and `NothingToUndo` as `Hand.play`."""
    hand.check_seen()
    try:
        await hand.play(body_of(hand, text))
    except engine.Refused as refused:
        page = await hand.refused(Page(), refused)
        more = tip(refused, hand.live, hand.seat, text)
        return replace(page, notice=f"{page.notice} {more}".rstrip())
    return Page()


def body_of(hand: Hand, text: str) -> str:
    """The move as the log has it. Raises `engine.SyntaxRefused` and `engine.Ambiguous`."""
    if text.strip().lower() == UNDO:
        return UNDO
    return engine.write(engine.read(text, hand.live.view(hand.seat)))


async def setup(bot: Client) -> None:
    """Load the door."""
    await bot.add_cog(Moves())
