"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle."""

from functools import partial

from discord import app_commands
from discord.ext import commands

from cogs._game.live import Live
from cogs._kit import replies, verbs
from cogs._kit.client import Client, Press, Services
from cogs._kit.components import file, gallery, screen, text
from cogs._kit.controls import ComponentInteraction, component
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
from cogs._work.films import FilmKey
from render.artist import Picture
from render.felt.people import Company
from render.film import Film
from render.text.catalogue import spoken


@component(verbs.VERIFY)
async def verify_shuffle(interaction: ComponentInteraction) -> None:
    """Deal a finished game again and compare; its players get the receipt as a file."""
    raw, store = interaction.raw, interaction.store
    await acknowledge(raw, thinking=True)
    live = await past(interaction, interaction.custom_id.table)
    receipt = await receipt_of(store.tables, live)
    findings = await interaction.services.tables.aside(
        partial(verified, receipt, live.row.commitment)
    )
    given = await may_have(store.tables, live.row, interaction.user_id)
    view = receipt_screen(live.row, receipt, findings, given=given)
    await replies.show(raw, Reply(view, files=lambda: [receipt_file(receipt)] if given else []))


@component(verbs.REPLAY)
async def open_replay(interaction: ComponentInteraction) -> None:
    """Open the replay from the end of the game, for nobody else to see."""
    await acknowledge(interaction.raw, thinking=True)
    await show(interaction, await past(interaction, interaction.custom_id.table), 0)


@component(verbs.STEP)
async def go_to_moment(interaction: ComponentInteraction) -> None:
    """Show another moment. Its custom id has the moment's number instead of a version."""
    await acknowledge(interaction.raw)
    asked = interaction.custom_id
    await show(interaction, await past(interaction, asked.table), asked.seen)


@component(verbs.JUMP)
async def go_to_round(interaction: ComponentInteraction) -> None:
    """Show the deal of a round."""
    await acknowledge(interaction.raw)
    live = await past(interaction, interaction.custom_id.table)
    await show(interaction, live, interaction.choice)


@component(verbs.SHARE)
async def share_moment(interaction: ComponentInteraction) -> None:
    """Show a moment to everybody in the channel."""
    raw = interaction.raw
    await acknowledge(raw, thinking=True, private=False)
    replay = Replay(await past(interaction, interaction.custom_id.table))
    async with in_public(raw.client, raw.guild_id):
        prepared = partial(replay.prepared, interaction.custom_id.seen)
        moment = await interaction.services.tables.aside(prepared)
        pictures = await drawn(interaction, replay, moment)
        view = shared_screen(replay, moment, pictures)
        await replies.show(raw, Reply(view, files=lambda: [*map(file, pictures)]))


@component(verbs.FILM)
async def order_film(interaction: ComponentInteraction) -> None:
    """Send a round, or the whole game, as an animation. The argument is the round."""
    raw, services = interaction.raw, interaction.services
    await acknowledge(raw, thinking=True)
    live = await past(interaction, interaction.custom_id.table)
    replay, number = Replay(live), interaction.custom_id.args[0]
    if number not in (WHOLE_GAME, *await services.tables.aside(lambda: replay.rounds)):
        raise Refusal("receipt.no_receipt")
    key = FilmKey(live.row.id, number, spoken(), live.names())
    order = partial(ordered, services, replay, number)
    film = await services.films.film(interaction.user_id, key, order)
    heading = say("replay.film_heading", title=film_title(live, number))
    view = screen(text(heading), gallery(film))
    await replies.show(raw, Reply(view, files=lambda: [file(film)]))


async def ordered(services: Services, replay: Replay, number: int) -> Film:
    """Return the frames that a film is drawn from."""
    return await services.tables.aside(partial(film_of, replay, number, services.artist.look))


async def past(interaction: ComponentInteraction, table_id: int) -> Live:
    """Return a finished game of this guild. Raises `Refusal` for any other."""
    row = await interaction.store.tables.find(table_id)
    if row is None or row.guild_id != interaction.raw.guild_id:
        raise Refusal("receipt.no_receipt")
    return finished(await interaction.services.tables.load(table_id))


async def drawn(interaction: ComponentInteraction, replay: Replay, moment: int) -> list[Picture]:
    """Draw the table at a moment as everybody saw it, and all hands where they may be seen."""
    artist, names = interaction.services.artist, replay.live.names()
    company = Company(names, replay.live.faces())
    pictures = [await artist.table(replay.view(moment), company)]
    hands = replay.hands(moment)
    return [*pictures, await artist.open_hands(hands, names)] if hands else pictures


async def show(interaction: ComponentInteraction, live: Live, moment: int) -> None:
    """Answer a deferred interaction with one moment."""
    replay = Replay(live)
    moment = await interaction.services.tables.aside(partial(replay.prepared, moment))
    pictures = await drawn(interaction, replay, moment)
    view = replay_screen(replay, moment, pictures)
    await replies.show(interaction.raw, Reply(view, files=lambda: [*map(file, pictures)]))


class ReplayCommand(commands.Cog):
    """The command `/replay`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(name="replay", description="A finished game, move by move")
    @app_commands.describe(table="The table's number, from /history")
    @app_commands.autocomplete(table=autocomplete)
    @app_commands.guild_only()
    async def replay(self, raw: Press, table: int) -> None:
        """Show the deal, for nobody else."""
        await acknowledge(raw, thinking=True)
        interaction = ComponentInteraction(raw)
        await show(interaction, await past(interaction, table), 0)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(ReplayCommand(bot))
