"""Finished games of a server, as `/history` lists them and `/replay` offers them."""

from collections.abc import Sequence
from datetime import UTC, datetime

import discord
from discord import app_commands, ui

import engine
from cogs._kit import verbs
from cogs._kit.client import Press
from cogs._kit.components import button, row, screen, text
from cogs._kit.names import clean, plain
from cogs._kit.texts import listed, say
from cogs._past.ladder import FIRST_MONTH, game_number, numbered_game
from data.ladders.rows import PastGame, PastSide, Sought
from render.text.catalogue import number

PER_PAGE = 6
CHOICES = 25  # Discord takes no more from an autocompletion
ANSWERS = (None, True, False)
"""Not asked, yes, no: as numbers in a control."""


async def autocomplete(raw: Press, typed: str) -> list[app_commands.Choice[int]]:
    """The newest finished games of the server whose line holds what was typed."""
    if raw.guild_id is None:
        return []
    games = await raw.client.store.ladders.history(raw.guild_id, limit=CHOICES * 4, offset=0)
    wanted = typed.strip().lower()
    found = [(choice_words(game), game.table_id) for game in games]
    return [
        app_commands.Choice(name=words[:100], value=table)
        for words, table in found
        if wanted in words.lower()
    ][:CHOICES]


def choice_words(game: PastGame) -> str:
    """A finished game in one line of plain text."""
    when = datetime.fromtimestamp(game.at, UTC)
    names = [former(plain_name(name)) for side in game.sides for name in side.names]
    return f"{game.table_id} · {engine.GAMES[game.game].name} · {when:%Y-%m-%d} · {listed(names)}"


def plain_name(name: str) -> str:
    """A name for where no markup is read; nothing for who was forgotten."""
    return plain(name) if name else ""


def former(name: str) -> str:
    """A name, or what is said of who was forgotten."""
    return name or say("former.player")


def shown_name(name: str) -> str:
    """A name for a message."""
    return clean(name) if name else say("former.player")


def args_of(sought: Sought) -> tuple[int, ...]:
    """What is sought as the arguments of a control."""
    month = int(sought.month.replace("-", "")) if sought.month else 0
    answers = (ANSWERS.index(sought.won), ANSWERS.index(sought.computers))
    return (sought.user_id or 0, game_number(sought.game), month, *answers)


def read_args(args: Sequence[int]) -> Sought:
    """What `args_of` wrote; what is missing or unknown may be anything."""
    member, game, month, won, computers = (*args, 0, 0, 0, 0, 0)[:5]
    return Sought(
        user_id=member or None,
        game=numbered_game(game),
        month=f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else "",
        won=ANSWERS[won] if member and 0 <= won < len(ANSWERS) else None,
        computers=ANSWERS[computers] if 0 <= computers < len(ANSWERS) else None,
    )


def sought_words(sought: Sought) -> str:
    """What is sought, in words; nothing where it is everything."""
    computers = {None: "", True: "history.computers", False: "history.members"}
    won = {None: "", True: "history.won", False: "history.lost"}
    named = (
        f"<@{sought.user_id}>" if sought.user_id else "",
        engine.GAMES[sought.game].name if sought.game else "",
        sought.month,
        *(say(key) for key in (won[sought.won], computers[sought.computers]) if key),
    )
    return say("ranking.between").join(filter(None, named))


def history_screen(
    games: tuple[PastGame, ...], page: int, pages: int, sought: Sought
) -> ui.LayoutView:
    """A page of finished games, those that are sought."""
    heading = text(say("history.heading"), sought_words(sought))
    if not games:
        return screen(heading, text(say("history.nobody")))
    lines = text(*map(line, games), say("history.hint"))
    if pages == 1:
        return screen(heading, lines)
    facts = args_of(sought)
    newer, older = max(page - 1, 0), page + 1
    return screen(
        heading,
        lines,
        row(
            button(
                verbs.HISTORY, 0, newer, *facts, 0, label=say("history.before"), disabled=page == 0
            ),
            button(
                verbs.HISTORY,
                0,
                older,
                *facts,
                1,
                label=say("history.after"),
                disabled=older >= pages,
            ),
        ),
    )


def line(game: PastGame) -> str:
    """One finished game."""
    return say(
        "history.line",
        table=game.table_id,
        game=engine.GAMES[game.game].name,
        when=discord.utils.format_dt(datetime.fromtimestamp(game.at, UTC), "d"),
        practice="" if game.rated else say("history.practice"),
        sides=say("ranking.between").join(map(side_words, game.sides)),
    )


def side_words(side: PastSide) -> str:
    """One side, in the order they came in: its players and its points; who won is marked.

    A line that begins with a number and a dot would be read as a list.
    """
    key = "history.winner" if side.place == 1 else "history.side"
    names = (player(name, machine=at in side.computers) for at, name in enumerate(side.names))
    return say(key, names=listed(names), score=number(side.score))


def player(name: str, *, machine: bool) -> str:
    """Who played a seat, for a message; a computer player is marked."""
    return say("people.computer", name=clean(name)) if machine else shown_name(name)
