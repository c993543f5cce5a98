"""A member's record: the ladder's picture of them, and what they have done in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from discord import ui

import engine
from cogs.history.leaderboard import ShownRating
from cogs.ui.layout import layout_view, picture_item, text_display
from cogs.ui.texts import escaped_name, join_words, say
from data.models.leaderboards import Profile, RatingPoint, RatingSummary, Rival, UnratedGames
from data.repositories.leaderboards import LeaderboardRepository
from engine.record.feats import KINDS, OUT, PENNIES, PILE, RED_THREES
from render.pictures.models import GraphPoint, MemberCard
from render.renderer import Picture, Renderer
from render.text.catalogue import format_number, format_signed


@dataclass(frozen=True, slots=True)
class MemberStats:
    """All that `/stats` knows of a member on one server.

    `lines` are the rated games, together and by game; `place` is None for who has none on the
    ladder of all games.
    """

    name: str
    profile: Profile
    place: int | None
    lines: tuple[RatingSummary, ...]
    practice: UnratedGames
    rivals: tuple[Rival, ...]

    @property
    def rated(self) -> RatingSummary | None:
        """The line of all rated games, if there are any."""
        return next((line for line in self.lines if not line.game), None)


async def load(store: LeaderboardRepository, guild_id: int, user_id: int, name: str) -> MemberStats:
    """A member's statistics, under the name of this moment."""
    standing = await store.entry(guild_id, None, user_id)
    return MemberStats(
        name,
        await store.profile(guild_id, user_id),
        standing.place if standing else None,
        await store.rating_summaries(guild_id, user_id),
        await store.unrated_games(guild_id, None, user_id),
        await store.rivals(guild_id, user_id),
    )


async def drawn(artist: Renderer, stats: MemberStats) -> Picture:
    """The picture of the record."""
    line, profile = stats.rated, stats.profile
    shown = ShownRating.of(line.mu, line.rating) if line else None
    member = MemberCard(
        name=stats.name,
        place=stats.place,
        rating=shown.rating if shown else None,
        spread=shown.spread if shown else 0,
        games=profile.games,
        wins=profile.wins,
        streak=profile.longest_streak,
        recent=profile.recent,
        course=tuple(map(course_point, profile.ratings)),
    )
    return await artist.member(member)


def course_point(past: RatingPoint) -> GraphPoint:
    """A rating of then, for the graph."""
    shown = ShownRating.of(past.mean, past.rating)
    return GraphPoint(past.at, shown.rating, shown.spread)


def stats_screen(stats: MemberStats, picture: Picture) -> ui.LayoutView:
    """The message with a member's record."""
    heading = text_display(say("stats.heading", name=escaped_name(stats.name)))
    rivals = [rival_line(rival) for rival in stats.rivals]
    met = [text_display(say("stats.rivals"), *rivals)] if rivals else []
    games = [game_line(line) for line in stats.lines if line.game]
    played = [text_display(say("stats.by_game"), *games)] if games else []
    return layout_view(heading, picture_item(picture), text_display(*lines(stats)), *played, *met)


def nobody_screen(name: str) -> ui.LayoutView:
    """The message for who has not finished a game."""
    return layout_view(text_display(say("stats.nobody", name=escaped_name(name))))


def lines(stats: MemberStats) -> Iterator[str]:
    """What a member has done, most telling first."""
    profile, practice = stats.profile, stats.practice
    yield rating_line(stats)
    if len(profile.ratings) > 1:
        yield course_line(profile)
    yield say("stats.played", n=profile.games, wins=profile.wins)
    yield say("stats.streak", n=profile.longest_streak)
    yield say("stats.practice", n=practice.games, wins=practice.wins)
    if profile.favourite is not None:
        yield say("stats.favourite", game=engine.GAMES[profile.favourite].name)
    if profile.partner is not None:
        yield say("stats.partner", name=escaped_name(profile.partner), n=profile.partner_games)
    yield from feat_lines(profile)


def rating_line(stats: MemberStats) -> str:
    """The rating, how far off it may be, and what the ladder goes by."""
    line = stats.rated
    if line is None:
        return say("stats.unrated")
    return say("stats.rating", **ShownRating.of(line.mu, line.rating).facts())


def course_line(profile: Profile) -> str:
    """The rating over time: where it began, its highest and its lowest."""
    course = [course_point(past) for past in profile.ratings]
    ratings = [point.rating for point in course]
    when = discord.utils.format_dt(datetime.fromtimestamp(course[0].at, UTC), "d")
    ends = {"best": format_number(max(ratings)), "lowest": format_number(min(ratings))}
    return say("stats.course", when=when, first=format_number(ratings[0]), **ends)


def game_line(line: RatingSummary) -> str:
    """The rated games of one kind: how many, the rating in them, and the side's rounds."""
    game = engine.GAMES[line.game].name
    facts = ShownRating.of(line.mu, line.rating).facts()
    played = say("stats.game", game=game, n=line.games, wins=line.wins, **facts)
    if not line.rounds:
        return played
    average = format_number(round(line.points / line.rounds))
    return played + say("stats.rounds", best=format_number(line.best_round or 0), average=average)


def feat_lines(profile: Profile) -> Iterator[str]:
    """Canastas by kind, the biggest pile, and the like; nothing for what never happened."""
    feats = profile.feats
    kinds = [say(f"stats.{kind}", n=feats[kind]) for kind in KINDS if feats.get(kind)]
    if kinds:
        yield say("stats.canastas", list=join_words(kinds))
    for feat in (PILE, RED_THREES, OUT):
        if feats.get(feat):
            yield say(f"stats.{feat}", n=feats[feat])
    if PENNIES in feats:
        yield say("stats.pennies", n=format_signed(feats[PENNIES]))


def rival_line(rival: Rival) -> str:
    """Another member, and how the games against them went."""
    facts = {"n": rival.games, "wins": rival.wins, "losses": rival.losses}
    return say("stats.rival", name=escaped_name(rival.name), **facts)
