"""Finished games of a server: the list of `/history`, the records, and their announcement.

The commands are in `cog`.
"""

from collections.abc import Iterable, Iterator, Sequence
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
from cogs.game.visibility import viewer_of
from cogs.history.leaderboard import FIRST_MONTH, game_number, numbered_game
from cogs.history.moments import Replay
from cogs.table.layout import look_of
from cogs.ui.actions import Action
from cogs.ui.layout import action_row, button, layout_view, picture_file, picture_item, text_display
from cogs.ui.texts import escaped_name, join_words, month_title, normalize_name, say
from data.models.leaderboards import Champion, HistoryFilter, HistoryGame, HistorySide, ServerRecord
from data.repositories.guilds import GuildRepository
from data.repositories.leaderboards import LeaderboardRepository
from engine.model.view import View
from render.renderer import Picture, Renderer
from render.text.catalogue import format_number
from render.widgets.seats import TableNames

GAMES_PER_PAGE = 6
MONTHS_LISTED = 6
"""Number of months whose champions `/records` lists."""
CHOICES = 25  # Discord accepts at most 25 suggestions
ANSWERS = (None, True, False)
"""The values of a filter: any, yes, no. A custom id has the index."""


# ---- the list of finished games


async def autocomplete(raw: Interaction, typed: str) -> list[app_commands.Choice[int]]:
    """Suggest the numbers of tables whose line contains the typed text.

    Only the newest games that the member may see are searched.
    """
    if raw.guild_id is None:
        return []
    # Filtered here, because SQL cannot search the texts. So only this many games can be found.
    games = await raw.client.database.leaderboards.history(
        raw.guild_id, viewer_of(raw), limit=CHOICES * 4, offset=0
    )
    wanted = typed.strip().lower()
    found = [(_choice_line(game), game.table_id) for game in games]
    return [
        app_commands.Choice(name=text[:100], value=table)  # Discord accepts at most 100 characters
        for text, table in found
        if wanted in text.lower()
    ][:CHOICES]


def _choice_line(game: HistoryGame) -> str:
    when = datetime.fromtimestamp(game.at, UTC)
    names = [_name_or_former(_plain_name(name)) for side in game.sides for name in side.names]
    return (
        f"{game.table_id} · {engine.GAMES[game.game].name} · {when:%Y-%m-%d} · {join_words(names)}"
    )


def _plain_name(name: str) -> str:
    """Return a name for plain text, or "" for a member whose data was erased."""
    return normalize_name(name) if name else ""


def _name_or_former(name: str) -> str:
    """Return a name, or a placeholder for a member whose data was erased."""
    return name or say("former.player")


def shown_name(name: str) -> str:
    """Return a name for a message, or a placeholder for a member whose data was erased."""
    return escaped_name(name) if name else say("former.player")


def filter_args(sought: HistoryFilter) -> tuple[int, ...]:
    """Return a filter as arguments of a custom id."""
    month = int(sought.month.replace("-", "")) if sought.month else 0
    answers = (ANSWERS.index(sought.won), ANSWERS.index(sought.computers))
    return (sought.user_id or 0, game_number(sought.game), month, *answers)


def read_args(args: Sequence[int]) -> HistoryFilter:
    """Return the filter that `filter_args` wrote. Missing or unknown values filter nothing."""
    member, game, month, won, computers = (*args, 0, 0, 0, 0, 0)[:5]
    return HistoryFilter(
        user_id=member or None,
        game=numbered_game(game),
        month=f"{month // 100}-{month % 100:02}" if month >= FIRST_MONTH else "",
        won=ANSWERS[won] if member and 0 <= won < len(ANSWERS) else None,
        computers=ANSWERS[computers] if 0 <= computers < len(ANSWERS) else None,
    )


def _filter_in_words(sought: HistoryFilter) -> str:
    """Return a filter in words, or "" if it filters nothing."""
    computers = {None: "", True: "history.computers", False: "history.members"}
    won = {None: "", True: "history.won", False: "history.lost"}
    named = (
        f"<@{sought.user_id}>" if sought.user_id else "",
        engine.GAMES[sought.game].name if sought.game else "",
        sought.month,
        *(say(key) for key in (won[sought.won], computers[sought.computers]) if key),
    )
    return say("ranking.between").join(filter(None, named))


def history_layout(
    games: tuple[HistoryGame, ...], page: int, sought: HistoryFilter, *, is_last: bool
) -> ui.LayoutView:
    """Return a page of finished games.

    Args:
        games: The games of the page.
        page: The page, counted from 0.
        sought: The filter.
        is_last: Whether no page follows.
    """
    heading = text_display(say("history.heading"), _filter_in_words(sought))
    if not games:
        return layout_view(heading, text_display(say("history.nobody")))
    lines = text_display(*map(_game_line, games), say("history.hint"))
    if is_last and page == 0:
        return layout_view(heading, lines)
    facts = filter_args(sought)
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
                disabled=is_last,
            ),
        ),
    )


def _game_line(game: HistoryGame) -> str:
    return say(
        "history.line",
        table=game.table_id,
        game=engine.GAMES[game.game].name,
        when=discord.utils.format_dt(datetime.fromtimestamp(game.at, UTC), "d"),
        practice="" if game.rated else say("history.practice"),
        sides=say("ranking.between").join(map(side_words, game.sides)),
    )


def side_words(side: HistorySide) -> str:
    """Return one side, with its players and points. The winner is marked.

    The place is not written as a number with a dot, because Discord would show the line as a list.
    """
    key = "history.winner" if side.place == 1 else "history.side"
    names = (player(name, machine=at in side.computers) for at, name in enumerate(side.names))
    return say(key, names=join_words(names), score=format_number(side.score))


def player(name: str, *, machine: bool) -> str:
    """Return a player's name for a message. A computer player is marked."""
    # A seat has no name if its member's data was erased during the game.
    is_named = machine and name
    return say("people.computer", name=escaped_name(name)) if is_named else shown_name(name)


# ---- the records of a server


def records_layout(
    records: tuple[ServerRecord, ...], champions: tuple[Champion, ...] = ()
) -> ui.LayoutView:
    """Return the message with all records of a server, and the champions of its last months."""
    lines = _record_lines(records) or [say("records.nobody")]
    parts = [text_display(say("records.heading"), *lines)]
    if champions:
        parts.append(text_display(say("month_end.heading"), *_champion_lines(champions)))
    return layout_view(*parts)


def _champion_lines(champions: Iterable[Champion]) -> Iterator[str]:
    """Yield two lines for each month: the first three of all games, and the first of each game."""
    for month, lines in groupby(champions, lambda one: one.month):
        games = {game: tuple(same) for game, same in groupby(lines, lambda one: one.game)}
        best = say("list.comma").join(map(_champion_name, games.pop("")))
        yield say("month_end.line", month=month_title(month), names=best)
        firsts = [_firsts(game, same) for game, same in games.items()]
        if firsts:
            yield say("month_end.games_line", games=say("ranking.between").join(firsts))


def _firsts(game: str, champions: Iterable[Champion]) -> str:
    names = join_words(map(_champion_name, champions))
    return say("month_end.game", game=engine.GAMES[game].name, names=names)


def _champion_name(one: Champion) -> str:
    return say("month_end.hidden") if one.hidden else shown_name(one.name)


def _record_lines(records: tuple[ServerRecord, ...]) -> list[str]:
    return [
        line
        for game, own_records in groupby(records, key=lambda record: record.game)
        for line in (
            say("records.game", game=engine.GAMES[game].name),
            *map(_record_line, own_records),
        )
    ]


def _record_line(record: ServerRecord) -> str:
    """Return the line of a record: its value, who set the record, and in which game."""
    when = discord.utils.format_dt(datetime.fromtimestamp(record.at, UTC), "d")
    where = say("records.at", table=record.table_id, when=when) if record.visible else when
    facts = {"n": format_number(record.value), "where": where}
    return say(f"records.{record.kind}", **facts, name=join_words(_holders(record)))


def _holders(record: ServerRecord) -> Iterator[str]:
    """Yield the names of the players who set a record.

    That is one player, or all players of a side. A hidden member is "somebody".
    """
    for place, name in enumerate(record.names):
        machine = place in record.computers
        yield player(name, machine=machine) if name else say("records.somebody")


# ---- the announcement of records at the table where they were set


class RecordAnnouncements:
    """Prepares the messages that announce records, for one bot."""

    def __init__(self, bot: TuppenceBot, tables: TableSessions, renderer: Renderer) -> None:
        self._bot = bot
        self._tables = tables
        self._artist = renderer

    async def message(self, state: TableState) -> Letter | None:
        """Return the message about the records that a finished game has broken.

        None if the game has broken no record, or if the server has turned announcements off.
        """
        store = self._bot.database
        records = await _broken_records(store.guilds, store.leaderboards, state)
        if not records:
            return None
        # Replaying the game is slow, so not on the event loop.
        view = await self._tables.background(partial(record_view, state, records))
        picture = await self._artist.table(
            view, TableNames(state.names(), state.faces()), look=look_of(state.row)
        )
        return {
            "view": announcement_layout(state, records, picture),
            "file": picture_file(picture),
        }


async def _broken_records(
    guilds: GuildRepository, leaderboards: LeaderboardRepository, state: TableState
) -> tuple[ServerRecord, ...]:
    if not (await guilds.settings(state.row.guild_id)).tells_records:
        return ()
    return await leaderboards.records_broken_by(state.row.id)


def record_view(state: TableState, records: tuple[ServerRecord, ...]) -> View:
    """Return the public view at the moment of the first record."""
    replay = Replay(state)
    at = _pile_moment(replay, records[0]) if records[0].kind == "pile" else replay.last
    return replay.view(at)


def _pile_moment(replay: Replay, record: ServerRecord) -> int:
    """Return the moment after the move that took a pile of the record's size."""
    for number, at in enumerate(replay.moments):
        deeds = [deed for event in at.events for deed in event.deeds()]
        if any(deed.kind == "took" and deed.count == record.value for deed in deeds):
            return number
    return replay.last


def announcement_layout(
    state: TableState, records: tuple[ServerRecord, ...], picture: Picture
) -> ui.LayoutView:
    """Return the message with the records, the picture, and a button for the replay."""
    again = button(Action.REPLAY, state.row.id, state.row.seq, label=say("replay.button"))
    lines = text_display(say("records.broken", n=len(records)), *map(_record_line, records))
    return layout_view(lines, picture_item(picture), action_row(again))
