"""Tests of showing, exporting and erasing personal data: in the database, its log, its backups."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.core.connection import Connection
from data.database import Database
from data.erasure.personal_data import SECTIONS
from data.models.members import (
    AutoAnswer,
    CoachingRow,
    LessonProgress,
    PlanRow,
    PresetAuthor,
    Proposal,
    ReminderPreferences,
    SavedAppearance,
)
from data.models.messages import HandPanelRow
from data.models.tables import Player, TableStatus
from data.models.votes import NewVote
from tests.data.builders import (
    GUILD,
    Clock,
    basil,
    changed,
    erased,
    forgotten_everywhere,
    found,
    game_of,
    in_a_file,
    lesson_of,
    lobby,
    member,
    opened,
    places,
    plain,
    press,
    seated,
    unmixed,
)

KEYS = ("scored:1", "presets:900:house", "paused:12:1", "scored:11", "presets:5:house")
USER = 777_000_777_000_777
ZOE = member(USER, "Zoe Unmistakable")
BOB = member(2, "Bob")


async def a_life(store: Database) -> int:
    """Save data about Zoe in every possible place. Return her table in play."""
    table = await store.lobbies.create(
        guild_id=GUILD,
        channel_id=1,
        host_id=USER,
        game="house",
        rules_version=1,
        options={},
        seat_count=2,
        pace="day",
        seed=bytes(32),
    )
    changed(await store.lobbies.seat_player(table.id, ZOE, press=4444))
    changed(await store.lobbies.seat_player(table.id, BOB))
    changed(await store.lobbies.start(table.id, mix=unmixed, deadline=None))
    await press(store, table.id, 0)
    done = await game_of(store, ZOE, BOB)
    await press(store, done.id, 0, outcome=places(1, 2))
    waiting = await lobby(store, ZOE, BOB)
    changed(await store.lobbies.set_open_hands(waiting.id, USER, wants=True))
    await store.messages.save_hand_panel(
        HandPanelRow(table.id, 0, USER, "secret-token", 5, None, 1e6)
    )
    await store.members.change_reminder_preferences(
        USER, lambda _: ReminderPreferences(zone="Europe/Vaduz")
    )
    await store.members.save_plan(PlanRow(table.id, USER, 1, 1, armed=True, body="draw | wait"))
    look = SavedAppearance(USER, "large", "suit", words_first=True)
    await store.members.change_hand_appearance(USER, lambda _: look)
    await store.members.save_auto_answer(AutoAnswer(table.id, 0, USER, 1, 0, "1.1"))
    await store.members.save_staged_cards(table.id, USER, "KS KD KC")
    await store.members.save_table_note(table.id, USER, "keep the sevens")
    assert await store.guilds.save_preset(
        GUILD, "house", "Evening", {}, PresetAuthor(USER, manages=True)
    )
    await store.tables.follow(table.id, USER, wants=True)
    await store.tables.react(table.id, USER, 1, 0)
    await store.pauses.begin_holiday(USER, 2e9, 14)
    await store.members.save_proposal(Proposal(table.id, USER, 1, "discard KS"))
    await store.reminders.record_nudge(done.id, 0, 1e6)
    await store.votes.open(NewVote(table.id, "end", USER, None, 3600), 9)
    await unread(store, f"seen:{USER}")
    await outside_the_server(store, table.id, waiting.id)
    await store.lessons.create_private_table(lesson_of(ZOE, LessonProgress("cards", "meld")))
    await store.lessons.save_coaching_row(USER, CoachingRow(heard={"turn": 1}))
    return table.id


async def outside_the_server(store: Database, playing: int, waiting: int) -> None:
    """Save rows of the features that reach members outside their server, and of the month."""
    player = "(SELECT id FROM player WHERE user_id = :user AND guild_id = :guild)"
    facts = {"user": USER, "guild": GUILD, "playing": playing, "waiting": waiting}
    statements = (
        """INSERT INTO dm_hand (table_id, user_id, seat, channel_id, message_id, seq, at, language,
                                token)
           VALUES (:playing, :user, 0, 7, 8, 1, 0, 'en', 'secret-token')""",
        "INSERT INTO mailbox (user_id, channel_id, used) VALUES (:user, 7, 0)",
        f"""INSERT INTO asked (table_id, player_id, by_id, at)
            VALUES (:waiting, {player}, {player}, 0)""",
        f"INSERT INTO wanted (player_id, game) VALUES ({player}, 'house')",
        f"INSERT INTO champion VALUES (:guild, '2026-10', 'house', 1, {player}, 1500.0, 3)",
    )

    def save(connection: Connection, _: int) -> None:
        for statement in statements:
            connection.execute(statement, facts)

    await store.tables.backend.transaction(save)


async def unread(store: Database, key: str) -> None:
    """Save a setting of an older version that nobody can read."""
    statement = "INSERT INTO unread_setting VALUES (?, 'x')"
    await store.tables.backend.transaction(lambda c, _: c.execute(statement, (key,)) and None)


async def still_unread(store: Database) -> list[str]:
    """Return the remaining settings of older versions."""
    query = "SELECT key FROM unread_setting ORDER BY key"
    return await store.tables.backend.query(lambda c: [row["key"] for row in c.execute(query)])


def traces(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the files that still contain something about Zoe."""
    number = USER.to_bytes(8, "big").lstrip(b"\0")
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        for what in (b"Unmistakable", b"secret-token", b"Vaduz", str(USER).encode(), number):
            if what in content:
                yield path.name, repr(what)


# ---- forgetting


async def test_forgetting_leaves_no_trace_in_any_file(tmp_path: Path) -> None:
    path = tmp_path / "tuppence.db"
    async with opened(path) as store:
        await a_life(store)
        await store.make_backup()
        assert {name for name, _ in traces(tmp_path)} > {"tuppence.db-wal"}
        await forgotten_everywhere(store, USER)
        assert list(traces(tmp_path)) == []  # While the process runs.
        assert len(store.backups()) == 1
    assert list(traces(tmp_path)) == []


async def test_without_emptying_the_log_traces_would_be_left(tmp_path: Path) -> None:
    async with opened(tmp_path / "tuppence.db") as store:
        await a_life(store)
        await store.tables.backend.transaction(lambda c, _: c.execute("DELETE FROM panel"))
        assert ("tuppence.db-wal", "b'secret-token'") in set(traces(tmp_path))


async def test_a_backup_in_which_somebody_was_forgotten_still_opens(tmp_path: Path) -> None:
    async with opened(tmp_path / "tuppence.db") as store:
        table_id = await a_life(store)
        await store.make_backup()
        await forgotten_everywhere(store, USER)
        (copy,) = store.backups()
    async with opened(copy) as restored:
        assert len(await restored.tables.move_log(table_id)) == 1


async def test_a_computer_takes_the_open_seats(store: Database) -> None:
    table_id = await a_life(store)
    forgotten = await store.erasure.erase_member(USER, basil)
    assert forgotten.left[table_id] == (0,)
    assert forgotten.servers == 1
    assert seated(await found(store, table_id)) == ["Basil", "Bob"]


async def test_a_seat_in_a_lobby_is_free_again(store: Database) -> None:
    table = await lobby(store, ZOE, BOB)
    await store.erasure.erase_member(USER, basil)
    assert seated(await found(store, table.id)) == [".", "Bob", ".", "."]


async def test_a_lobby_that_nobody_else_can_start_is_closed(store: Database) -> None:
    table = await lobby(store, BOB)
    await store.erasure.erase_member(table.host_id, basil)
    assert (await found(store, table.id)).status is TableStatus.CLOSED


async def test_finished_games_stay_as_they_were(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    await press(store, table.id, 0, outcome=places(1, 2))
    await store.erasure.erase_member(USER, basil)
    after = await found(store, table.id)
    assert (after.status, after.seats[0].player) == (
        TableStatus.FINISHED,
        Player("member", None, ""),
    )
    assert len(await store.tables.move_log(table.id)) == 1


async def test_who_was_forgotten_and_returns_begins_anew(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    await press(store, table.id, 0, outcome=places(1, 2))
    await store.erasure.erase_member(USER, basil)
    await lobby(store, ZOE)
    assert (await store.leaderboards.profile(GUILD, USER)).games == 0
    assert await store.leaderboards.entry(GUILD, None, USER) is None


# ---- showing


async def test_everything_about_a_person_is_handed_out(store: Database) -> None:
    await a_life(store)
    about = await store.erasure.export(USER)
    assert set(about) == set(SECTIONS)
    missing = {name for name, rows in about.items() if not rows}
    assert missing == {"partnerships", "records"}
    assert about["names"] == [{"guild_id": GUILD, "name": ZOE.name, "hidden": 0}]


async def test_nothing_is_handed_out_about_others(store: Database) -> None:
    table_id = await a_life(store)
    await press(store, table_id, 1)  # Bob's.
    about = await store.erasure.export(USER)
    assert "Bob" not in str(about)
    assert [(move["table_id"], move["seq"]) for move in about["moves"]] == [
        *((table_id, 1), (table_id + 1, 1))
    ]


async def test_no_seed_and_no_token_is_handed_out(store: Database) -> None:
    await a_life(store)
    text = str(await store.erasure.export(USER))
    assert not re.search(r"seed|token|secret", text)


async def test_moves_made_before_handing_over_are_handed_out_and_no_others(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    await press(store, table.id, 0)
    changed(await store.tables.replace_player(table.id, 0, member(3), from_seq=1))
    await press(store, table.id, 1)
    await press(store, table.id, 2)
    assert [move["seq"] for move in (await store.erasure.export(USER))["moves"]] == [1]
    assert [move["seq"] for move in (await store.erasure.export(3))["moves"]] == [3]


async def test_what_a_computer_plays_while_it_keeps_a_seat_is_no_move_of_its_member(
    store: Database, clock: Clock
) -> None:
    table = await game_of(store, ZOE, BOB)
    await press(store, table.id, 0)
    kept = Player("computer", USER, ZOE.name, "normal")
    changed(await store.tables.replace_player(table.id, 0, kept, from_seq=1))
    await press(store, table.id, 1)
    await press(store, table.id, 2, outcome=places(1, 2))
    assert [move["seq"] for move in (await store.erasure.export(USER))["moves"]] == [1]
    await store.tables.mark_rendered(table.id, 3, (await found(store, table.id)).rendered_seq)
    clock.now += 10
    assert await store.tables.archive_finished(clock.now) == 1
    assert [move["seq"] for move in (await store.erasure.export(USER))["moves"]] == [1]


async def test_packed_moves_are_handed_out_too(store: Database, clock: Clock) -> None:
    table = await game_of(store, ZOE, BOB)
    await press(store, table.id, 0)
    await press(store, table.id, 1, outcome=places(1, 2))
    await store.tables.mark_rendered(table.id, 2)
    clock.now += 10
    assert await store.tables.archive_finished(clock.now) == 1
    assert [move["seq"] for move in (await store.erasure.export(USER))["moves"]] == [1]


async def test_after_forgetting_there_is_nothing_to_hand_out(store: Database) -> None:
    await a_life(store)
    await store.erasure.erase_member(USER, basil)
    assert all(not rows for rows in (await store.erasure.export(USER)).values())


# ---- servers that left


@in_a_file
async def test_a_server_that_left_is_erased_and_others_are_not(
    store: Database, path: Path, clock: Clock
) -> None:
    await a_life(store)
    await store.guilds.mark_departed(GUILD)
    other = await store.lobbies.create(
        guild_id=5,
        channel_id=1,
        host_id=1,
        game="house",
        rules_version=1,
        options={},
        seat_count=1,
        pace="day",
        seed=bytes(32),
    )
    for key in KEYS:
        await unread(store, key)
    await store.make_backup()
    assert await erased(store, clock.now - 1) == ()
    clock.now += 60
    assert await erased(store, clock.now) == (GUILD,)
    assert await store.tables.find(other.id) == other
    kept = {f"seen:{USER}", "paused:12:1", "scored:11", "presets:5:house"}
    assert set(await still_unread(store)) == kept
    (copy,) = store.backups()
    await store.close()
    for file in (path, copy):
        assert left_of_the_server(file) == []


def left_of_the_server(path: Path) -> list[str]:
    """Return the database tables in which the server still has a row."""
    connection = plain(path)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    found = []
    for (name,) in rows:
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({name})")}
        column = "guild_id" if "guild_id" in columns else "table_id"
        if column in columns:
            value = GUILD if column == "guild_id" else 1
            query = f"SELECT count(*) FROM {name} WHERE {column} = ?"
            found += [name] * connection.execute(query, (value,)).fetchone()[0]
    connection.close()
    return found


async def test_a_server_that_came_back_is_kept(store: Database, clock: Clock) -> None:
    await a_life(store)
    await store.guilds.mark_departed(GUILD)
    await store.guilds.clear_departed(GUILD)
    assert await erased(store, clock.now + 60) == ()


# ---- the schema


def columns_of_the_schema(path: Path) -> set[str]:
    connection = plain(path)
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ).fetchall()
    columns = {
        f"{name}.{row[1]}"
        for (name,) in names
        for row in connection.execute(f"PRAGMA table_info({name})")
    }
    connection.close()
    return columns


@pytest.mark.parametrize("name", ["message", "content", "email", "avatar", "password"])
async def test_nothing_people_write_is_kept(path: Path, name: str) -> None:
    async with opened(path):
        pass
    assert not any(column.endswith(f".{name}") for column in columns_of_the_schema(path))
