"""Tests of erasure: members and servers that return, and rows that are written after it."""

from pathlib import Path

from data.database import Database
from data.models.members import AutoAnswer, PlanRow, Proposal, ReminderPreferences, SavedAppearance
from data.models.messages import HandPanelRow
from data.models.tables import NotChanged, Player
from tests.data.builders import (
    GUILD,
    Clock,
    changed,
    forgotten_everywhere,
    found,
    game_of,
    in_a_file,
    lobby,
    member,
    opened,
    plain,
    press,
    seated,
    write,
)
from tests.data.erasure.test_erased_backups import torn
from tests.data.erasure.test_personal_data import BOB, USER, ZOE, a_life, traces


@in_a_file
async def test_who_returns_before_it_is_done_everywhere_keeps_what_is_new(
    store: Database, clock: Clock
) -> None:
    _, bad, whole = await torn(store, clock)
    await forgotten_everywhere(store, USER)
    await lobby(store, ZOE)
    clock.now += 60
    newest = await store.make_backup()
    for _ in range(2):
        await store.erasure.propagate()
    write(bad, whole)
    await store.erasure.propagate()
    connection = plain(newest)
    names = connection.execute("SELECT name FROM player WHERE user_id = ?", (USER,)).fetchall()
    connection.close()
    assert names == [(ZOE.name,)]


async def test_a_server_that_comes_back_while_discord_is_asked_is_not_erased(
    store: Database, clock: Clock
) -> None:
    table_id = await a_life(store)
    await store.guilds.mark_departed(GUILD)
    clock.now += 60
    asked = await store.guilds.departed_before(clock.now)
    await store.guilds.clear_departed(GUILD)
    assert await store.erasure.erase_guilds(asked, clock.now) == ()
    assert (await found(store, table_id)).guild_id == GUILD


async def test_what_was_read_before_is_not_written_after(path: Path, tmp_path: Path) -> None:
    async with opened(path) as store:
        table_id = await a_life(store)
        look = SavedAppearance(USER, "large", "suit", words_first=True)
        before = await store.members.reminder_preferences(USER)
        await forgotten_everywhere(store, USER)
        await store.messages.save_hand_panel(
            HandPanelRow(table_id, 0, USER, "secret-token", 5, None, 1e6)
        )
        await store.members.save_plan(PlanRow(table_id, USER, 1, 1, armed=True, body="draw"))
        await store.members.save_auto_answer(AutoAnswer(table_id, 0, USER, 1, 0, "1.1"))
        await store.members.save_staged_cards(table_id, USER, "KS KD KC")
        await store.members.save_proposal(Proposal(table_id, USER, 1, "discard KS"))
        await store.members.set_hidden(GUILD, USER, hidden=True)
        assert all(not rows for rows in (await store.erasure.export(USER)).values())
        assert list(traces(tmp_path)) == []
        assert before == ReminderPreferences(zone="Europe/Vaduz")
        # A new choice of the member keeps nothing of the old one.
        assert (
            await store.members.change_reminder_preferences(USER, lambda wish: wish)
            == ReminderPreferences()
        )
        assert await store.members.change_hand_appearance(USER, lambda row: row or look) == look


async def test_a_seat_that_the_clock_hands_over_does_not_bring_a_name_back(store: Database) -> None:
    table = await game_of(store, ZOE, BOB)
    absent = Player("computer", USER, ZOE.name, "normal")
    await forgotten_everywhere(store, USER)
    assert await store.tables.replace_player(table.id, 0, absent, from_seq=0) == NotChanged("stale")
    assert seated(await found(store, table.id)) == ["Basil", "Bob"]


async def test_a_rematch_does_not_bring_a_name_back(store: Database, tmp_path: Path) -> None:
    old = await game_of(store, ZOE, BOB)
    drivers = tuple(seat.player for seat in old.seats)
    await forgotten_everywhere(store, USER)
    again = await lobby(store, seats=2)
    again = changed(await store.lobbies.reseat(again.id, drivers, again.revision))
    assert seated(again) == [".", "Bob"]
    assert list(traces(tmp_path)) == []


async def test_an_absent_member_who_is_known_keeps_the_seat(store: Database) -> None:
    table = await game_of(store, member(7, "Ida"), BOB)
    absent = Player("computer", 7, "an older name", "normal")
    table = changed(await store.tables.replace_player(table.id, 0, absent, from_seq=0))
    assert table.seats[0].player == Player("computer", 7, "Ida", "normal")
    await press(store, table.id, 0)
