"""The hall of fame of a server, in words."""

from datetime import UTC, datetime
from itertools import groupby

import discord
from discord import ui

import engine
from cogs._kit.components import screen, text
from cogs._kit.texts import say
from cogs._past.history import shown_name
from data.ladders.rows import Fame
from render.text.catalogue import number


def records_screen(records: tuple[Fame, ...]) -> ui.LayoutView:
    """Every record that stands, game by game."""
    return screen(text(say("records.heading"), *(lines(records) or [say("records.nobody")])))


def lines(records: tuple[Fame, ...]) -> list[str]:
    """The records, each game under its name."""
    return [
        line
        for game, mine in groupby(records, key=lambda record: record.game)
        for line in (say("records.game", game=engine.GAMES[game].name), *map(words, mine))
    ]


def words(record: Fame) -> str:
    """One record: how much, whose, and where it can be seen."""
    when = discord.utils.format_dt(datetime.fromtimestamp(record.at, UTC), "d")
    facts = {"n": number(record.value), "table": record.table_id, "when": when}
    return say(f"records.{record.kind}", **facts, name=shown_name(record.name))
