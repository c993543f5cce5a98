"""Finished games of a server, as `/history` lists them and `/replay` offers them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import groupby

import discord
from discord import app_commands, ui

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.delivery.outbox import Letter
from cogs.game.sessions import TableSessions
from cogs.game.state import TableState
from cogs.history.leaderboard import FIRST_MONTH, game_number, numbered_game
from cogs.history.moments import Replay
from cogs.ui.actions import Action
from cogs.ui.layout import action_row, button, layout_view, picture_file, picture_item, text_display
from cogs.ui.texts import escaped_name, join_words, normalize_name, say
from data.models.leaderboards import HistoryFilter, HistoryGame, HistorySide, ServerRecord
from data.repositories.guilds import GuildRepository
from data.repositories.leaderboards import LeaderboardRepository
from engine.model.view import View
from render.renderer import Picture, Renderer
from render.text.catalogue import format_number
from render.widgets.seats import TableNames

GAMES_PER_PAGE = 6
CHOICES = 25  # Discord takes no more from an autocompletion
ANSWERS = (None, True, False)
"""Not asked, yes, no: as numbers in a control."""


async def autocomplete(raw: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """The newest finished games of the server whose line holds what was typed."""
    if raw.guild_id is None:
        return []
    games = await raw.client.database.leaderboards.history(
        raw.guild_id, limit=CHOICES * 4, offset=0
    )
    wanted = typed.strip().lower()
    found = [(choice_words(game), game.table_id) for game in games]
    return [
        app_commands.Choice(name=words[:100], value=table)
        for words, table in found
        if wanted in words.lower()
    ][:CHOICES]


def choice_words(game: HistoryGame) -> str:
    """A finished game in one line of plain text."""
    when = datetime.fromtimestamp(game.at, UTC)
    names = [former(plain_name(name)) for side in game.sides for name in side.names]
    return (
        f"{game.table_id} · {engine.GAMES[game.game].name} · {when:%Y-%m-%d} · {join_words(names)}"
    )


def plain_name(name: str) -> str:
    """A name for where no markup is read; nothing for who was forgotten."""
    return normalize_name(name) if name else ""


def former(name: str) -> str:
    """A name, or what is said of who was forgotten."""
    return name or say("former.player")


def shown_name(name: str) -> str:
    """A name for a message."""
    return escaped_name(name) if name else say("former.player")


def args_of(sought: HistoryFilter) -> tuple[int, ...]:
    """What is sought as the arguments of a control."""
    month = int(sought.month.replace("-", "")) if sought.month else 0
    answers = (ANSWERS.index(sought.won), ANSWERS.index(sought.computers))
    return (sought.user_id or 0, game_number(sought.game), month, *answers)


def read_args(args: Sequence[int]) -> HistoryFilter:
    """What `args_of` wrote; what is missing or unknown may be anything."""
    member, game, month, won, computers = (*args, 0, 0, 0, 0, 0)[:5]
    return HistoryFilter(
        user_id=member or None,
        game=numbered_game(game),
        month=f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else "",
        won=ANSWERS[won] if member and 0 <= won < len(ANSWERS) else None,
        computers=ANSWERS[computers] if 0 <= computers < len(ANSWERS) else None,
    )


def sought_words(sought: HistoryFilter) -> str:
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
    games: tuple[HistoryGame, ...], page: int, pages: int, sought: HistoryFilter
) -> ui.LayoutView:
    """A page of finished games, those that are sought."""
    heading = text_display(say("history.heading"), sought_words(sought))
    if not games:
        return layout_view(heading, text_display(say("history.nobody")))
    lines = text_display(*map(line, games), say("history.hint"))
    if pages == 1:
        return layout_view(heading, lines)
    facts = args_of(sought)
    newer, older = max(page - 1, 0), page + 1
    return layout_view(
        heading,
        lines,
        action_row(
            button(
                Action.HISTORY,
                0,
                newer,
                *facts,
                0,
                label=say("history.before"),
                disabled=page == 0,
            ),
            button(
                Action.HISTORY,
                0,
                older,
                *facts,
                1,
                label=say("history.after"),
                disabled=older >= pages,
            ),
        ),
    )


def line(game: HistoryGame) -> str:
    """One finished game."""
    return say(
        "history.line",
        table=game.table_id,
        game=engine.GAMES[game.game].name,
        when=discord.utils.format_dt(datetime.fromtimestamp(game.at, UTC), "d"),
        practice="" if game.rated else say("history.practice"),
        sides=say("ranking.between").join(map(side_words, game.sides)),
    )


def side_words(side: HistorySide) -> str:
    """One side, in the order they came in: its players and its points; who won is marked.

    A line that begins with a number and a dot would be read as a list.
    """
    key = "history.winner" if side.place == 1 else "history.side"
    names = (player(name, machine=at in side.computers) for at, name in enumerate(side.names))
    return say(key, names=join_words(names), score=format_number(side.score))


def player(name: str, *, machine: bool) -> str:
    """Who played a seat, for a message; a computer player is marked."""
    return say("people.computer", name=escaped_name(name)) if machine else shown_name(name)


# ---- The hall of fame of a server, in words


def records_screen(records: tuple[ServerRecord, ...]) -> ui.LayoutView:
    """Every record that stands, game by game."""
    return layout_view(
        text_display(say("records.heading"), *(lines(records) or [say("records.nobody")]))
    )


def lines(records: tuple[ServerRecord, ...]) -> list[str]:
    """The records, each game under its name."""
    return [
        line
        for game, mine in groupby(records, key=lambda record: record.game)
        for line in (say("records.game", game=engine.GAMES[game].name), *map(words, mine))
    ]


def words(record: ServerRecord) -> str:
    """One record: how much, whose, and where it can be seen."""
    when = discord.utils.format_dt(datetime.fromtimestamp(record.at, UTC), "d")
    facts = {"n": format_number(record.value), "table": record.table_id, "when": when}
    return say(f"records.{record.kind}", **facts, name=join_words(holders(record)))


def holders(record: ServerRecord) -> Iterator[str]:
    """Whose it is: a player's, or all of a side's. Who is not shown is somebody."""
    for place, name in enumerate(record.names):
        machine = place in record.computers
        yield player(name, machine=machine) if name else say("records.somebody")


# ---- Records told where they were set: once, with the moment as a picture, where a server wants it


class RecordAnnouncements:
    """The messages that announce records, for one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, artist: Renderer) -> None:
        self._bot = bot
        self._tables = tables
        self._artist = artist

    async def letter(self, live: TableState) -> Letter | None:
        """Return the message of the records that a finished game has broken, if it has."""
        store = self._bot.database
        records = await broken_records(store.guilds, store.leaderboards, live)
        if not records:
            return None
        view = await self._tables.aside(partial(moment, live, records))
        picture = await self._artist.table(view, TableNames(live.names(), live.faces()))
        return {"view": fame_screen(live, records, picture), "file": picture_file(picture)}


async def broken_records(
    guilds: GuildRepository, ladders: LeaderboardRepository, live: TableState
) -> tuple[ServerRecord, ...]:
    """The records that a finished game has broken, where its server wants to be told of them."""
    if not (await guilds.settings(live.row.guild_id)).tells_records:
        return ()
    return await ladders.records_broken_by(live.row.id)


def moment(live: TableState, records: tuple[ServerRecord, ...]) -> View:
    """The table at the moment of the first of them, as everybody saw it."""
    replay = Replay(live)
    at = pile_moment(replay, records[0]) if records[0].kind == "pile" else replay.last
    return replay.view(at)


def pile_moment(replay: Replay, record: ServerRecord) -> int:
    """The moment after the move that took a pile of that size."""
    for number, at in enumerate(replay.moments):
        deeds = [deed for event in at.events for deed in event.deeds()]
        if any(deed.kind == "took" and deed.count == record.value for deed in deeds):
            return number
    return replay.last


def fame_screen(
    live: TableState, records: tuple[ServerRecord, ...], picture: Picture
) -> ui.LayoutView:
    """The message: what was broken, the moment, and the game to watch."""
    again = button(Action.REPLAY, live.row.id, live.row.seq, label=say("replay.button"))
    lines = text_display(say("records.broken", n=len(records)), *map(words, records))
    return layout_view(lines, picture_item(picture), action_row(again))
