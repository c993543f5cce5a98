"""The components of the table message; games go on from here at the start."""

from collections.abc import Callable
from functools import partial

import discord
from discord.ext import commands

from cogs._game.live import Live, is_attended, is_held
from cogs._kit import verbs
from cogs._kit.client import Client
from cogs._kit.components import screen, text
from cogs._kit.controls import ComponentInteraction, Handler, component_after
from cogs._kit.replies import Reply, acknowledge, done, show, tell, turned
from cogs._kit.texts import say
from cogs._kit.verbs import Verb
from cogs._messages.old_messages import is_board
from cogs._press.powers import powers_of
from cogs._press.presses import AtTable
from cogs._screens.details import held_screen, leave_screen, log_screen, more_screen, why_screen
from cogs._screens.rules import rules_screen
from cogs._screens.scores import standing_screen
from cogs._screens.table import offered
from cogs._story.interventions import lines
from cogs._story.whys import whys
from data.game.rows import Status, TableRow


async def load_board_interaction(interaction: ComponentInteraction, table_id: int) -> AtTable:
    """Return an interaction with a table; mark the message if it is an older one of the table."""
    raw = interaction.raw
    live = await interaction.services.tables.load(table_id)
    if raw.message is not None and raw.message.id != live.row.message_id:
        await set_right(raw.client, live, raw.message)
    return AtTable(raw, live, **interaction.inputs)


def board_component(action: Verb) -> Callable[[Handler[AtTable]], Handler[AtTable]]:
    """Register the decorated function as the handler of an action on the table message."""

    async def load(interaction: ComponentInteraction) -> AtTable:
        return await load_board_interaction(interaction, interaction.custom_id.table)

    return component_after(action, load)


@board_component(verbs.HAND)
async def show_own_hand(interaction: AtTable) -> None:
    """Open the member's own hand, for nobody else to see."""
    await open_hand(interaction)


@board_component(verbs.LOG)
async def show_log(interaction: AtTable) -> None:
    """Show the log for the member's seat, back to the entry that the custom id names."""
    told = await lines(interaction.store.tables, interaction.live)
    seat = interaction.live.seat_of(interaction.user_id)
    before = next(iter(interaction.custom_id.args), 0)
    await tell(interaction.raw, Reply(log_screen(interaction.live, seat, told, before)))


@board_component(verbs.WHY)
async def explain_computer_turn(interaction: AtTable) -> None:
    """Explain a computer player's turn, where the round is over.

    The choice is the last log entry of the turn.
    """
    await acknowledge(interaction.raw, thinking=True)
    live, seat = interaction.live, interaction.live.seat_of(interaction.user_id)
    sentences = await interaction.services.tables.aside(
        partial(whys, live, interaction.choice, seat)
    )
    await show(interaction.raw, Reply(why_screen(live, sentences)))


@board_component(verbs.SHEET)
async def show_score(interaction: AtTable) -> None:
    """Show the score so far."""
    await tell(interaction.raw, Reply(standing_screen(interaction.live)))


@board_component(verbs.RULES)
async def show_rules(interaction: AtTable) -> None:
    """Show the rules of this game, in short."""
    row = interaction.live.row
    await tell(interaction.raw, Reply(rules_screen(row.game, house=row.options)))


@board_component(verbs.MORE)
async def show_details(interaction: AtTable) -> None:
    """Show seats, seal of the shuffle, house rules, and how to leave."""
    live, raw = interaction.live, interaction.raw
    view = more_screen(live, live.seat_of(interaction.user_id))
    powers = await powers_of(live, raw)
    if powers.is_any and live.row.status is Status.PLAYING:
        view = offered(view, live, runs=powers.runs)
    await (turned if interaction.custom_id.args else tell)(raw, Reply(view))


@board_component(verbs.QUIT)
async def leave_game(interaction: AtTable) -> None:
    """Ask whether to leave; once confirmed, a computer player takes the seat."""
    live, raw = interaction.live, interaction.raw
    if not interaction.custom_id.args:
        await turned(raw, Reply(leave_screen(live, interaction.seated())))
        return
    row = await interaction.services.seats.leave(live.row.id, interaction.user_id)
    done(raw)
    interaction.services.activity.wake(row)
    await turned(raw, Reply(screen(text(say(f"board.{what_follows(row)}")))))


def what_follows(row: TableRow) -> str:
    """Return the name of the sentence about what becomes of a game after a member left."""
    if row.status is not Status.PLAYING:
        return "left_last"
    return "left" if is_attended(row) else "left_waits"


async def set_right(bot: Client, live: Live, message: discord.Message) -> None:
    """Have an old message of the table repainted without its components."""
    if is_board(message, live.row.id):
        await bot.store.messages.leave_message(live.row.id, message.channel.id, message.id)
        bot.services.activity.show(live.row)


async def open_hand(interaction: AtTable) -> None:
    """Open the member's panel; the way back to their seat while somebody else has it."""
    live, raw = interaction.live, interaction.raw
    if is_held(live, interaction.user_id):
        await tell(raw, Reply(held_screen(live)))
        return
    seat = interaction.seated()
    await acknowledge(raw, thinking=True)
    await interaction.services.panels.open(raw, live, seat)


class TableCog(commands.Cog):
    """While it is loaded, computer players play and tables are shown."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.resumed = False

    async def cog_unload(self) -> None:
        """Stop all work."""
        self.bot.services.activity.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Let games go on where they stopped; a later reconnection changes nothing."""
        if not self.resumed:
            self.resumed = True
            await self.bot.services.activity.resume()


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(TableCog(bot))
