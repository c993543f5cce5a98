"""Settings that were strings: every one of a database full of them still means the same."""

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from data.consent.interventions import InterventionRow
from data.file.migrations import MIGRATIONS
from data.game.posts import Posted
from data.people.looks import LookRow
from data.people.server_choices import ServerChoice
from data.people.wishes import ProposalRow, StandingRow
from data.store import Store
from tests.data.builders import (
    Clock,
    basil,
    days_paused,
    erased,
    forgotten_everywhere,
    opened,
    plain,
)

FULL = Path(__file__).with_name("settings_as_strings.sql").read_text("utf-8")
ANN, BEN, CAY = (700_000_000_000_000_001 + n for n in range(3))
HERE, THERE, SILENT = (800_000_000_000_000_001 + n for n in range(3))
UNREADABLE = {
    *("looks:700000000000000004", "looks:", "looks:None", "standing:1:0", "standing:1:x:1"),
    *("staging:1:1", "staging:2:1", "proposal:1:0", "acts:2", "acts:3", "scored:2", "scored:99"),
    *("presets:800000000000000001:ponytail-canasta", "presets:800000000000000002:classic-canasta"),
    *("ended:98", "paused:1:-1", "nudge:2:0", "seen:700000000000000001", "no colon at all"),
    "language:",
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file of version 12, made by the program of that version."""
    file = tmp_path / "tuppence.db"
    connection = sqlite3.connect(file, isolation_level=None)
    connection.executescript(FULL)
    connection.close()
    return file


@pytest.fixture
async def store(path: Path):
    async with opened(path) as one:
        yield one


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    connection = plain(path)
    found = connection.execute(query).fetchall()
    connection.close()
    return found


async def test_looks_stay_what_they_were_with_and_without_an_order(store: Store) -> None:
    assert await store.people.looks(ANN) == LookRow(ANN, "large", "fit", words_first=True)
    assert await store.people.looks(BEN) == LookRow(BEN, "two", "suit", words_first=False)
    assert await store.people.looks(CAY) == LookRow(CAY, "two", "rank", words_first=True)


async def test_a_server_keeps_its_language_and_whether_records_are_told(store: Store) -> None:
    assert await store.people.server(HERE) == ServerChoice("de", tells_records=True)
    assert await store.people.server(THERE) == ServerChoice(None, tells_records=False)
    assert await store.people.server(SILENT) == ServerChoice()


async def test_house_rules_kept_by_name_stay_in_their_order(store: Store) -> None:
    kept = await store.people.presets(HERE, "house-canasta")
    assert list(kept.items()) == [
        ("Zum Üben", {"target": 2500, "jokers": True}),
        ("A short one", {"target": 1500, "partners": "fixed"}),
    ]
    assert await store.people.presets(HERE, "ten-pennies") == {"Ours": {}}
    assert await store.people.presets(THERE, "house-canasta") == {"Theirs": {"target": 3000}}


async def test_house_rules_kept_anew_stay_at_their_place(store: Store) -> None:
    await store.people.keep_preset(HERE, "house-canasta", "Zum Üben", {"target": 1})
    kept = await store.people.presets(HERE, "house-canasta")
    assert list(kept) == ["Zum Üben", "A short one"]
    assert kept["Zum Üben"] == {"target": 1}


async def test_standing_answers_stay_with_their_members(store: Store) -> None:
    assert await store.people.standing(1, 0, ANN) == StandingRow(1, 0, ANN, 1, 10, "2.3")
    assert await store.people.standing(1, 1, BEN) == StandingRow(1, 1, BEN, 2, 2, "")
    assert await store.people.standing(3, 0, CAY) == StandingRow(3, 0, CAY, 17, 0, "1.1")


async def test_cards_laid_ready_and_moves_put_forward_go_to_who_plays_the_seat(
    store: Store,
) -> None:
    assert await store.people.staged(1, ANN) == "KS KD KC / 3: 2H Jo / TS TD TH 2C"
    assert await store.people.staged(3, BEN) == ""
    assert await store.people.proposal(1, BEN) == ProposalRow(1, BEN, 7, "discard KS")
    assert await store.people.proposal(3, CAY) == ProposalRow(
        3, CAY, 12, "meld KS KD KC / 7S 7D 7C"
    )


async def test_acts_of_hosts_and_moderators_stay_in_their_order(store: Store) -> None:
    assert await store.tables.interventions(1) == (
        InterventionRow(3, "replace", "host", 1),
        InterventionRow(5, "pause", "moderator", None),
        InterventionRow(9, "give_back", "host", 1),
    )
    await store.tables.note_intervention(1, InterventionRow(11, "resume", "moderator", None))
    assert [act.seq for act in await store.tables.interventions(1)] == [3, 5, 9, 11]


async def test_nothing_is_posted_a_second_time(store: Store) -> None:
    assert await store.tables.posted(1) == Posted(3, final=True, records=True)
    assert await store.tables.posted(3) == Posted(1)
    assert await store.tables.posted(2) == Posted()


async def test_pauses_and_nudges_stay_counted(store: Store) -> None:
    assert await days_paused(store, 1, 0) == 6
    assert await days_paused(store, 3, 1) == 1
    assert await store.time.nudged(1, 1) == 1_789_990_000.123
    assert await store.time.nudged(2, 0) is None


async def test_what_the_program_notes_about_itself_stays_a_string(store: Store) -> None:
    assert await store.notes.recall("commands") == "abc123"
    assert await store.notes.recall("alive") == "1790000000.5"


async def test_what_cannot_be_read_is_put_aside_whole(store: Store, path: Path) -> None:
    await store.close()
    aside = dict(rows(path, "SELECT key, value FROM unread_setting"))
    assert set(aside) == UNREADABLE
    assert aside["acts:3"] == "{broken"
    assert aside["staging:1:1"] == "KS ??"
    assert rows(path, "SELECT key FROM setting") == [("alive",), ("commands",)]


GOOD_ACT = '{"seq": 1, "kind": "stop", "by": "host"}'


@pytest.mark.parametrize(
    "key,value",
    [
        ("acts:2", f'[{GOOD_ACT}, {{"seq": "one", "kind": "stop", "by": "host"}}]'),
        ("acts:2", f'[{GOOD_ACT}, {{"seq": 2, "kind": "stop", "by": "host", "who": 7}}]'),
        ("presets:7:house-canasta", '{"Whole": {"target": 1}, "Broken": {"target": null}}'),
    ],
)
async def test_of_a_broken_string_no_half_is_carried_over(path: Path, key: str, value: str) -> None:
    connection = plain(path)
    connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (key, value))
    connection.commit()
    connection.close()
    async with opened(path) as store:
        assert await store.tables.interventions(2) == ()
        assert await store.people.presets(7, "house-canasta") == {}
    assert (key, value) in rows(path, "SELECT key, value FROM unread_setting")


async def test_a_broken_time_of_the_last_look_does_not_stop_the_start(path: Path) -> None:
    connection = plain(path)
    connection.execute("UPDATE setting SET value = 'noon' WHERE key = 'alive'")
    connection.commit()
    connection.close()
    async with opened(path) as store:
        assert await store.notes.recall("alive") is None


async def test_forgetting_leaves_nothing_of_the_member_and_all_of_the_others(
    store: Store, path: Path
) -> None:
    await forgotten_everywhere(store, ANN)
    await store.close()
    for file in path.parent.rglob("*"):
        assert str(ANN).encode() not in (file.read_bytes() if file.is_file() else b""), file
    for table in ("look", "standing_answer", "staging", "proposal"):
        assert rows(path, f"SELECT * FROM {table} WHERE user_id = {ANN}") == []
    assert rows(path, "SELECT user_id FROM look ORDER BY user_id") == [(BEN,), (CAY,)]
    assert {key for (key,) in rows(path, "SELECT key FROM unread_setting")} == UNREADABLE - {
        "seen:700000000000000001"
    }


@pytest.mark.parametrize(
    "key, value",
    [
        (f"presets:{HERE}:house-canasta", f'{{"{ANN}": [half'),
        (f"seen:{ANN}7", "x"),
        (f"seen:1{ANN}", "x"),
    ],
)
async def test_a_preset_named_like_an_id_and_a_longer_id_are_not_forgotten_with_it(
    store: Store, key: str, value: str
) -> None:
    statement = "INSERT INTO unread_setting VALUES (?, ?)"
    await store.tables._submit(lambda c, _: c.execute(statement, (key, value)) and None)
    await store.people.forget(ANN, basil)
    query = "SELECT value FROM unread_setting WHERE key = ?"
    assert await store.tables._look(lambda c: c.execute(query, (key,)).fetchone()[0]) == value


@pytest.mark.parametrize(
    "key, value", [(f"looks:{ANN}", "?"), (f"standing:1:0:{ANN}", "?"), ("seen:x", f"[{ANN}]")]
)
async def test_an_unread_setting_with_the_number_of_a_member_goes_with_them(
    store: Store, key: str, value: str
) -> None:
    statement = "INSERT INTO unread_setting VALUES (?, ?)"
    await store.tables._submit(lambda c, _: c.execute(statement, (key, value)) and None)
    await store.people.forget(ANN, basil)
    query = "SELECT count(*) FROM unread_setting WHERE key = ?"
    assert await store.tables._look(lambda c: c.execute(query, (key,)).fetchone()[0]) == 0


async def test_a_member_is_shown_all_that_was_carried_over(store: Store) -> None:
    about = await store.people.about(ANN)
    assert about["looks"] == [{"deck": "large", "hand_order": "fit", "words_first": 1}]
    assert [row["table_id"] for row in about["standing_answers"]] == [1]
    assert [row["groups"] for row in about["cards_laid_ready"]] == [
        "KS KD KC / 3: 2H Jo / TS TD TH 2C"
    ]
    assert [row["days_of_pause"] for row in about["pauses_and_nudges"]] == [6]
    assert [row["key"] for row in about["unread_settings"]] == ["seen:700000000000000001"]
    (forward,) = (await store.people.about(BEN))["moves_put_forward"]
    assert forward == {"table_id": 1, "seq": 7, "body": "discard KS"}


async def test_erasing_a_server_leaves_nothing_of_it_and_all_of_another(path: Path) -> None:
    clock = Clock(1_790_000_100.0)
    store = await Store.open(path, now=clock)
    await store.people.server_left(HERE)
    clock.now += 60
    assert await erased(store, clock.now) == (HERE,)
    assert await store.people.presets(THERE, "house-canasta") == {"Theirs": {"target": 3000}}
    assert await store.tables.posted(3) == Posted(1)
    await store.close()
    for table in ("act", "posted", "pause_budget", "nudge", "standing_answer", "proposal"):
        assert rows(path, f"SELECT * FROM {table} WHERE table_id IN (1, 2)") == []
    for table in ("server_choice", "preset"):
        assert rows(path, f"SELECT * FROM {table} WHERE guild_id = {HERE}") == []
    left = {key for (key,) in rows(path, "SELECT key FROM unread_setting")}
    assert not {key for key in left if key.split(":")[1:2] in (["1"], ["2"], [str(HERE)])}
    assert "acts:3" in left


def killed(path: Path, steps: int) -> int:
    """Upgrade the file, killed after so many steps; how the process ended."""
    command = [
        sys.executable,
        "-m",
        "tests.data.sqlite.killed_migration",
        str(path),
        str(steps),
        "ours",
    ]
    return subprocess.run(command, check=False, timeout=20).returncode


@pytest.mark.parametrize("steps", [20, 40, 60])
async def test_a_migration_killed_half_way_is_done_again(path: Path, steps: int) -> None:
    before = sorted(rows(path, "SELECT * FROM setting"))
    assert killed(path, steps) == -signal.SIGKILL
    assert rows(path, "PRAGMA user_version") == [(12,)]
    assert sorted(rows(path, "SELECT * FROM setting")) == before
    async with opened(path) as store:
        assert len(await store.tables.interventions(1)) == 3
    assert {key for (key,) in rows(path, "SELECT key FROM unread_setting")} == UNREADABLE


def test_left_alone_the_migration_is_done_once(path: Path) -> None:
    assert killed(path, 100_000) == 0
    assert rows(path, "PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert len(rows(path, "SELECT * FROM act")) == 3
