"""The components of the table message; games go on from here at the start."""

from functools import partial

import discord
from discord.ext import commands

from cogs._game.live import Live, is_attended, is_held
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import Control
from cogs._kit.replies import Reply, acknowledge, done, show, tell, turned
from cogs._kit.texts import say
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


class BoardControl(Control):
    """A control of the message that shows a table to everybody."""

    async def press(self, interaction: Press) -> None:
        """Do what it is for, at the table as it stands."""
        await self.act(await at_table(interaction, self.address.table))

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
        told = await lines(press.store.tables, press.live)
        seat = press.live.seat_of(press.user_id)
        before = next(iter(self.address.args), 0)
        await tell(press.interaction, Reply(log_screen(press.live, seat, told, before)))


class Why(BoardControl, verb=verbs.WHY):
    """Ask a computer player why it did what the log tells; the choice is the turn's last entry."""

    async def act(self, press: AtTable) -> None:
        """Tell what it thought, where the round is over."""
        await acknowledge(press.interaction, thinking=True)
        live, seat = press.live, press.live.seat_of(press.user_id)
        sentences = await press.services.tables.aside(partial(whys, live, self.choice, seat))
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
        powers = await powers_of(live, interaction)
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
        row = await press.services.seats.leave(live.row.id, press.user_id)
        done(interaction)
        press.services.activity.wake(row)
        await turned(interaction, Reply(screen(text(say(f"board.{what_follows(row)}")))))


def what_follows(row: TableRow) -> str:
    """What becomes of a game that somebody has left: how the sentence about it is called."""
    if row.status is not Status.PLAYING:
        return "left_last"
    return "left" if is_attended(row) else "left_waits"


async def at_table(press: Press, table_id: int) -> AtTable:
    """A press at a table as it stands; an old message of it is set right."""
    live = await press.client.services.tables.load(table_id)
    if press.message is not None and press.message.id != live.row.message_id:
        await set_right(press.client, live, press.message)
    return AtTable(press, live)


async def set_right(bot: Client, live: Live, message: discord.Message) -> None:
    """Let an old message of the table that still has controls lose them."""
    if is_board(message, live.row.id):
        await bot.store.messages.leave_message(live.row.id, message.channel.id, message.id)
        bot.services.activity.show(live.row)


async def open_hand(press: AtTable) -> None:
    """Open the panel of whoever pressed; the way back to it while somebody else has their seat."""
    live, interaction = press.live, press.interaction
    if is_held(live, press.user_id):
        await tell(interaction, Reply(held_screen(live)))
        return
    seat = press.seated()
    await acknowledge(interaction, thinking=True)
    await press.services.panels.open(interaction, live, seat)


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
    bot.controls.install(MyHand, Log, Why, ShowScore, ShowRules, More, Quit)
    await bot.add_cog(TableCog(bot))
