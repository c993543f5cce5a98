"""`/leaderboard`: how the members of a server rank."""

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from cogs import _ladder_card as ladders
from cogs._controls import Press, TableButton, install
from cogs._games import autocomplete, slug_of
from cogs._languages import in_public
from cogs._parlour import Parlour
from cogs._parts import file
from cogs._refusals import Refusal

if TYPE_CHECKING:
    from bot import CardRoom


class Page(TableButton, verb="ladder"):
    """Another page of the ladder. Its address holds no table: the page, then the game."""

    async def press(self, interaction: Press) -> None:
        """Turn to it."""
        await interaction.response.defer()
        game = ladders.numbered_game(self.address.args[0])
        await show(interaction, game, self.address.seen)


class Leaderboard(commands.Cog):
    """The command `/leaderboard`."""

    @app_commands.command(description="How the members of this server rank")
    @app_commands.describe(game="One game; without it, all of them together")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Press, game: str = "") -> None:
        """Show the first page."""
        slug = slug_of(game) if game else None
        if interaction.guild_id is None:
            raise Refusal("room.only_in_servers")
        await interaction.response.defer()
        await show(interaction, slug, 0)


async def show(press: Press, game: str | None, page: int) -> None:
    """Answer a deferred press with a page of the ladder."""
    if press.guild_id is None:
        raise Refusal("room.only_in_servers")
    artist = Parlour.of(press.client).artist
    async with in_public(press.client, press.guild_id):
        ladder = await ladders.load(press.client.store, press.guild_id, game, page)
        picture = await ladders.drawn(artist, ladder, press.user.id)
        files = [file(picture)] if ladder.rows else []
        await press.edit_original_response(
            view=ladders.ladder_card(ladder, picture), attachments=files
        )


async def setup(bot: "CardRoom") -> None:
    """Load the door."""
    install(bot, Page)
    await bot.add_cog(Leaderboard())
