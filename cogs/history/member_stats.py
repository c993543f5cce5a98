"""A member's statistics on a server: the picture of their ratings, and the text.

The command `/stats` is in `cog`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from discord import ui

import engine
from cogs.history.leaderboard import certainty
from cogs.ui.layout import Item, layout_view, picture_item, text_display
from cogs.ui.texts import escaped_name, join_words, say
from data.models.leaderboards import (
    Profile,
    RatingPoint,
    RatingSummary,
    Rival,
    Titles,
    UnratedGames,
    shown_rating,
)
from data.repositories.leaderboards import LeaderboardRepository
from engine.record.feats import KINDS, OUT, PENNIES, PILE, RED_THREES
from render.pictures.models import GraphPoint, MemberCard
from render.renderer import Picture, Renderer
from render.text.catalogue import format_number, format_signed


@dataclass(frozen=True, slots=True)
class MemberStats:
    """The statistics of a member on one server.

    `lines` has a summary of all rated games together, and one for each game. `place` is None if the
    member is not on the leaderboard of all games.
    """

    name: str
    profile: Profile
    place: int | None
    lines: tuple[RatingSummary, ...]
    practice: UnratedGames
    rivals: tuple[Rival, ...]
    titles: Titles

    @property
    def rated(self) -> RatingSummary | None:
        """The summary of all rated games together, or None if there are none."""
        return next((line for line in self.lines if not line.game), None)


async def load_stats(
    store: LeaderboardRepository, guild_id: int, user_id: int, name: str
) -> MemberStats:
    """Load a member's statistics. `name` is the member's current name."""
    standing = await store.entry(guild_id, None, user_id)
    return MemberStats(
        name,
        await store.profile(guild_id, user_id),
        standing.place if standing else None,
        await store.rating_summaries(guild_id, user_id),
        await store.unrated_games(guild_id, None, user_id),
        await store.rivals(guild_id, user_id),
        await store.titles(guild_id, user_id),
    )


async def draw_stats(renderer: Renderer, stats: MemberStats) -> Picture:
    """Draw the picture of a member's ratings."""
    line, profile = stats.rated, stats.profile
    member = MemberCard(
        name=stats.name,
        place=stats.place,
        rating=shown_rating(line.rating) if line else None,
        certainty=certainty(line.sigma) if line else 0,
        games=profile.games,
        wins=profile.wins,
        streak=profile.longest_streak,
        recent=profile.recent,
        course=tuple(map(_graph_point, profile.ratings)),
    )
    return await renderer.member(member)


def _graph_point(past: RatingPoint) -> GraphPoint:
    return GraphPoint(past.at, shown_rating(past.rating))


def stats_layout(
    stats: MemberStats, picture: Picture, server: str = "", others: Sequence[Item] = ()
) -> ui.LayoutView:
    """Return the message with a member's statistics.

    Outside of servers, `server` names the server, and `others` is a select of other servers.
    """
    heading = text_display(say("stats.heading", name=escaped_name(stats.name)), server)
    rivals = [_rival_line(rival) for rival in stats.rivals]
    met = [text_display(say("stats.rivals"), *rivals)] if rivals else []
    games = [_game_line(line) for line in stats.lines if line.game]
    played = [text_display(say("stats.by_game"), *games)] if games else []
    words = text_display(*_lines(stats))
    return layout_view(heading, picture_item(picture), words, *played, *met, *others)


def no_games_layout(name: str, server: str = "", others: Sequence[Item] = ()) -> ui.LayoutView:
    """Return the message for a member who has not finished a game; see `stats_layout`."""
    return layout_view(text_display(say("stats.nobody", name=escaped_name(name)), server), *others)


def _lines(stats: MemberStats) -> Iterator[str]:
    """Yield the lines of the text, the most important first."""
    profile, practice = stats.profile, stats.practice
    yield _rating_line(stats)
    yield say("month_end.titles", n=stats.titles.months)
    yield say("month_end.game_titles", n=stats.titles.games)
    if len(profile.ratings) > 1:
        yield _rating_history_line(profile)
    yield say("stats.played", n=profile.games, wins=profile.wins)
    yield say("stats.streak", n=profile.longest_streak)
    yield say("stats.practice", n=practice.games, wins=practice.wins)
    if profile.favourite is not None:
        yield say("stats.favourite", game=engine.GAMES[profile.favourite].name)
    if profile.partner is not None:
        yield say("stats.partner", name=escaped_name(profile.partner), n=profile.partner_games)
    yield from _feat_lines(profile)


def _rating_line(stats: MemberStats) -> str:
    line = stats.rated
    if line is None:
        return say("stats.unrated")
    sure = round(100 * certainty(line.sigma))
    return say("stats.rating", rating=format_number(shown_rating(line.rating)), sure=sure)


def _rating_history_line(profile: Profile) -> str:
    """Return a line with a member's first, highest and lowest rating."""
    course = [_graph_point(past) for past in profile.ratings]
    ratings = [point.rating for point in course]
    when = discord.utils.format_dt(datetime.fromtimestamp(course[0].at, UTC), "d")
    ends = {"best": format_number(max(ratings)), "lowest": format_number(min(ratings))}
    return say("stats.course", when=when, first=format_number(ratings[0]), **ends)


def _game_line(line: RatingSummary) -> str:
    """Return a line about one game: games, wins, rating, and points of the rounds."""
    game = engine.GAMES[line.game].name
    rating = format_number(shown_rating(line.rating))
    played = say("stats.game", game=game, n=line.games, wins=line.wins, rating=rating)
    if not line.rounds:
        return played
    average = format_number(round(line.points / line.rounds))
    return played + say("stats.rounds", best=format_number(line.best_round or 0), average=average)


def _feat_lines(profile: Profile) -> Iterator[str]:
    """Yield lines about feats, such as canastas by kind and the biggest pile.

    A feat that never happened has no line.
    """
    feats = profile.feats
    kinds = [say(f"stats.{kind}", n=feats[kind]) for kind in KINDS if feats.get(kind)]
    if kinds:
        yield say("stats.canastas", list=join_words(kinds))
    for feat in (PILE, RED_THREES, OUT):
        if feats.get(feat):
            yield say(f"stats.{feat}", n=feats[feat])
    if PENNIES in feats:
        yield say("stats.pennies", n=format_signed(feats[PENNIES]))


def _rival_line(rival: Rival) -> str:
    facts = {"n": rival.games, "wins": rival.wins, "losses": rival.losses}
    return say("stats.rival", name=escaped_name(rival.name), **facts)
