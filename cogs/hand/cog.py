"""The commands `/hand`, `/table` and `/move`.

`/move` makes the same moves as the panel. It is meant for keyboards and screen readers. A move that
the member picks from the suggestions carries its table and log entry, as a custom id does. For any
other typed move, `own_tables` finds the table.
"""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Self

from discord import app_commands
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.interactions import TableInteraction
from cogs.game.private_tables import waits_for_member
from cogs.game.state import TableState, is_seat_taken_over
from cogs.game.visibility import is_served, sees_channel
from cogs.hand.about_page import details_row, table_in_words_layout
from cogs.hand.interaction import PLAY, HandInteraction, attempt_move, load_hand_interaction
from cogs.hand.own_tables import (
    meant_moves,
    needs_question,
    own_hands,
    own_tables,
    question_layout,
    waiting_hands,
)
from cogs.hand.panel import HandPage
from cogs.lessons.book import Course
from cogs.narration.typed_moves import (
    LONGEST,
    OFFERED,
    is_undo,
    labels_of,
    typed_move_choices,
    typing_help,
)
from cogs.table.cog import load_board_interaction, open_hand
from cogs.table.details import seat_taken_over_layout
from cogs.ui.actions import Action
from cogs.ui.commands import anywhere
from cogs.ui.component import ComponentInteraction
from cogs.ui.first_answer import deferring
from cogs.ui.places import is_on_server
from cogs.ui.replies import Reply, answer_deferred, send
from cogs.ui.texts import say

# ---- commands


# At most 18 digits: anybody can type larger numbers, and SQLite could not bind those.
CHOSEN_OPTION: Final = re.compile(r"(?P<table>\d{1,18}):(?P<seen>\d{1,18}):(?P<text>.+)", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedMove:
    """A typed move.

    A move from the suggestions also has its table, and the log entry at which it was suggested.
    """

    text: str
    table: int | None = None
    seen: int | None = None

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the move in a command's option."""
        match = CHOSEN_OPTION.fullmatch(text.strip())
        if match is None:
            return cls(text)
        return cls(match["text"], int(match["table"]), int(match["seen"]))

    def __str__(self) -> str:
        """Return the value of a suggestion."""
        return f"{self.table}:{self.seen}:{self.text}"


class HandCog(commands.Cog):
    """The commands `/hand`, `/table` and `/move`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open your hand")
    @anywhere
    async def hand(self, raw: Interaction) -> None:
        """Open the hand panel of the member's game."""
        await open_hand(await self.load_own_table(raw))

    @app_commands.command(description="Your table in words, with a link")
    @anywhere
    async def table(self, raw: Interaction) -> None:
        """Show the member's game in words, to them alone."""
        interaction = await self.load_own_table(raw, private=False)
        if is_seat_taken_over(interaction.state, raw.user.id):
            await send(raw, Reply(seat_taken_over_layout(interaction.state)))
        else:
            state, seat = interaction.state, interaction.seated()
            is_here = is_on_server(raw, state.row.guild_id)
            rows = [] if is_here else [details_row(state.row, Action.HAND)]
            sees = sees_channel(raw, state.row)
            await send(raw, Reply(table_in_words_layout(state, seat, *rows, sees=sees)))

    async def load_own_table(self, raw: Interaction, *, private: bool = True) -> TableInteraction:
        """Return an interaction with the member's own table.

        Raises:
            Refusal: The member plays no game in this guild.
        """
        row = (await own_tables(raw, private=private))[0]
        return await load_board_interaction(ComponentInteraction(raw), row.id)

    @app_commands.command(description="Make a move by typing it, such as: discard 5S")
    @app_commands.describe(
        text="draw · take KS KD / 7S 7C 7D · meld KS KD KH · add KC · discard 5S · undo"
    )
    @anywhere
    async def move(self, raw: Interaction, text: str) -> None:
        """Make the typed move and show the hand, or ask which move the member means."""
        async with deferring(raw, thinking=True):
            show = await answer_to(raw, TypedMove.read(text))
        await show()

    @move.autocomplete("text")
    async def complete(self, raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the legal moves that contain the typed text.

        Suggests nothing if the member has no game.
        """
        try:
            hands = waiting_hands(await own_hands(raw))
        except Refusal:
            return []
        most, several = OFFERED // len(hands), len(hands) > 1
        lists = [offered(hand, typed, names_table=several)[:most] for hand in hands]
        # Discord refuses the whole list if one value is too long.
        return [choice for one in lists for choice in one if len(choice.value) <= LONGEST]


def offered(
    hand: HandInteraction, typed: str, *, names_table: bool
) -> list[app_commands.Choice[str]]:
    """Return the moves of one table that contain the typed text, as suggestions."""
    if waits_for_member(hand.state):
        return [app_commands.Choice(name=say("learn.onward"), value=say("learn.onward"))]
    row, text = hand.state.row, TypedMove.read(typed).text
    found = typed_move_choices(hand.state, hand.seat, text)
    labelled = [(labels_of(words, hand.state)[names_table], move) for words, move in found]
    return [
        app_commands.Choice(name=label, value=str(TypedMove(move, row.id, row.seq)))
        for label, move in labelled
    ]


async def answer_to(raw: Interaction, typed: TypedMove) -> Callable[[], Awaitable[None]]:
    """Make a typed move, unless the member must be asked which move they mean.

    Returns:
        A function that shows the result, or the question.
    """
    if typed.table is None or typed.seen is None:
        hands = await own_hands(raw)
        meant = meant_moves(hands, typed.text)
        if needs_question(hands, meant):
            return partial(answer_deferred, raw, Reply(await question_layout(meant)))
        hand, text = meant[0].hand, meant[0].text
    else:
        hand = await load_hand_interaction(ComponentInteraction(raw), typed.table)
        # A move from the suggestions is checked against the log entry at which it was suggested.
        hand.seen, text = typed.seen, typed.text
    if not is_served(raw, hand.state.row):  # the hand is shown with a link instead of buttons
        return partial(hand.services.hand_panels.show, raw, hand.state, hand.seat, PLAY)
    led = await hand.services.private_tables.typed_onward(hand, text)
    if isinstance(led, Course):
        return partial(hand.services.private_tables.show_done, hand, led)
    if led is not None:
        return partial(show_next, hand, led)
    page = await make_typed_move(hand, text)
    return partial(show_typed_move, hand, page)


async def show_typed_move(hand: HandInteraction, page: HandPage) -> None:
    """Show the hand after a typed move."""
    await hand.services.hand_panels.show(hand.raw, hand.state, hand.seat, page)
    await hand.push_to_other_panel()


async def show_next(hand: HandInteraction, led: TableState) -> None:
    """Show a private table's next step or round, then let the computer players move."""
    await hand.services.hand_panels.show(hand.raw, led, hand.seat, PLAY)
    hand.services.activity.continue_game(led)


async def make_typed_move(interaction: HandInteraction, text: str) -> HandPage:
    """Make a move in notation. Return the page to show."""
    move = partial(_typed_move, text=text)
    return await attempt_move(interaction, move, PLAY, HandInteraction.check_seen)


async def _typed_move(interaction: HandInteraction, *, text: str) -> HandPage:
    try:
        if is_undo(text):
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
