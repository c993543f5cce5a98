"""`/leaderboard`, `/stats`, `/history`, `/records`: what members and servers have behind them."""

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs._kit import replies, verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import file
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.languages import in_public
from cogs._kit.names import plain
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show, turn
from cogs._kit.texts import say
from cogs._lobby.games import autocomplete, check_season, seasons, slug_of
from cogs._past import ladder as ladders
from cogs._past import member as past
from cogs._past.history import PER_PAGE, history_screen, read_args
from cogs._past.ladder import PARTNERS, WAYS, Wanted, ways_of
from cogs._past.records import records_screen
from data.ladders.fold import ALL_TIME
from data.ladders.rows import Sought

Result = Literal["won", "lost"]
Company = Literal["computers", "members"]


@component(verbs.HISTORY)
async def show_history_page(interaction: ComponentInteraction) -> None:
    """Show another page of finished games. Its arguments are the filter."""
    asked = interaction.custom_id
    view = await page_of(interaction.raw, read_args(asked.args), asked.seen)
    await turn(interaction.raw, Reply(view))


def server_of(raw: Press) -> int:
    """Return the guild's id. Raises `Refusal` outside of one."""
    if raw.guild_id is None:
        raise Refusal("room.only_in_servers")
    return raw.guild_id


async def page_of(raw: Press, sought: Sought, page: int) -> ui.LayoutView:
    """Return a page of the guild's finished games; the last one when there are fewer."""
    guild, store = server_of(raw), raw.client.store
    pages = max(1, -(-await store.ladders.history_size(guild, sought) // PER_PAGE))
    page = max(0, min(page, pages - 1))
    games = await store.ladders.history(guild, sought, limit=PER_PAGE, offset=page * PER_PAGE)
    return history_screen(games, page, pages, sought)


async def check_shown(raw: Press, member: discord.abc.User) -> None:
    """Raise `Refusal` for somebody else who does not want to be shown."""
    guild, other = server_of(raw), member.id != raw.user.id
    if other and await raw.client.store.people.is_hidden(guild, member.id):
        raise Refusal("stats.hidden", name=plain(member.display_name))


@component(verbs.LADDER)
async def show_leaderboard_page(interaction: ComponentInteraction) -> None:
    """Show another page of the leaderboard. Its custom id has the page instead of a version."""
    await acknowledge(interaction.raw)
    asked = interaction.custom_id
    await show_ladder(interaction, Wanted.read(asked.args), asked.seen)


@component(verbs.LADDERBY)
async def sort_leaderboard(interaction: ComponentInteraction) -> None:
    """Show the first page of the same leaderboard, sorted another way."""
    await acknowledge(interaction.raw)
    args = (*interaction.custom_id.args[:2], interaction.choice)
    await show_ladder(interaction, Wanted.read(args), 0)


async def ways(raw: Press, typed: str) -> list[app_commands.Choice[str]]:
    """Complete how to sort the leaderboard, for the game of the command if it has one."""
    game = str(getattr(raw.namespace, "game", "") or "")
    offered = ways_of(game) if game in engine.GAMES else WAYS
    named = [(say(f"ranking.by_{way}"), way) for way in offered]
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=way) for name, way in named if wanted in name.lower()
    ]


def check_way(game: str | None, season: str, way: str) -> None:
    """Raise `Refusal` for a way in which that leaderboard cannot be sorted."""
    if way not in WAYS:
        raise Refusal("ranking.unknown_way")
    if season and way == PARTNERS:
        raise Refusal("ranking.partners_of_all_time")
    if way in ways_of(game):
        return
    if game:
        raise Refusal("ranking.no_pennies", game=engine.GAMES[game].name)
    raise Refusal("ranking.of_one_game")


async def show_ladder(interaction: ComponentInteraction, wanted: Wanted, page: int) -> None:
    """Answer a deferred interaction with a page of the leaderboard."""
    raw, store, artist = interaction.raw, interaction.store, interaction.services.artist
    guild, viewer = raw.guild_id, interaction.user_id
    if guild is None:
        raise Refusal("room.only_in_servers")
    async with in_public(raw.client, guild):
        ladder = await ladders.load(store.ladders, guild, wanted, page, viewer)
        picture = await ladders.drawn(artist, ladder, viewer)
        view, pictures = ladders.ladder_screen(ladder, picture), [picture] if ladder.rows else []
        await replies.show(raw, Reply(view, files=lambda: [*map(file, pictures)]))


class Leaderboard(commands.Cog):
    """The command `/leaderboard`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="The rankings of this server")
    @app_commands.describe(
        game="One game; without it, all games together",
        season="One month, such as 2026-11; without it, all time",
        by="What to sort by; or partners, for pairs and trios",
    )
    @app_commands.autocomplete(game=autocomplete, season=seasons, by=ways)
    @app_commands.guild_only()
    async def leaderboard(
        self, raw: Press, game: str = "", season: str = ALL_TIME, by: str = "rating"
    ) -> None:
        """Show the first page."""
        slug = slug_of(game) if game else None
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        check_way(slug, season, by)
        await check_season(raw, season)
        await acknowledge(raw, private=False)
        await show_ladder(ComponentInteraction(raw), Wanted(slug, season, by), 0)


class StatsCommands(commands.Cog):
    """The commands."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="A member's games and results on this server")
    @app_commands.describe(member="Whose results; without it, your own")
    @app_commands.guild_only()
    async def stats(self, raw: Press, member: discord.Member | None = None) -> None:
        """Show a member's record; another's only if they are shown on the ladders."""
        guild, user = server_of(raw), raw.user
        wanted = member or user
        name = plain(wanted.display_name)
        await check_shown(raw, wanted)
        await acknowledge(raw, thinking=True)
        stats = await past.load(self.bot.store.ladders, guild, wanted.id, name)
        if not stats.profile.games:
            await show(raw, Reply(past.nobody_screen(name)))
            return
        picture = await past.drawn(self.bot.services.artist, stats)
        view = past.stats_screen(stats, picture)
        await show(raw, Reply(view, files=lambda: [file(picture)]))

    @app_commands.command(description="The finished games of this server")
    @app_commands.describe(
        member="Only this member's games",
        game="Only this game",
        month="Only one month, such as 2026-11",
        result="Only games that this member, or you, won or lost",
        company="Only games with computer players, or among members",
    )
    @app_commands.autocomplete(game=autocomplete, month=seasons)
    @app_commands.guild_only()
    async def history(
        self,
        raw: Press,
        member: discord.Member | None = None,
        game: str = "",
        month: str = "",
        result: Result | None = None,
        company: Company | None = None,
    ) -> None:
        """Show the newest page."""
        whose = member or (raw.user if result else None)
        if whose:
            await check_shown(raw, whose)
        await check_season(raw, month)
        sought = Sought(
            user_id=whose.id if whose else None,
            game=slug_of(game) if game else None,
            month=month,
            won=result and result == "won",
            computers=company and company == "computers",
        )
        await replies.tell(raw, Reply(await page_of(raw, sought, 0)))

    @app_commands.command(description="The records of this server")
    @app_commands.describe(tell="Announce broken records; for managers of this server")
    @app_commands.guild_only()
    async def records(self, raw: Press, *, tell: bool | None = None) -> None:
        """Show the hall of fame, or choose whether broken records are told."""
        if tell is not None:
            await self._choose(raw, tell=tell)
            return
        records = await raw.client.store.ladders.records(server_of(raw))
        await replies.tell(raw, Reply(records_screen(records)))

    async def _choose(self, raw: Press, *, tell: bool) -> None:
        guild = server_of(raw)
        if not raw.permissions.manage_guild:
            raise Refusal("records.managers")
        await raw.client.store.people.tell_records(guild, tell=tell)
        done(raw)
        said = say("records.announced" if tell else "records.silent")
        await replies.tell(raw, Reply(text=said))


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Leaderboard(bot))
    await bot.add_cog(StatsCommands(bot))
