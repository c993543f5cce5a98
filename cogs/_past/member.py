"""A member's record: the ladder's picture of them, and what they have done in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

import discord
from discord import ui

import engine
from cogs._kit.components import gallery, screen, text
from cogs._kit.names import clean
from cogs._kit.texts import listed, say
from cogs._past.ladder import ShownRating
from data.ladders.rows import MemberLine, PastRating, Practice, Profile, Rival
from data.stores.ladders import LadderStore
from engine.record.feats import KINDS, OUT, PENNIES, PILE, RED_THREES
from render.artist import Artist, Picture
from render.scenes.sheets import CoursePoint, Member
from render.text.catalogue import number, signed


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """All that `/stats` knows of a member on one server.

    `lines` are the rated games, together and by game; `place` is None for who has none on the
    ladder of all games.
    """

    name: str
    profile: Profile
    place: int | None
    lines: tuple[MemberLine, ...]
    practice: Practice
    rivals: tuple[Rival, ...]

    @property
    def rated(self) -> MemberLine | None:
        """The line of all rated games, if there are any."""
        return next((line for line in self.lines if not line.game), None)


async def load(store: LadderStore, guild_id: int, user_id: int, name: str) -> MemberRecord:
    """A member's statistics, under the name of this moment."""
    standing = await store.standing(guild_id, None, user_id)
    return MemberRecord(
        name,
        await store.profile(guild_id, user_id),
        standing.place if standing else None,
        await store.lines_of(guild_id, user_id),
        await store.practice(guild_id, None, user_id),
        await store.rivals(guild_id, user_id),
    )


async def drawn(artist: Artist, stats: MemberRecord) -> Picture:
    """The picture of the record."""
    line, profile = stats.rated, stats.profile
    shown = ShownRating.of(line.mu, line.rating) if line else None
    member = Member(
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


def course_point(past: PastRating) -> CoursePoint:
    """A rating of then, for the graph."""
    shown = ShownRating.of(past.mean, past.rating)
    return CoursePoint(past.at, shown.rating, shown.spread)


def stats_screen(stats: MemberRecord, picture: Picture) -> ui.LayoutView:
    """The message with a member's record."""
    heading = text(say("stats.heading", name=clean(stats.name)))
    rivals = [rival_line(rival) for rival in stats.rivals]
    met = [text(say("stats.rivals"), *rivals)] if rivals else []
    games = [game_line(line) for line in stats.lines if line.game]
    played = [text(say("stats.by_game"), *games)] if games else []
    return screen(heading, gallery(picture), text(*lines(stats)), *played, *met)


def nobody_screen(name: str) -> ui.LayoutView:
    """The message for who has not finished a game."""
    return screen(text(say("stats.nobody", name=clean(name))))


def lines(stats: MemberRecord) -> Iterator[str]:
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
        yield say("stats.partner", name=clean(profile.partner), n=profile.partner_games)
    yield from feat_lines(profile)


def rating_line(stats: MemberRecord) -> str:
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
    ends = {"best": number(max(ratings)), "lowest": number(min(ratings))}
    return say("stats.course", when=when, first=number(ratings[0]), **ends)


def game_line(line: MemberLine) -> str:
    """The rated games of one kind: how many, the rating in them, and the side's rounds."""
    game = engine.GAMES[line.game].name
    facts = ShownRating.of(line.mu, line.rating).facts()
    played = say("stats.game", game=game, n=line.games, wins=line.wins, **facts)
    if not line.rounds:
        return played
    average = number(round(line.points / line.rounds))
    return played + say("stats.rounds", best=number(line.best_round or 0), average=average)


def feat_lines(profile: Profile) -> Iterator[str]:
    """Canastas by kind, the biggest pile, and the like; nothing for what never happened."""
    feats = profile.feats
    kinds = [say(f"stats.{kind}", n=feats[kind]) for kind in KINDS if feats.get(kind)]
    if kinds:
        yield say("stats.canastas", list=listed(kinds))
    for feat in (PILE, RED_THREES, OUT):
        if feats.get(feat):
            yield say(f"stats.{feat}", n=feats[feat])
    if PENNIES in feats:
        yield say("stats.pennies", n=signed(feats[PENNIES]))


def rival_line(rival: Rival) -> str:
    """Another member, and how the games against them went."""
    facts = {"n": rival.games, "wins": rival.wins, "losses": rival.losses}
    return say("stats.rival", name=clean(rival.name), **facts)
