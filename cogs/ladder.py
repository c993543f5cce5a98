"""`/leaderboard`: how the members of a server rank."""

from discord import app_commands
from discord.ext import commands

from cogs._kit import replies, verbs
from cogs._kit.client import Press
from cogs._kit.components import file
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge
from cogs._kit.texts import say
from cogs._lobby.games import autocomplete, check_season, seasons, slug_of
from cogs._past import ladder as ladders
from cogs._past.ladder import WAYS, Wanted
from cogs._press.presses import PlainControl, Pressed
from cogs._work.services import Furnished, Parlour, install
from data.ladders.fold import ALL_TIME


class OtherPage(PlainControl, verb=verbs.LADDER):
    """Another page of the ladder. Its address holds no table: the page, then which ladder."""

    async def act(self, press: Pressed) -> None:
        """Turn to it."""
        await acknowledge(press.interaction)
        await show(press, Wanted.read(self.address.args), self.address.seen)


class SortLadder(PlainControl, verb=verbs.LADDERBY):
    """The same ladder sorted another way."""

    async def act(self, press: Pressed) -> None:
        """Show its first page."""
        await acknowledge(press.interaction)
        args = (*self.address.args[:2], self.chosen[0])
        await show(press, Wanted.read(args), 0)


async def ways(_: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The ways a ladder can be sorted."""
    named = [(say(f"ranking.by_{way}"), way) for way in WAYS]
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=way) for name, way in named if wanted in name.lower()
    ]


class Leaderboard(commands.Cog):
    """The command `/leaderboard`."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(description="How the members of this server rank")
    @app_commands.describe(
        game="One game; without it, all of them together",
        season="One month, such as 2026-11; without it, all time",
        by="What to sort by; or partners, for pairs and trios",
    )
    @app_commands.autocomplete(game=autocomplete, season=seasons, by=ways)
    @app_commands.guild_only()
    async def leaderboard(
        self, interaction: Press, game: str = "", season: str = ALL_TIME, by: str = "rating"
    ) -> None:
        """Show the first page."""
        slug = slug_of(game) if game else None
        if interaction.guild_id is None:
            raise Refusal("room.only_in_servers")
        if by not in WAYS:
            raise Refusal("ranking.unknown_way")
        await check_season(interaction, season)
        await acknowledge(interaction, private=False)
        await show(Pressed(interaction, self.parlour), Wanted(slug, season, by), 0)


async def show(press: Pressed, wanted: Wanted, page: int) -> None:
    """Answer a deferred press with a page of the ladder."""
    interaction, store, artist = press.interaction, press.parlour.store, press.parlour.artist
    guild, viewer = interaction.guild_id, press.user_id
    if guild is None:
        raise Refusal("room.only_in_servers")
    async with in_public(interaction.client, guild):
        ladder = await ladders.load(store.ladders, guild, wanted, page, viewer)
        picture = await ladders.drawn(artist, ladder, viewer)
        view, pictures = ladders.ladder_screen(ladder, picture), [picture] if ladder.rows else []
        await replies.show(interaction, Reply(view, files=lambda: [*map(file, pictures)]))


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, OtherPage, SortLadder)
    await bot.add_cog(Leaderboard(bot.parlour))
