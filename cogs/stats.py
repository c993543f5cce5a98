"""`/leaderboard`, `/stats`, `/history`, `/records`: what members and servers have behind them."""

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs._kit import replies, verbs
from cogs._kit.client import Press
from cogs._kit.components import file
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
from cogs._press.presses import ParlourControl, PlainControl, Pressed
from cogs._work.services import Furnished, Parlour, install
from data.ladders.fold import ALL_TIME
from data.ladders.rows import Sought

Result = Literal["won", "lost"]
Company = Literal["computers", "members"]


class History(ParlourControl, verb=verbs.HISTORY):
    """Another page of finished games; `args` say which are sought."""

    async def press(self, interaction: Press) -> None:
        """Turn to it."""
        view = await page_of(interaction, read_args(self.address.args), self.address.seen)
        await turn(interaction, Reply(view))


def server_of(press: Press) -> int:
    """The server's id. Raises `Refusal` outside of one."""
    if press.guild_id is None:
        raise Refusal("room.only_in_servers")
    return press.guild_id


async def page_of(press: Press, sought: Sought, page: int) -> ui.LayoutView:
    """A page of the server's finished games; the last one when there are fewer."""
    guild, store = server_of(press), press.client.store
    pages = max(1, -(-await store.ladders.history_size(guild, sought) // PER_PAGE))
    page = max(0, min(page, pages - 1))
    games = await store.ladders.history(guild, sought, limit=PER_PAGE, offset=page * PER_PAGE)
    return history_screen(games, page, pages, sought)


async def check_shown(press: Press, member: discord.abc.User) -> None:
    """Raise `Refusal` for somebody else who does not want to be shown."""
    guild, other = server_of(press), member.id != press.user.id
    if other and await press.client.store.people.is_hidden(guild, member.id):
        raise Refusal("stats.hidden", name=plain(member.display_name))


class OtherPage(PlainControl, verb=verbs.LADDER):
    """Another page of the ladder. Its address holds no table: the page, then which ladder."""

    async def act(self, press: Pressed) -> None:
        """Turn to it."""
        await acknowledge(press.interaction)
        await show_ladder(press, Wanted.read(self.address.args), self.address.seen)


class SortLadder(PlainControl, verb=verbs.LADDERBY):
    """The same ladder sorted another way."""

    async def act(self, press: Pressed) -> None:
        """Show its first page."""
        await acknowledge(press.interaction)
        args = (*self.address.args[:2], self.choice)
        await show_ladder(press, Wanted.read(args), 0)


async def ways(press: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The ways a ladder can be sorted: that of the game named beside it, if one is."""
    game = str(getattr(press.namespace, "game", "") or "")
    offered = ways_of(game) if game in engine.GAMES else WAYS
    named = [(say(f"ranking.by_{way}"), way) for way in offered]
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=way) for name, way in named if wanted in name.lower()
    ]


def check_way(game: str | None, season: str, way: str) -> None:
    """Raise `Refusal` for a way in which that ladder cannot be sorted."""
    if way not in WAYS:
        raise Refusal("ranking.unknown_way")
    if season and way == PARTNERS:
        raise Refusal("ranking.partners_of_all_time")
    if way in ways_of(game):
        return
    if game:
        raise Refusal("ranking.no_pennies", game=engine.GAMES[game].name)
    raise Refusal("ranking.of_one_game")


async def show_ladder(press: Pressed, wanted: Wanted, page: int) -> None:
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


class Leaderboard(commands.Cog):
    """The command `/leaderboard`."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(description="The rankings of this server")
    @app_commands.describe(
        game="One game; without it, all games together",
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
        check_way(slug, season, by)
        await check_season(interaction, season)
        await acknowledge(interaction, private=False)
        await show_ladder(Pressed(interaction, self.parlour), Wanted(slug, season, by), 0)


class StatsCommands(commands.Cog):
    """The commands."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(description="A member's games and results on this server")
    @app_commands.describe(member="Whose results; without it, your own")
    @app_commands.guild_only()
    async def stats(self, interaction: Press, member: discord.Member | None = None) -> None:
        """Show a member's record; another's only if they are shown on the ladders."""
        guild, user = server_of(interaction), interaction.user
        wanted = member or user
        name = plain(wanted.display_name)
        await check_shown(interaction, wanted)
        await acknowledge(interaction, thinking=True)
        stats = await past.load(self.parlour.store.ladders, guild, wanted.id, name)
        if not stats.profile.games:
            await show(interaction, Reply(past.nobody_screen(name)))
            return
        picture = await past.drawn(self.parlour.artist, stats)
        view = past.stats_screen(stats, picture)
        await show(interaction, Reply(view, files=lambda: [file(picture)]))

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
        interaction: Press,
        member: discord.Member | None = None,
        game: str = "",
        month: str = "",
        result: Result | None = None,
        company: Company | None = None,
    ) -> None:
        """Show the newest page."""
        whose = member or (interaction.user if result else None)
        if whose:
            await check_shown(interaction, whose)
        await check_season(interaction, month)
        sought = Sought(
            user_id=whose.id if whose else None,
            game=slug_of(game) if game else None,
            month=month,
            won=result and result == "won",
            computers=company and company == "computers",
        )
        await replies.tell(interaction, Reply(await page_of(interaction, sought, 0)))

    @app_commands.command(description="The records of this server")
    @app_commands.describe(tell="Announce broken records; for managers of this server")
    @app_commands.guild_only()
    async def records(self, interaction: Press, *, tell: bool | None = None) -> None:
        """Show the hall of fame, or choose whether broken records are told."""
        if tell is not None:
            await self._choose(interaction, tell=tell)
            return
        records = await interaction.client.store.ladders.records(server_of(interaction))
        await replies.tell(interaction, Reply(records_screen(records)))

    async def _choose(self, press: Press, *, tell: bool) -> None:
        guild = server_of(press)
        if not press.permissions.manage_guild:
            raise Refusal("records.managers")
        await press.client.store.people.tell_records(guild, tell=tell)
        done(press)
        said = say("records.announced" if tell else "records.silent")
        await replies.tell(press, Reply(text=said))


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, OtherPage, SortLadder, History)
    await bot.add_cog(Leaderboard(bot.parlour))
    await bot.add_cog(StatsCommands(bot.parlour))
