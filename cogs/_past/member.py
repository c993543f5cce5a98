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
from cogs._past.ladder import shown_points, shown_rating, shown_spread
from data.ladders.rows import LadderStanding, Practice, Profile, Rival
from data.stores.ladders import LadderStore
from engine.record.feats import KINDS, OUT, PENNIES, PILE, RED_THREES
from render.artist import Artist, Picture
from render.scenes.sheets import Member
from render.text.catalogue import number, signed


@dataclass(frozen=True, slots=True)
class MemberRecord:
    """All that `/stats` knows of a member on one server; no standing without a rated game."""

    name: str
    profile: Profile
    standing: LadderStanding | None
    practice: Practice
    rivals: tuple[Rival, ...]


async def load(store: LadderStore, guild_id: int, user_id: int, name: str) -> MemberRecord:
    """A member's statistics, under the name of this moment."""
    return MemberRecord(
        name,
        await store.profile(guild_id, user_id),
        await store.standing(guild_id, None, user_id),
        await store.practice(guild_id, None, user_id),
        await store.rivals(guild_id, user_id),
    )


async def drawn(artist: Artist, stats: MemberRecord) -> Picture:
    """The picture of the record."""
    line, profile = stats.standing, stats.profile
    member = Member(
        name=stats.name,
        place=line.place if line else None,
        rating=shown_rating(line) if line else 0,
        games=profile.games,
        wins=profile.wins,
        best=(line and line.best_round) or 0,
        streak=profile.longest_streak,
        recent=profile.recent,
        course=tuple((at, shown_points(rating)) for at, rating in profile.ratings),
        spread=shown_spread(line) if line else 0,
    )
    return await artist.member(member)


def stats_screen(stats: MemberRecord, picture: Picture) -> ui.LayoutView:
    """The message with a member's record."""
    heading = text(say("stats.heading", name=clean(stats.name)))
    rivals = [rival_line(rival) for rival in stats.rivals]
    met = [text(say("stats.rivals"), *rivals)] if rivals else []
    return screen(heading, gallery(picture), text(*lines(stats)), *met)


def nobody_screen(name: str) -> ui.LayoutView:
    """The message for who has not finished a game."""
    return screen(text(say("stats.nobody", name=clean(name))))


def lines(stats: MemberRecord) -> Iterator[str]:
    """What a member has done, most telling first."""
    profile, practice = stats.profile, stats.practice
    yield rating_line(stats)
    if stats.standing is not None and len(profile.ratings) > 1:
        yield course_line(profile)
    facts = {"games": profile.games, "wins": profile.wins, "streak": profile.longest_streak}
    yield say("stats.played", **facts)
    yield say("stats.practice", n=practice.games, wins=practice.wins)
    if profile.favourite is not None:
        yield say("stats.favourite", game=engine.GAMES[profile.favourite].name)
    if profile.partner is not None:
        yield say("stats.partner", name=clean(profile.partner), n=profile.partner_games)
    if stats.standing is not None and stats.standing.rounds:
        yield round_line(stats.standing)
    yield from feat_lines(profile)


def rating_line(stats: MemberRecord) -> str:
    """The rating with its uncertainty, and the best there was."""
    line = stats.standing
    if line is None:
        return say("stats.unrated")
    best = max(rating for _, rating in stats.profile.ratings)
    return say(
        "stats.rating",
        rating=number(shown_rating(line)),
        spread=shown_spread(line),
        best=number(shown_points(best)),
    )


def course_line(profile: Profile) -> str:
    """The rating over time: where it began, and its lowest."""
    (since, first), *_ = profile.ratings
    when = discord.utils.format_dt(datetime.fromtimestamp(since, UTC), "d")
    lowest = min(rating for _, rating in profile.ratings)
    facts = {"first": number(shown_points(first)), "lowest": number(shown_points(lowest))}
    return say("stats.course", when=when, **facts)


def round_line(line: LadderStanding) -> str:
    """The best round, and points a round."""
    average = round(line.points / line.rounds)
    return say("stats.round", best=number(line.best_round or 0), average=number(average))


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
    facts = {"games": rival.games, "wins": rival.wins, "losses": rival.losses}
    return say("stats.rival", name=clean(rival.name), **facts)
