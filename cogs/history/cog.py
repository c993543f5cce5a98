"""`/leaderboard`, `/stats`, `/history`, `/records`: what members and servers have behind them."""

from typing import Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.history import leaderboard as ladders
from cogs.history import member_stats as past
from cogs.history.finished_games import GAMES_PER_PAGE, history_screen, read_args, records_screen
from cogs.history.leaderboard import SORT_BY_PARTNERS, SORT_ORDERS, LeaderboardQuery, sort_orders
from cogs.ui import replies
from cogs.ui.actions import Action
from cogs.ui.commands import autocomplete, check_season, parse_game, seasons
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import picture_file
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import Reply, answer_deferred, defer, edit_or_send, mark_committed
from cogs.ui.texts import normalize_name, say
from data.models.leaderboards import ALL_TIME, HistoryFilter

Result = Literal["won", "lost"]
Company = Literal["computers", "members"]


@component(Action.HISTORY)
async def show_history_page(interaction: ComponentInteraction) -> None:
    """Show another page of finished games. Its arguments are the filter."""
    asked = interaction.custom_id
    view = await page_of(interaction.raw, read_args(asked.args), asked.seen)
    await edit_or_send(interaction.raw, Reply(view))


def server_of(raw: Interaction) -> int:
    """Return the guild's id. Raises `Refusal` outside of one."""
    if raw.guild_id is None:
        raise Refusal("room.only_in_servers")
    return raw.guild_id


async def page_of(raw: Interaction, sought: HistoryFilter, page: int) -> ui.LayoutView:
    """Return a page of the guild's finished games; the last one when there are fewer."""
    guild, store = server_of(raw), raw.client.database
    pages = max(1, -(-await store.leaderboards.history_count(guild, sought) // GAMES_PER_PAGE))
    page = max(0, min(page, pages - 1))
    games = await store.leaderboards.history(
        guild, sought, limit=GAMES_PER_PAGE, offset=page * GAMES_PER_PAGE
    )
    return history_screen(games, page, pages, sought)


async def check_shown(raw: Interaction, member: discord.abc.User) -> None:
    """Raise `Refusal` for somebody else who does not want to be shown."""
    guild, other = server_of(raw), member.id != raw.user.id
    if other and await raw.client.database.members.is_hidden(guild, member.id):
        raise Refusal("stats.hidden", name=normalize_name(member.display_name))


@component(Action.LEADERBOARD_PAGE)
async def show_leaderboard_page(interaction: ComponentInteraction) -> None:
    """Show another page of the leaderboard. Its custom id has the page instead of a version."""
    await defer(interaction.raw)
    asked = interaction.custom_id
    await show_ladder(interaction, LeaderboardQuery.read(asked.args), asked.seen)


@component(Action.LEADERBOARD_SORT)
async def sort_leaderboard(interaction: ComponentInteraction) -> None:
    """Show the first page of the same leaderboard, sorted another way."""
    await defer(interaction.raw)
    args = (*interaction.custom_id.args[:2], interaction.choice)
    await show_ladder(interaction, LeaderboardQuery.read(args), 0)


async def ways(raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete how to sort the leaderboard, for the game of the command if it has one."""
    game = str(getattr(raw.namespace, "game", "") or "")
    offered = sort_orders(game) if game in engine.GAMES else SORT_ORDERS
    named = [(say(f"ranking.by_{way}"), way) for way in offered]
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=way) for name, way in named if wanted in name.lower()
    ]


def check_way(game: str | None, season: str, way: str) -> None:
    """Raise `Refusal` for a way in which that leaderboard cannot be sorted."""
    if way not in SORT_ORDERS:
        raise Refusal("ranking.unknown_way")
    if season and way == SORT_BY_PARTNERS:
        raise Refusal("ranking.partners_of_all_time")
    if way in sort_orders(game):
        return
    if game:
        raise Refusal("ranking.no_pennies", game=engine.GAMES[game].name)
    raise Refusal("ranking.of_one_game")


async def show_ladder(
    interaction: ComponentInteraction, wanted: LeaderboardQuery, page: int
) -> None:
    """Answer a deferred interaction with a page of the leaderboard."""
    raw, store, artist = interaction.raw, interaction.store, interaction.services.renderer
    guild, viewer = raw.guild_id, interaction.user_id
    if guild is None:
        raise Refusal("room.only_in_servers")
    async with speaking_guild_locale(raw.client, guild):
        ladder = await ladders.load_leaderboard(store.leaderboards, guild, wanted, page, viewer)
        picture = await ladders.leaderboard_picture(artist, ladder, viewer)
        view, pictures = (
            ladders.leaderboard_layout(ladder, picture),
            [picture] if ladder.rows else [],
        )
        await replies.answer_deferred(
            raw, Reply(view, files=lambda: [*map(picture_file, pictures)])
        )


class LeaderboardCog(commands.Cog):
    """The command `/leaderboard`."""

    def __init__(self, bot: TuppenceBot) -> None:
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
        self, raw: Interaction, game: str = "", season: str = ALL_TIME, by: str = "rating"
    ) -> None:
        """Show the first page."""
        slug = parse_game(game) if game else None
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        check_way(slug, season, by)
        await check_season(raw, season)
        await defer(raw, private=False)
        await show_ladder(ComponentInteraction(raw), LeaderboardQuery(slug, season, by), 0)


class HistoryCog(commands.Cog):
    """The commands."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="A member's games and results on this server")
    @app_commands.describe(member="Whose results; without it, your own")
    @app_commands.guild_only()
    async def stats(self, raw: Interaction, member: discord.Member | None = None) -> None:
        """Show a member's record; another's only if they are shown on the ladders."""
        guild, user = server_of(raw), raw.user
        wanted = member or user
        name = normalize_name(wanted.display_name)
        await check_shown(raw, wanted)
        await defer(raw, thinking=True)
        stats = await past.load(self.bot.database.leaderboards, guild, wanted.id, name)
        if not stats.profile.games:
            await answer_deferred(raw, Reply(past.nobody_screen(name)))
            return
        picture = await past.drawn(self.bot.services.renderer, stats)
        view = past.stats_screen(stats, picture)
        await answer_deferred(raw, Reply(view, files=lambda: [picture_file(picture)]))

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
        raw: Interaction,
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
        sought = HistoryFilter(
            user_id=whose.id if whose else None,
            game=parse_game(game) if game else None,
            month=month,
            won=result and result == "won",
            computers=company and company == "computers",
        )
        await replies.send(raw, Reply(await page_of(raw, sought, 0)))

    @app_commands.command(description="The records of this server")
    @app_commands.describe(tell="Announce broken records; for managers of this server")
    @app_commands.guild_only()
    async def records(self, raw: Interaction, *, tell: bool | None = None) -> None:
        """Show the hall of fame, or choose whether broken records are told."""
        if tell is not None:
            await self._choose(raw, tell=tell)
            return
        records = await raw.client.database.leaderboards.records(server_of(raw))
        await replies.send(raw, Reply(records_screen(records)))

    async def _choose(self, raw: Interaction, *, tell: bool) -> None:
        guild = server_of(raw)
        if not raw.permissions.manage_guild:
            raise Refusal("records.managers")
        await raw.client.database.guilds.set_announces_records(guild, tell=tell)
        mark_committed(raw)
        said = say("records.announced" if tell else "records.silent")
        await replies.send(raw, Reply(text=said))


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(LeaderboardCog(bot))
    await bot.add_cog(HistoryCog(bot))
