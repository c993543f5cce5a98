"""Tests of a person's export: votes, substituted seats, and no column left out."""

import sqlite3
from contextlib import closing
from pathlib import Path

from data.database import Database
from data.erasure.personal_data import SECTIONS
from data.models.tables import Player
from data.models.votes import NewVote, Vote
from tests.data.builders import changed, computer, game_of, member, opened, plain, press

Column = tuple[str, str]
"""A table and a column of it."""

ANN, BEN, CLEO, DAN = (member(number) for number in (1, 2, 3, 4))
HOUR = 3600
MOST = 9
EXCEPTIONS: dict[Column, str] = {
    ("erasure", "whose"): "is there only while copies have still to forget them",
}
"""Columns that identify a person and are in no section, with the reason."""


async def asked(store: Database, table_id: int, asker: Player, seat: int) -> Vote:
    """A vote on a substitute."""
    assert asker.user_id is not None
    vote = await store.votes.open(NewVote(table_id, "hold", asker.user_id, seat, HOUR), MOST)
    assert isinstance(vote, Vote)
    return vote


async def test_votes_are_handed_out_to_who_asked_and_whose_seat_it_is(store: Database) -> None:
    table = await game_of(store, ANN, BEN, CLEO)
    await asked(store, table.id, ANN, 1)
    roles = ("asked_by_you", "about_your_seat", "for_you")
    for person, expected in ((1, (1, 0, 0)), (2, (0, 1, 0))):
        (vote,) = (await store.erasure.export(person))["votes"]
        assert tuple(vote[role] for role in roles) == expected
    assert (await store.erasure.export(3))["votes"] == []


async def test_votes_are_handed_out_to_who_would_like_the_seat(store: Database) -> None:
    table = await game_of(store, ANN, BEN, CLEO)
    changed(await store.tables.replace_player(table.id, 1, computer("Ada"), from_seq=0, opens=True))
    motion = NewVote(table.id, "seat", 4, 1, HOUR, candidate=DAN)
    assert isinstance(await store.votes.open(motion, MOST), Vote)
    (vote,) = (await store.erasure.export(4))["votes"]
    assert vote["for_you"] == 1


async def test_ballots_are_handed_out_to_those_who_gave_them(store: Database) -> None:
    table = await game_of(store, ANN, BEN, CLEO)
    vote = await asked(store, table.id, ANN, 1)
    await store.votes.cast(table.id, vote.number, 3, MOST, yes=False)
    (mine,) = (await store.erasure.export(3))["ballots"]
    assert (mine["table_id"], mine["number"], mine["seat"], mine["yes"]) == (
        table.id,
        vote.number,
        2,
        0,
    )
    assert (await store.erasure.export(2))["ballots"] == []


async def test_a_seat_that_somebody_else_plays_for_its_member_is_handed_out(
    store: Database,
) -> None:
    table = await game_of(store, ANN, BEN, CLEO)
    await press(store, table.id, 0, seat=0)
    hold = await asked(store, table.id, ANN, 1)
    for person in (2, 3):
        await store.votes.cast(table.id, hold.number, person, MOST, yes=True)
    await press(store, table.id, 1, seat=2)
    changed(await store.tables.replace_player(table.id, 1, DAN, from_seq=2))
    seats = (await store.erasure.export(2))["seats"]
    assert sorted((row["from_seq"], row["kept_for_you"]) for row in seats) == [
        *((0, 0), (1, 1), (2, 1))
    ]


async def test_every_column_that_says_who_somebody_is_is_handed_out_or_excepted(
    path: Path,
) -> None:
    async with opened(path):
        pass
    with closing(plain(path)) as connection:
        people, told = columns_of_people(connection), columns_told(connection)
    assert ("ballot", "player_id") in people
    assert people - told == set(EXCEPTIONS)


def columns_of_people(connection: sqlite3.Connection) -> set[Column]:
    """Return the columns that refer to `player` or contain a Discord user id."""
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    keys = 'SELECT "from" FROM pragma_foreign_key_list(?) WHERE "table" = \'player\''
    ids = "SELECT name FROM pragma_table_info(?) WHERE name IN ('user_id', 'host_id', 'whose')"
    return {
        (table, column)
        for (table,) in tables
        for asked in (keys, ids)
        for (column,) in connection.execute(asked, (table,))
    }


def columns_told(connection: sqlite3.Connection) -> set[Column]:
    """Return the columns that SQLite reads for a person's export."""
    told: set[Column] = set()

    def reads(action: int, table: str | None, column: str | None, *_: str | None) -> int:
        if action == sqlite3.SQLITE_READ and table and column:
            told.add((table, column))
        return sqlite3.SQLITE_OK

    connection.set_authorizer(reads)
    for query in SECTIONS.values():
        connection.execute(query, {"user": 1})
    return told
