"""The table's public controls, `/hand` and `/table`, and the life of the parlour."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs._game.tables import Live, is_kept
from cogs._kit.client import Client, Press
from cogs._kit.components import file, screen, text
from cogs._kit.controls import TableButton, install
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell, turn
from cogs._kit.texts import say
from cogs._panel.about_page import told_screen
from cogs._panel.panel import Page
from cogs._press.rematch import rematch
from cogs._screens.away import away_screen
from cogs._screens.details import leave_screen, log_screen, more_screen
from cogs._screens.own_table import own_table
from cogs._screens.roles import may_run
from cogs._screens.rules import rules_screen
from cogs._screens.running import offered
from cogs._screens.scores import final_screen, podium, standing_screen
from cogs._story.interventions import lines
from cogs._work.old_messages import is_board
from cogs._work.services import KEEPER, Parlour
from data.game.rows import Status


class MyHand(TableButton, verb="hand"):
    """Open one's own hand, for nobody else to see."""

    async def press(self, interaction: Press) -> None:
        """Open the panel."""
        await open_hand(interaction, await loaded(interaction, self.address.table))


class Log(TableButton, verb="log"):
    """What happened, as far back as one message holds."""

    async def press(self, interaction: Press) -> None:
        """Tell it, with what the member's own seat may know."""
        live = await loaded(interaction, self.address.table)
        told = await lines(interaction.client.store, live)
        seat = live.seat_of(interaction.user.id)
        await tell(interaction, Reply(log_screen(live, seat, told)))


class ShowScore(TableButton, verb="sheet"):
    """The score so far."""

    async def press(self, interaction: Press) -> None:
        """Tell it."""
        live = await loaded(interaction, self.address.table)
        await tell(interaction, Reply(standing_screen(live)))


class ShowRules(TableButton, verb="rules"):
    """The rules of this game, in short."""

    async def press(self, interaction: Press) -> None:
        """Tell them."""
        live = await loaded(interaction, self.address.table)
        await tell(interaction, Reply(rules_screen(live.row.game)))


class More(TableButton, verb="more"):
    """Who sits where, the seal of the shuffle, the house rules, and how to leave."""

    async def press(self, interaction: Press) -> None:
        """Tell it."""
        live = await loaded(interaction, self.address.table)
        view = more_screen(live, live.seat_of(interaction.user.id))
        runs = live.row.status is Status.PLAYING and may_run(live.row, interaction)
        await tell(interaction, Reply(offered(view, live) if runs else view))


class Quit(TableButton, verb="quit"):
    """Leave a game: asked once more, then a computer player takes the seat."""

    async def press(self, interaction: Press) -> None:
        """Ask, or hand the seat over."""
        parlour = Parlour.of(interaction.client)
        live = await loaded(interaction, self.address.table)
        seat = seated(live, interaction)
        if not self.address.args:
            await turn(interaction, Reply(leave_screen(live)))
            return
        row = await parlour.seats.leave(live.row.id, seat)
        done(interaction)
        parlour.wake(row)
        left = "board.left" if row.status is Status.PLAYING else "board.left_last"
        await turn(interaction, Reply(screen(text(say(left)))))


class Rematch(TableButton, verb="rematch"):
    """Be in for another game."""

    async def press(self, interaction: Press) -> None:
        """Sit down in its lobby, and tell everybody who is in."""
        parlour = Parlour.of(interaction.client)
        live = await loaded(interaction, self.address.table)
        seat = seated(live, interaction)
        await acknowledge(interaction)
        async with in_public(interaction.client, live.row.guild_id):
            async with parlour.tables.lock(live.row.id):
                told = await rematch(interaction, parlour, live, seat)
            done(interaction)
            picture = await parlour.artist.podium(podium(live))
            view = final_screen(live, picture, told)
            await show(interaction, Reply(view, files=lambda: [file(picture)]))


async def loaded(press: Press, table_id: int) -> Live:
    """The table of a press."""
    parlour = Parlour.of(press.client)
    live = await parlour.tables.load(table_id)
    if press.message is not None and press.message.id != live.row.message_id:
        await set_right(parlour, live, press.message)
    return live


async def set_right(parlour: Parlour, live: Live, message: discord.Message) -> None:
    """Let an old message of the table that still has controls lose them."""
    if not is_board(message):
        return
    post = await parlour.store.messages.post(live.row.id, "table")
    if post is None or not post.tried:  # otherwise it may be the newest, whose answer was lost
        await parlour.store.messages.leave_message(live.row.id, message.channel.id, message.id)
    parlour.show(live.row)


def seated(live: Live, press: Press) -> int:
    """The seat of whoever pressed. Raises `Refusal` for a stranger."""
    seat = live.seat_of(press.user.id)
    if seat is None:
        raise Refusal("table.not_seated")
    return seat


async def open_hand(press: Press, live: Live) -> None:
    """Open the panel of whoever pressed."""
    seat = seated(live, press)
    if is_kept(live, seat):
        await tell(press, Reply(away_screen(live, seat)))
        return
    await acknowledge(press, thinking=True)
    await Parlour.of(press.client).panels.show(press, live.row.id, seat, Page())


class TableCommands(commands.Cog, name=KEEPER):
    """Commands at a table; while it is loaded, computer players play and tables are shown."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot
        self.parlour = Parlour(bot)
        self.resumed = False

    async def cog_unload(self) -> None:
        """Stop all work."""
        self.parlour.close()

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Let games go on where they stopped; a later reconnection changes nothing."""
        if not self.resumed:
            self.resumed = True
            await self.parlour.resume()

    @app_commands.command(description="Open your hand at the table you play at")
    @app_commands.guild_only()
    async def hand(self, interaction: Press) -> None:
        """Open the panel of the member's game here, or of the newest."""
        row = await own_table(interaction)
        await open_hand(interaction, await loaded(interaction, row.id))

    @app_commands.command(description="The table you play at, in words, and the way to it")
    @app_commands.guild_only()
    async def table(self, interaction: Press) -> None:
        """The member's game here, or the newest, told for them alone."""
        live = await loaded(interaction, (await own_table(interaction)).id)
        await tell(interaction, Reply(told_screen(live, seated(live, interaction))))


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, MyHand, Log, ShowScore, ShowRules, More, Quit, Rematch)
    await bot.add_cog(TableCommands(bot))
