"""The hall of fame of a server, in words."""

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby

import discord
from discord import ui

import engine
from cogs._kit.components import screen, text
from cogs._kit.texts import listed, say
from cogs._past.history import player
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
    return say(f"records.{record.kind}", **facts, name=listed(holders(record)))


def holders(record: Fame) -> Iterator[str]:
    """Whose it is: a player's, or all of a side's. Who is not shown is somebody."""
    for place, name in enumerate(record.names):
        machine = place in record.computers
        yield player(name, machine=machine) if name else say("records.somebody")
