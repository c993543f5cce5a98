"""The commands `/leaderboard`, `/stats`, `/history` and `/records`, and their components.

The layouts are in `leaderboard`, `member_stats` and `finished_games`. `/replay` is in `replay`.
"""

from contextlib import suppress
from functools import partial
from typing import Final, Literal

import discord
from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.visibility import viewer_of
from cogs.history import leaderboard as leaderboards
from cogs.history import member_stats
from cogs.history.finished_games import (
    GAMES_PER_PAGE,
    MONTHS_LISTED,
    history_layout,
    read_args,
    records_layout,
)
from cogs.history.leaderboard import SORT_BY_PARTNERS, SORT_ORDERS, LeaderboardQuery, sort_orders
from cogs.history.own_stats import answer_own_stats
from cogs.ui import replies
from cogs.ui.actions import Action
from cogs.ui.commands import anywhere, autocomplete, check_season, on_servers, parse_game, seasons
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import picture_file
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.menus import member_menu
from cogs.ui.places import Place, place_of
from cogs.ui.replies import Reply, answer_deferred, defer, edit_or_send, mark_committed
from cogs.ui.texts import in_every_language, normalize_name, say
from data.models.leaderboards import ALL_TIME, HistoryFilter

Result = Literal["won", "lost"]
Company = Literal["computers", "members"]
MOST_PAGES: Final = 10**9
"""The largest page that is looked up. A forged one must not exceed the database's numbers."""


# ---- component handlers, and what they share with the commands


@component(Action.HISTORY)
async def show_history_page(interaction: ComponentInteraction) -> None:
    """Show another page of finished games.

    The arguments of the button's custom id are the filter.
    """
    asked = interaction.custom_id
    view = await _history_page(interaction.raw, read_args(asked.args), asked.version)
    await edit_or_send(interaction.raw, Reply(view))


def _require_guild(raw: Interaction) -> int:
    if raw.guild_id is None:
        raise Refusal("room.only_in_servers")
    return raw.guild_id


async def _history_page(raw: Interaction, sought: HistoryFilter, page: int) -> ui.LayoutView:
    """Return a page of the guild's finished games. A page beyond the last one shows the last one.

    Raises:
        Refusal: The filter is forged: it has an impossible month, or asks for a hidden member.
    """
    guild, board, seen_by = _require_guild(raw), raw.client.database.leaderboards, viewer_of(raw)
    await check_season(raw, sought.month)
    if sought.user_id is not None:
        await _check_shown(raw, sought.user_id, f"<@{sought.user_id}>")
    # One game more than the page shows tells whether there is a next page.
    read = partial(board.history, guild, seen_by, sought, limit=GAMES_PER_PAGE + 1)
    page = min(page, MOST_PAGES)
    games = await read(offset=page * GAMES_PER_PAGE)
    if page and not games:
        # Only here, because counting takes longest.
        count = await board.history_count(guild, seen_by, sought)
        page = max(0, count - 1) // GAMES_PER_PAGE
        games = await read(offset=page * GAMES_PER_PAGE)
    is_last = len(games) <= GAMES_PER_PAGE
    return history_layout(games[:GAMES_PER_PAGE], page, sought, is_last=is_last)


async def _check_shown(raw: Interaction, user_id: int, name: str) -> None:
    """Raise `Refusal` if this is another member who is hidden on this server."""
    guild, other = _require_guild(raw), user_id != raw.user.id
    if other and await raw.client.database.members.is_hidden(guild, user_id):
        raise Refusal("stats.hidden", name=name)


@component(Action.LEADERBOARD_PAGE)
async def show_leaderboard_page(interaction: ComponentInteraction) -> None:
    """Show another page of the leaderboard.

    The custom id contains the page number in the place of the version.
    """
    # Drawing may take longer than the three seconds in which Discord expects a response.
    await defer(interaction.raw)
    asked = interaction.custom_id
    await _show_leaderboard(interaction, LeaderboardQuery.read(asked.args), asked.version)


@component(Action.LEADERBOARD_SORT)
async def sort_leaderboard(interaction: ComponentInteraction) -> None:
    """Show the first page of the same leaderboard in the selected order."""
    await defer(interaction.raw)
    args = (*interaction.custom_id.args[:2], interaction.choice)
    await _show_leaderboard(interaction, LeaderboardQuery.read(args), 0)


async def complete_sort_order(raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest ways to sort the leaderboard.

    If the command names a game, suggest only the ways for that game.
    """
    # The namespace has only the options that the member has filled in so far.
    game = str(getattr(raw.namespace, "game", "") or "")
    with suppress(Refusal):  # an unfinished name is no game
        game = parse_game(game)
    offered = sort_orders(game) if game in engine.GAMES else SORT_ORDERS
    named = [(say(f"ranking.by_{way}"), way) for way in offered]
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=way) for name, way in named if wanted in name.lower()
    ]


def _parse_sort_order(typed: str) -> str:
    """Return the way to sort that a member typed or selected. A label works in any language.

    Raises:
        Refusal: There is no such way.
    """
    wanted = typed.strip().casefold()
    for way in SORT_ORDERS:
        if wanted in {way, *in_every_language(say, f"ranking.by_{way}")}:
            return way
    raise Refusal("ranking.unknown_way")


def _check_sort_order(game: str | None, season: str, way: str) -> None:
    """Raise `Refusal` if this leaderboard cannot be sorted this way."""
    if season and way == SORT_BY_PARTNERS:
        raise Refusal("ranking.partners_of_all_time")
    if way in sort_orders(game):
        return
    if game:
        raise Refusal("ranking.no_pennies", game=engine.GAMES[game].name)
    raise Refusal("ranking.of_one_game")


async def _show_leaderboard(
    interaction: ComponentInteraction, wanted: LeaderboardQuery, page: int
) -> None:
    """Answer a deferred interaction with a page of the leaderboard."""
    raw, store, renderer = interaction.raw, interaction.database, interaction.services.renderer
    guild, viewer = raw.guild_id, interaction.user_id
    if guild is None:
        raise Refusal("room.only_in_servers")
    # The query may come from a custom id, which can be forged.
    _check_sort_order(wanted.game, wanted.period, wanted.way)
    await check_season(raw, wanted.period)
    async with speaking_guild_locale(raw.client, guild):
        page_ = await leaderboards.load_leaderboard(
            store.leaderboards, guild, wanted, page, viewer, raw.client.clock()
        )
        server = raw.guild.name if raw.guild else ""
        picture = await leaderboards.leaderboard_picture(renderer, page_, viewer, server)
        view = leaderboards.leaderboard_layout(page_, picture)
        pictures = [picture] if page_.rows else []
        # A function: discord.py closes a file after one attempt, and the response may be retried.
        await answer_deferred(raw, Reply(view, files=lambda: [*map(picture_file, pictures)]))


async def _show_stats(raw: Interaction, member: discord.User | None) -> None:
    """Show a member's statistics. A hidden member can see only their own."""
    guild, user = _require_guild(raw), raw.user
    wanted = member or user
    name = normalize_name(wanted.display_name)
    await _check_shown(raw, wanted.id, name)
    await defer(raw, thinking=True)
    stats = await member_stats.load_stats(raw.client.database.leaderboards, guild, wanted.id, name)
    if not stats.profile.games:
        await answer_deferred(raw, Reply(member_stats.no_games_layout(name)))
        return
    picture = await member_stats.draw_stats(raw.client.services.renderer, stats)
    view = member_stats.stats_layout(stats, picture)
    await answer_deferred(raw, Reply(view, files=lambda: [picture_file(picture)]))


# ---- commands


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
    @app_commands.autocomplete(game=autocomplete, season=seasons, by=complete_sort_order)
    @on_servers
    async def leaderboard(
        self, raw: Interaction, game: str = "", season: str = ALL_TIME, by: str = "rating"
    ) -> None:
        """Show the first page of a leaderboard."""
        slug = parse_game(game) if game else None
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        way = _parse_sort_order(by)
        _check_sort_order(slug, season, way)  # before the response is public
        await check_season(raw, season)
        await defer(raw, private=False)
        await _show_leaderboard(ComponentInteraction(raw), LeaderboardQuery(slug, season, way), 0)


class HistoryCog(commands.Cog):
    """The commands `/stats`, `/history` and `/records`, and the menu *Their record* on a member."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot
        self.menu = member_menu("Their record", _show_stats)

    async def cog_load(self) -> None:
        self.bot.tree.add_command(self.menu)

    @app_commands.command(description="A member's games and results on this server")
    @app_commands.describe(member="Whose results; without it, your own")
    @anywhere
    async def stats(self, raw: Interaction, member: discord.User | None = None) -> None:
        """Show a member's statistics, or the member's own."""
        if place_of(raw) is not Place.SERVER:
            await answer_own_stats(raw, member)
            return
        await _show_stats(raw, member)

    @app_commands.command(description="The finished games of this server")
    @app_commands.describe(
        member="Only this member's games",
        game="Only this game",
        month="Only one month, such as 2026-11",
        result="Only games that this member, or you, won or lost",
        company="Only games with computer players, or among members",
    )
    @app_commands.autocomplete(game=autocomplete, month=seasons)
    @on_servers
    async def history(
        self,
        raw: Interaction,
        member: discord.User | None = None,
        game: str = "",
        month: str = "",
        result: Result | None = None,
        company: Company | None = None,
    ) -> None:
        """Show the newest page of finished games."""
        whose = member or (raw.user if result else None)
        sought = HistoryFilter(
            user_id=whose.id if whose else None,
            game=parse_game(game) if game else None,
            month=month,
            won=result and result == "won",
            computers=company and company == "computers",
        )
        await replies.send(raw, Reply(await _history_page(raw, sought, 0)))

    @app_commands.command(description="The records of this server")
    @app_commands.describe(tell="Announce broken records; for managers of this server")
    @on_servers
    async def records(self, raw: Interaction, *, tell: bool | None = None) -> None:
        """Show the records, or choose whether the bot announces new ones."""
        if tell is not None:
            await self._choose(raw, tell=tell)
            return
        leaderboards_ = raw.client.database.leaderboards
        guild = _require_guild(raw)
        records = await leaderboards_.records(guild, viewer_of(raw))
        champions = await leaderboards_.newest_champions(guild, MONTHS_LISTED)
        await replies.send(raw, Reply(records_layout(records, champions)))

    async def _choose(self, raw: Interaction, *, tell: bool) -> None:
        guild = _require_guild(raw)
        if not raw.permissions.manage_guild:
            raise Refusal("records.managers")
        await raw.client.database.guilds.set_announces_records(guild, tell=tell)
        mark_committed(raw)
        said = say("records.announced" if tell else "records.silent")
        await replies.send(raw, Reply(text=said))


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(LeaderboardCog(bot))
    await bot.add_cog(HistoryCog(bot))
