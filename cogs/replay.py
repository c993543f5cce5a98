"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs._game.live import Live
from cogs._kit import replies, verbs
from cogs._kit.client import Client, Press, Services
from cogs._kit.components import file, gallery, screen, text
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge
from cogs._kit.texts import say
from cogs._past.frames import film_of, film_title
from cogs._past.history import autocomplete
from cogs._past.receipt import (
    finished,
    may_have,
    receipt_file,
    receipt_of,
    receipt_screen,
    verified,
)
from cogs._past.replay import WHOLE_GAME, Replay
from cogs._past.replay_screen import replay_screen, shared_screen
from cogs._press.presses import PlainControl, Pressed
from cogs._work.films import FilmKey
from render.artist import Picture
from render.felt.people import Company
from render.film import Film
from render.text.catalogue import spoken


class Verify(PlainControl, verb=verbs.VERIFY):
    """Deal a finished game again and compare, for whoever asks."""

    async def act(self, press: Pressed) -> None:
        """Tell what was found; its players get the receipt as a file."""
        interaction, store = press.interaction, press.store
        await acknowledge(interaction, thinking=True)
        live = await past(press, self.address.table)
        receipt = await receipt_of(store.tables, live)
        findings = await press.services.tables.aside(
            partial(verified, receipt, live.row.commitment)
        )
        given = await may_have(store.tables, live.row, press.user_id)
        view = receipt_screen(live.row, receipt, findings, given=given)
        await replies.show(
            interaction, Reply(view, files=lambda: [receipt_file(receipt)] if given else [])
        )


class OpenReplay(PlainControl, verb=verbs.REPLAY):
    """OpenReplay the replay from the end of the game."""

    async def act(self, press: Pressed) -> None:
        """Show the deal, for nobody else."""
        interaction = press.interaction
        await acknowledge(interaction, thinking=True)
        await show(press, await past(press, self.address.table), 0)


class GoToMoment(PlainControl, verb=verbs.STEP):
    """Go to another moment: `seen` is its number."""

    async def act(self, press: Pressed) -> None:
        """Show it."""
        interaction = press.interaction
        await acknowledge(interaction)
        await show(press, await past(press, self.address.table), self.address.seen)


class Jump(PlainControl, verb=verbs.JUMP):
    """Go to the deal of a round."""

    async def act(self, press: Pressed) -> None:
        """Show it."""
        interaction = press.interaction
        await acknowledge(interaction)
        await show(press, await past(press, self.address.table), self.choice)


class Share(PlainControl, verb=verbs.SHARE):
    """Show a moment to everybody in the channel."""

    async def act(self, press: Pressed) -> None:
        """Post it."""
        interaction = press.interaction
        await acknowledge(interaction, thinking=True, private=False)
        replay = Replay(await past(press, self.address.table))
        async with in_public(interaction.client, interaction.guild_id):
            prepared = partial(replay.prepared, self.address.seen)
            moment = await press.services.tables.aside(prepared)
            pictures = await drawn(press, replay, moment)
            view = shared_screen(replay, moment, pictures)
            await replies.show(interaction, Reply(view, files=lambda: [*map(file, pictures)]))


class OrderFilm(PlainControl, verb=verbs.FILM):
    """A round, or the whole game, as an animation; `args` hold the number of the round."""

    async def act(self, press: Pressed) -> None:
        """Have it made, for nobody else to see."""
        interaction, services = press.interaction, press.services
        await acknowledge(interaction, thinking=True)
        live = await past(press, self.address.table)
        replay, number = Replay(live), self.address.args[0]
        if number not in (WHOLE_GAME, *await services.tables.aside(lambda: replay.rounds)):
            raise Refusal("receipt.no_receipt")
        key = FilmKey(live.row.id, number, spoken(), live.names())
        order = partial(ordered, services, replay, number)
        film = await services.films.film(press.user_id, key, order)
        heading = say("replay.film_heading", title=film_title(live, number))
        view = screen(text(heading), gallery(film))
        await replies.show(interaction, Reply(view, files=lambda: [file(film)]))


async def ordered(services: Services, replay: Replay, number: int) -> Film:
    """What a film is drawn from."""
    return await services.tables.aside(partial(film_of, replay, number, services.artist.look))


async def past(press: Pressed, table_id: int) -> Live:
    """A finished game of this server. Raises `Refusal` for any other."""
    row = await press.store.tables.find(table_id)
    if row is None or row.guild_id != press.interaction.guild_id:
        raise Refusal("receipt.no_receipt")
    return finished(await press.services.tables.load(table_id))


async def drawn(press: Pressed, replay: Replay, moment: int) -> list[Picture]:
    """The table at that moment, as everybody saw it; then all hands, where they may be seen."""
    artist, names = press.services.artist, replay.live.names()
    company = Company(names, replay.live.faces())
    pictures = [await artist.table(replay.view(moment), company)]
    hands = replay.hands(moment)
    return [*pictures, await artist.open_hands(hands, names)] if hands else pictures


async def show(press: Pressed, live: Live, moment: int) -> None:
    """Answer a deferred press with one moment."""
    replay = Replay(live)
    moment = await press.services.tables.aside(partial(replay.prepared, moment))
    pictures = await drawn(press, replay, moment)
    view = replay_screen(replay, moment, pictures)
    await replies.show(press.interaction, Reply(view, files=lambda: [*map(file, pictures)]))


class ReplayCommand(commands.Cog):
    """The command `/replay`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(name="replay", description="A finished game, move by move")
    @app_commands.describe(table="The table's number, from /history")
    @app_commands.autocomplete(table=autocomplete)
    @app_commands.guild_only()
    async def replay(self, interaction: Press, table: int) -> None:
        """Show the deal, for nobody else."""
        await acknowledge(interaction, thinking=True)
        press = Pressed(interaction)
        await show(press, await past(press, table), 0)


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(Verify, OpenReplay, GoToMoment, Jump, Share, OrderFilm)
    await bot.add_cog(ReplayCommand(bot))
