"""The message at a month's end: its text, and what its poster shows.

The caller leaves hidden members out of `champions`.
"""

from calendar import monthrange
from collections.abc import Sequence
from itertools import groupby

import discord
from discord import ui

import engine
from cogs.ui.layout import layout_view, picture_item, text_display
from cogs.ui.texts import escaped_name, join_words, month_title, say
from data.models.leaderboards import Champion, MonthTotals, shown_rating
from render.pictures.models import GameFirst, MonthPlace, MonthPoster
from render.renderer import Picture
from render.text.catalogue import Catalogue


def month_poster(
    guild: discord.Guild, month: str, champions: Sequence[Champion], totals: MonthTotals
) -> MonthPoster:
    """Return the poster of a month. The `champions` are those who may be shown."""
    year, number = map(int, month.split("-"))
    last = monthrange(year, number)[1]
    name = say(f"month_name.{number}")
    return MonthPoster(
        server=guild.name,
        month=month_title(month),
        days=say("month_end.days", last=last, month=name, year=year),
        games=totals.games,
        members=totals.members,
        places=tuple(
            MonthPlace(one.place, one.name, shown_rating(one.rating))
            for one in champions
            if not one.game
        ),
        firsts=tuple(
            GameFirst(
                engine.GAMES[game].name,
                tuple(one.name for one in lines),
                shown_rating(lines[0].rating),
            )
            for game, lines in _by_game(champions)
        ),
    )


def _by_game(champions: Sequence[Champion]) -> list[tuple[str, tuple[Champion, ...]]]:
    """Return the winners of each game, in the order of `/play`."""
    found = {game: tuple(lines) for game, lines in groupby(champions, lambda one: one.game)}
    return [(game, found[game]) for game in engine.GAMES if game in found]


def month_layout(
    month: str, champions: Sequence[Champion], totals: MonthTotals, picture: Picture
) -> ui.LayoutView:
    """Return the message about a month."""
    words = (over(month), order([one for one in champions if not one.game]), thanks(totals))
    return layout_view(text_display(" ".join(words)), picture_item(picture))


def over(month: str) -> str:
    """Return the sentence that the month is over."""
    return say("month_end.over", month=say(f"month_name.{int(month.split('-')[1])}"))


def order(places: Sequence[Champion]) -> str:
    """Return the sentence about the first three places of all games. The best come first.

    If all who were first have hidden themselves since, the sentence calls nobody the first.
    """
    first = [bold_name(one) for one in places if one.place == 1]
    rest = [bold_name(one) for one in places if one.place != 1]
    if not first:
        return say("month_end.podium", n=len(rest), names=join_words(rest))
    key = "month_end.first" if rest else "month_end.alone"
    return say(key, n=len(first), names=join_words(first), rest=join_words(rest))


def bold_name(one: Champion) -> str:
    return f"**{escaped_name(one.name) if one.name else say('former.player')}**"


def thanks(totals: MonthTotals) -> str:
    """Return the sentence that thanks everybody who has played."""
    if totals.members == 2:
        return say("month_end.thanks_two")
    count = Catalogue.load().count(totals.members)
    return say("month_end.thanks", n=totals.members, count=count)
