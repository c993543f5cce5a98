"""`/stats`, `/history` and `/records`: what members and servers have behind them."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands, ui
from discord.ext import commands

from cogs import _stats_card as stats_cards
from cogs._controls import Press, TableButton, install
from cogs._fame import key as fame_key
from cogs._games import autocomplete, slug_of
from cogs._ladder_card import numbered_game
from cogs._names import plain
from cogs._parlour import Parlour
from cogs._parts import file
from cogs._past import PER_PAGE, history_card
from cogs._records_card import records_card
from cogs._refusals import Refusal
from cogs._texts import say

if TYPE_CHECKING:
    from bot import CardRoom


class History(TableButton, verb="history"):
    """Another page of finished games: `args` are the member, or 0, and the game's number."""

    async def press(self, interaction: Press) -> None:
        """Turn to it."""
        member, game = self.address.args[:2]
        view = await page_of(interaction, member, numbered_game(game), self.address.seen)
        await interaction.response.edit_message(view=view)


def server_of(press: Press) -> int:
    """The server's id. Raises `Refusal` outside of one."""
    if press.guild_id is None:
        raise Refusal("room.only_in_servers")
    return press.guild_id


async def page_of(press: Press, member: int, game: str | None, page: int) -> ui.LayoutView:
    """A page of the server's finished games; the last one when there are fewer."""
    guild, store = server_of(press), press.client.store
    user = member or None
    size = await store.history_size(guild, user_id=user, game=game)
    pages = max(1, -(-size // PER_PAGE))
    page = max(0, min(page, pages - 1))
    offset = page * PER_PAGE
    games = await store.history(guild, user_id=user, game=game, limit=PER_PAGE, offset=offset)
    return history_card(games, page, pages, member, game)


class Stats(commands.Cog):
    """The commands."""

    @app_commands.command(description="What a member has done at the tables of this server")
    @app_commands.describe(member="Whose; without it, your own")
    @app_commands.guild_only()
    async def stats(self, interaction: Press, member: discord.Member | None = None) -> None:
        """Show a member's card; another's only if they are shown on the ladders."""
        guild, store, user = server_of(interaction), interaction.client.store, interaction.user
        wanted = member or user
        name = plain(wanted.display_name)
        if wanted.id != user.id and await store.is_hidden(guild, wanted.id):
            raise Refusal("stats.hidden", name=name)
        await interaction.response.defer(ephemeral=True, thinking=True)
        stats = await stats_cards.load(store, guild, wanted.id, name)
        if not stats.profile.games:
            await interaction.edit_original_response(view=stats_cards.nobody_card(name))
            return
        picture = await stats_cards.drawn(Parlour.of(interaction.client).artist, stats)
        await interaction.edit_original_response(
            view=stats_cards.stats_card(stats, picture), attachments=[file(picture)]
        )

    @app_commands.command(description="The finished games of this server")
    @app_commands.describe(member="Only games of this member", game="Only this game")
    @app_commands.autocomplete(game=autocomplete)
    @app_commands.guild_only()
    async def history(
        self, interaction: Press, member: discord.Member | None = None, game: str = ""
    ) -> None:
        """Show the newest page."""
        if member and await interaction.client.store.is_hidden(server_of(interaction), member.id):
            raise Refusal("stats.hidden", name=plain(member.display_name))
        slug = slug_of(game) if game else None
        view = await page_of(interaction, member.id if member else 0, slug, 0)
        await interaction.response.send_message(view=view, ephemeral=True)

    @app_commands.command(description="The records of this server")
    @app_commands.describe(tell="Whether to tell of broken records at the table; for managers")
    @app_commands.guild_only()
    async def records(self, interaction: Press, *, tell: bool | None = None) -> None:
        """Show the hall of fame, or choose whether broken records are told."""
        if tell is not None:
            await self._choose(interaction, tell=tell)
            return
        records = await interaction.client.store.records(server_of(interaction))
        await interaction.response.send_message(view=records_card(records), ephemeral=True)

    async def _choose(self, press: Press, *, tell: bool) -> None:
        guild = server_of(press)
        if not press.permissions.manage_guild:
            raise Refusal("records.managers")
        await press.client.store.remember(fame_key(guild), "1" if tell else "0")
        said = say("records.announced" if tell else "records.silent")
        await press.response.send_message(said, ephemeral=True)


async def setup(bot: "CardRoom") -> None:
    """Load the door."""
    install(bot, History)
    await bot.add_cog(Stats())
