"""Tests of private tables: a member's lesson and practice games, hidden from everything public."""

import pytest

from data.database import Database
from data.models.members import LESSON_DONE, CoachingRow, LessonProgress
from data.models.tables import NewPrivateTable, TablePurpose, TableStatus
from tests.data.builders import (
    GUILD,
    Clock,
    basil,
    found,
    game_of,
    lesson_of,
    member,
    places,
    practice_of,
    press,
)

ANN, BEN = member(1, "Ann"), member(2, "Ben")
KINDS = pytest.mark.parametrize("new", [lesson_of(ANN), practice_of(ANN)])


async def tables_of(store: Database, user_id: int) -> list[int]:
    """Return the numbers of a member's private tables."""
    return [table.id for table in (await store.lessons.learner_state(user_id)).tables]


@KINDS
async def test_a_private_table_stands_in_no_list(store: Database, new: NewPrivateTable) -> None:
    table = await store.lessons.create_private_table(new)
    assert await store.tables.tables_of_member(GUILD, 1) == ()
    assert await store.tables.playing_in_guild(GUILD) == ()
    assert await store.tables.outdated() == ()
    assert await store.deadlines.tables_without_deadline() == ()
    assert (table.guild_id, table.channel_id, table.host_id) == (0, 0, 0)


@KINDS
async def test_its_end_counts_for_nothing(store: Database, new: NewPrivateTable) -> None:
    table = await store.lessons.create_private_table(new)
    await press(store, table.id, 0, outcome=places(1, 2))
    assert (await found(store, table.id)).status is TableStatus.FINISHED
    assert await store.leaderboards.tables_with_result() == ()
    assert (await store.leaderboards.profile(0, 1)).games == 0


async def test_a_practice_game_that_ended_is_never_packed_away(
    store: Database, clock: Clock
) -> None:
    table = await store.lessons.create_private_table(practice_of(ANN))
    await press(store, table.id, 0, outcome=places(1, 2))
    await store.tables.mark_rendered(table.id, 1)
    clock.now += 100
    assert await store.tables.archive_finished(clock.now) == 0


async def test_a_member_has_one_lesson(store: Database) -> None:
    first = await store.lessons.create_private_table(lesson_of(ANN))
    await press(store, first.id, 0)
    second = await store.lessons.create_private_table(lesson_of(ANN))
    assert await store.tables.find(first.id) is None
    assert await tables_of(store, 1) == [second.id]


async def test_a_member_has_one_practice_game_of_each_game(store: Database) -> None:
    first = await store.lessons.create_private_table(practice_of(ANN, "house"))
    other = await store.lessons.create_private_table(practice_of(ANN, "classic"))
    again = await store.lessons.create_private_table(practice_of(ANN, "house"))
    assert await tables_of(store, 1) == [other.id, again.id]
    assert await store.tables.find(first.id) is None


async def test_nobody_elses_table_makes_way(store: Database) -> None:
    hers = await store.lessons.create_private_table(lesson_of(ANN))
    his = await store.lessons.create_private_table(lesson_of(BEN))
    assert (await tables_of(store, 1), await tables_of(store, 2)) == ([hers.id], [his.id])


async def test_what_is_left_alone_is_swept_away(store: Database, clock: Clock) -> None:
    old = await store.lessons.create_private_table(lesson_of(ANN, LessonProgress("cards", "meld")))
    clock.now += 1000
    new = await store.lessons.create_private_table(practice_of(BEN))
    game = await game_of(store, ANN, BEN)
    assert await store.lessons.delete_inactive_tables(clock.now - 500) == 1
    assert await store.tables.find(old.id) is None
    assert await tables_of(store, 2) == [new.id]
    assert (await found(store, game.id)).status is TableStatus.PLAYING
    assert (await store.lessons.learner_state(1)).reached == (LessonProgress("cards", "meld"),)


async def test_forgetting_erases_lessons_and_practice(store: Database) -> None:
    table = await store.lessons.create_private_table(
        lesson_of(ANN, LessonProgress("cards", "meld"))
    )
    await store.lessons.create_private_table(practice_of(ANN))
    await store.lessons.save_coaching_row(1, CoachingRow(heard={"turn": 1}))
    his = await store.lessons.create_private_table(lesson_of(BEN))
    forgotten = await store.erasure.erase_member(1, basil)
    assert forgotten.servers == 1
    assert forgotten.left == {}
    assert await store.tables.find(table.id) is None
    assert (await store.lessons.learner_state(1)).reached == ()
    assert await tables_of(store, 2) == [his.id]
    assert not any((await store.erasure.export(1)).values())


async def test_of_who_was_forgotten_the_coach_keeps_nothing(store: Database) -> None:
    await store.lessons.create_private_table(practice_of(ANN))
    await store.erasure.erase_member(1, basil)
    await store.lessons.save_coaching_row(1, CoachingRow(heard={"turn": 1}))
    assert not (await store.erasure.export(1))["coach"]


async def coaching_at(store: Database, table_id: int) -> CoachingRow | None:
    """Return the coach's memory as a press at a table reads it."""
    found = await store.tables.snapshot(table_id)
    assert found is not None
    return found.beside.coaching


async def test_the_coach_keeps_what_it_told_and_whether_it_may_speak(store: Database) -> None:
    table = await store.lessons.create_private_table(practice_of(ANN))
    assert await coaching_at(store, table.id) == CoachingRow()
    for told in (CoachingRow(heard={"turn": 1, "pile": 2}), CoachingRow(silent=True)):
        await store.lessons.save_coaching_row(1, told)
        assert await coaching_at(store, table.id) == told


async def test_only_in_practice_a_press_knows_what_the_coach_remembers(store: Database) -> None:
    await store.lessons.create_private_table(practice_of(ANN))
    await store.lessons.save_coaching_row(1, CoachingRow(heard={"turn": 1}))
    for table in (
        await game_of(store, ANN, BEN),
        await store.lessons.create_private_table(lesson_of(ANN)),
    ):
        assert await coaching_at(store, table.id) is None


async def test_a_lesson_done_once_stays_done(store: Database) -> None:
    await store.lessons.save_progress(1, LessonProgress("cards", "meld"))
    await store.lessons.save_progress(1, LessonProgress("cards", LESSON_DONE))
    await store.lessons.save_progress(1, LessonProgress("cards", "points"))
    assert (await store.lessons.learner_state(1)).reached == (LessonProgress("cards", LESSON_DONE),)


async def test_misses_are_counted(store: Database) -> None:
    table = await store.lessons.create_private_table(lesson_of(ANN))
    await store.lessons.count_miss(table.id)
    assert (await found(store, table.id)).misses == 1
    assert (await found(store, table.id)).purpose is TablePurpose.LESSON
