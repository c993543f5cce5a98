"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs._controls import Press, TableButton, TableSelect, install
from cogs._languages import in_public
from cogs._parlour import Parlour
from cogs._parts import card, file, gallery, text
from cogs._past import autocomplete
from cogs._receipt import finished, receipt_card, receipt_file, receipt_of, verified
from cogs._refusals import Refusal
from cogs._replay_card import Replay, replay_card, shared_card
from cogs._table_card import game_name
from cogs._tables import Live
from cogs._texts import say
from render.artist import Picture

if TYPE_CHECKING:
    from bot import CardRoom


class Verify(TableButton, verb="verify"):
    """Deal a finished game again and compare, for whoever asks."""

    async def press(self, interaction: Press) -> None:
        """Tell what was found, with the receipt as a file."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        live = await past(interaction, self.address.table)
        receipt = await receipt_of(interaction.client.store, live)
        findings = await verified(receipt)
        await interaction.edit_original_response(
            view=receipt_card(receipt, findings), attachments=[receipt_file(receipt)]
        )


class Open(TableButton, verb="replay"):
    """Open the replay from the end of the game."""

    async def press(self, interaction: Press) -> None:
        """Show the deal, for nobody else."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await past(interaction, self.address.table), 0)


class Step(TableButton, verb="step"):
    """Go to another moment: `seen` is its number."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        await interaction.response.defer()
        await show(interaction, await past(interaction, self.address.table), self.address.seen)


class Jump(TableSelect, verb="jump"):
    """Go to the deal of a round."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        await interaction.response.defer()
        await show(interaction, await past(interaction, self.address.table), self.chosen[0])


class Share(TableButton, verb="share"):
    """Show a moment to everybody in the channel."""

    async def press(self, interaction: Press) -> None:
        """Post it."""
        await interaction.response.defer(thinking=True)
        replay = Replay(await past(interaction, self.address.table))
        moment = replay.held(self.address.seen)
        async with in_public(interaction.client, interaction.guild_id):
            picture = await drawn(interaction, replay, moment)
            await interaction.edit_original_response(
                view=shared_card(replay, moment, picture), attachments=[file(picture)]
            )


class Film(TableButton, verb="film"):
    """A round as an animation; `args` hold its number."""

    async def press(self, interaction: Press) -> None:
        """Draw it, for nobody else."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        live = await past(interaction, self.address.table)
        replay, number = Replay(live), self.address.args[0]
        if number not in dict(replay.rounds()):
            raise Refusal("receipt.no_receipt")
        facts = {"game": game_name(live), "table": live.row.id, "round": number}
        title = say("replay.film_heading", **facts)
        artist = Parlour.of(interaction.client).artist
        result = say("replay.result", round=number)
        film = await artist.replay(
            list(replay.frames(number)), live.names(), title=title, result=result
        )
        await interaction.edit_original_response(
            view=card(text(title), gallery(film)), attachments=[file(film)]
        )


async def past(press: Press, table_id: int) -> Live:
    """A finished game of this server. Raises `Refusal` for any other."""
    row = await press.client.store.table(table_id)
    if row is None or row.guild_id != press.guild_id:
        raise Refusal("receipt.no_receipt")
    return finished(await Parlour.of(press.client).tables.load(table_id))


async def drawn(press: Press, replay: Replay, moment: int) -> Picture:
    """The table at that moment, as everybody saw it."""
    artist = Parlour.of(press.client).artist
    return await artist.table(replay.view(moment), replay.live.names())


async def show(press: Press, live: Live, moment: int) -> None:
    """Answer a deferred press with one moment."""
    replay = Replay(live)
    moment = replay.held(moment)
    picture = await drawn(press, replay, moment)
    await press.edit_original_response(
        view=replay_card(replay, moment, picture), attachments=[file(picture)]
    )


class Past(commands.Cog):
    """The command `/replay`."""

    @app_commands.command(name="replay", description="A finished game, move by move")
    @app_commands.describe(table="The table's number, from /history")
    @app_commands.autocomplete(table=autocomplete)
    @app_commands.guild_only()
    async def replay(self, interaction: Press, table: int) -> None:
        """Show the deal, for nobody else."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show(interaction, await past(interaction, table), 0)


async def setup(bot: "CardRoom") -> None:
    """Load the door."""
    install(bot, Verify, Open, Step, Jump, Share, Film)
    await bot.add_cog(Past())
