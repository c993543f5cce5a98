"""The table's public controls, `/hand` and `/table`, and the life of the parlour."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from cogs._game.live import Live, is_attended, is_held
from cogs._kit import verbs
from cogs._kit.client import Press
from cogs._kit.components import file, screen, text
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, tell
from cogs._kit.texts import say
from cogs._messages.old_messages import is_board
from cogs._panel.about_page import told_screen
from cogs._panel.panel import Page
from cogs._press.panel import turned
from cogs._press.powers import powers_of
from cogs._press.presses import AtTable, ParlourControl
from cogs._press.rematch import rematch
from cogs._screens.away import held_screen
from cogs._screens.details import leave_screen, log_screen, more_screen, why_screen
from cogs._screens.own_table import own_table
from cogs._screens.rules import rules_screen
from cogs._screens.running import offered
from cogs._screens.scores import final_screen, podium, standing_screen
from cogs._story.interventions import lines
from cogs._story.whys import whys
from cogs._work.services import Furnished, Parlour, install
from data.game.rows import Status, TableRow


class BoardControl(ParlourControl):
    """A control of the message that shows a table to everybody."""

    async def press(self, interaction: Press) -> None:
        """Do what it is for, at the table as it stands."""
        await self.act(await at_table(interaction, self.parlour, self.address.table))

    async def act(self, press: AtTable) -> None:
        """Do what it is for, and answer."""
        raise NotImplementedError


class MyHand(BoardControl, verb=verbs.HAND):
    """Open one's own hand, for nobody else to see."""

    async def act(self, press: AtTable) -> None:
        """Open the panel."""
        await open_hand(press)


class Log(BoardControl, verb=verbs.LOG):
    """What happened, a page at a time; `args` hold the entry of the log that it reaches back to."""

    async def act(self, press: AtTable) -> None:
        """Tell it, with what the member's own seat may know."""
        told = await lines(press.parlour.store.tables, press.live)
        seat = press.live.seat_of(press.user_id)
        before = next(iter(self.address.args), 0)
        await tell(press.interaction, Reply(log_screen(press.live, seat, told, before)))


class Why(BoardControl, verb=verbs.WHY):
    """Ask a computer player why it did what the log tells; the choice is the turn's last entry."""

    async def act(self, press: AtTable) -> None:
        """Tell what it thought, where the round is over."""
        await acknowledge(press.interaction, thinking=True)
        live, seat = press.live, press.live.seat_of(press.user_id)
        sentences = await press.parlour.tables.aside(partial(whys, live, self.choice, seat))
        await show(press.interaction, Reply(why_screen(live, sentences)))


class ShowScore(BoardControl, verb=verbs.SHEET):
    """The score so far."""

    async def act(self, press: AtTable) -> None:
        """Tell it."""
        await tell(press.interaction, Reply(standing_screen(press.live)))


class ShowRules(BoardControl, verb=verbs.RULES):
    """The rules of this game, in short."""

    async def act(self, press: AtTable) -> None:
        """Tell them."""
        row = press.live.row
        await tell(press.interaction, Reply(rules_screen(row.game, house=row.options)))


class More(BoardControl, verb=verbs.MORE):
    """Who sits where, the seal of the shuffle, the house rules, and how to leave."""

    async def act(self, press: AtTable) -> None:
        """Tell it, or go back to it."""
        live, interaction = press.live, press.interaction
        view = more_screen(live, live.seat_of(press.user_id))
        powers = await powers_of(press.parlour, live, interaction)
        if powers.is_any and live.row.status is Status.PLAYING:
            view = offered(view, live, runs=powers.runs)
        await (turned if self.address.args else tell)(interaction, Reply(view))


class Quit(BoardControl, verb=verbs.QUIT):
    """Leave a game: asked once more, then a computer player takes the seat."""

    async def act(self, press: AtTable) -> None:
        """Ask, or hand the seat over."""
        live, interaction = press.live, press.interaction
        if not self.address.args:
            await turned(interaction, Reply(leave_screen(live, press.seated())))
            return
        row = await press.parlour.seats.leave(live.row.id, press.user_id)
        done(interaction)
        press.parlour.wake(row)
        await turned(interaction, Reply(screen(text(say(f"board.{what_follows(row)}")))))


def what_follows(row: TableRow) -> str:
    """What becomes of a game that somebody has left: how the sentence about it is called."""
    if row.status is not Status.PLAYING:
        return "left_last"
    return "left" if is_attended(row) else "left_waits"


class Rematch(BoardControl, verb=verbs.REMATCH):
    """Be in for another game."""

    async def act(self, press: AtTable) -> None:
        """Sit down in its lobby, and tell everybody who is in."""
        seat = press.live.own_seat(press.user_id)  # no matter who had it in the end
        if seat is None:
            raise Refusal("table.not_seated")
        if press.live.row.status is not Status.FINISHED:  # the control may be made up
            raise Refusal("board.not_over")
        live, interaction, parlour = press.live, press.interaction, press.parlour
        await acknowledge(interaction)
        async with in_public(interaction.client, live.row.guild_id):
            async with parlour.tables.lock(live.row.id):
                told = await rematch(press, seat)
            done(interaction)
            picture = await parlour.artist.podium(podium(live))
            view = final_screen(live, picture, told)
            await show(interaction, Reply(view, files=lambda: [file(picture)]))


async def at_table(press: Press, parlour: Parlour, table_id: int) -> AtTable:
    """A press at a table as it stands; an old message of it is set right."""
    live = await parlour.tables.load(table_id)
    if press.message is not None and press.message.id != live.row.message_id:
        await set_right(parlour, live, press.message)
    return AtTable(press, parlour, live)


async def set_right(parlour: Parlour, live: Live, message: discord.Message) -> None:
    """Let an old message of the table that still has controls lose them."""
    if is_board(message, live.row.id):
        await parlour.store.messages.leave_message(live.row.id, message.channel.id, message.id)
        parlour.show(live.row)


async def open_hand(press: AtTable) -> None:
    """Open the panel of whoever pressed; the way back to it while somebody else has their seat."""
    live, interaction = press.live, press.interaction
    if is_held(live, press.user_id):
        await tell(interaction, Reply(held_screen(live)))
        return
    seat = press.seated()
    await acknowledge(interaction, thinking=True)
    await press.parlour.panels.show(interaction, live, seat, Page())


class TableCommands(commands.Cog):
    """Commands at a table; while it is loaded, computer players play and tables are shown."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour
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

    @app_commands.command(description="Open your hand")
    @app_commands.guild_only()
    async def hand(self, interaction: Press) -> None:
        """Open the panel of the member's game here, or of the newest."""
        await open_hand(await self.at_own(interaction))

    @app_commands.command(description="Your table in words, with a link")
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
        return await at_table(interaction, self.parlour, row.id)


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, MyHand, Log, Why, ShowScore, ShowRules, More, Quit, Rematch)
    await bot.add_cog(TableCommands(bot.parlour))
