"""Tests of preferences, server settings and automatic answers: saved, replaced, private."""

from data.database import Database
from data.members import member_state
from data.models.members import AutoAnswer, GuildSettings, PresetAuthor, Proposal, SavedAppearance
from tests.data.builders import GUILD, Clock, finish, game_of, member, places, two_players

MANAGER = PresetAuthor(7, manages=True)


async def test_a_server_that_has_chosen_nothing_speaks_discords_language(store: Database) -> None:
    assert await store.guilds.settings(GUILD) == GuildSettings(None, tells_records=False)


async def test_one_choice_of_a_server_leaves_the_other_alone(store: Database) -> None:
    for guild_id in (GUILD, GUILD + 1):
        await store.guilds.set_language(guild_id, "de")
    await store.guilds.set_announces_records(GUILD, tell=True)
    await store.guilds.set_language(GUILD, "en")
    assert await store.guilds.settings(GUILD) == GuildSettings("en", tells_records=True)
    assert await store.guilds.settings(GUILD + 1) == GuildSettings("de", tells_records=False)
    await store.guilds.set_announces_records(GUILD, tell=False)
    assert await store.guilds.settings(GUILD) == GuildSettings("en", tells_records=False)


async def test_house_rules_are_kept_by_name_oldest_first(store: Database) -> None:
    for name, target in (("Zoë", 1), ("Ann", 2), ("Zoë", 3)):
        await store.guilds.save_preset(GUILD, "house", name, {"target": target}, MANAGER)
    await store.guilds.save_preset(GUILD, "rummy", "Ann", {"target": 4}, MANAGER)
    kept = await store.guilds.presets(GUILD, "house")
    assert list(kept.items()) == [("Zoë", {"target": 3}), ("Ann", {"target": 2})]
    await store.guilds.delete_preset(GUILD, "house", "Ann", MANAGER)
    assert list(await store.guilds.presets(GUILD, "house")) == ["Zoë"]
    assert list(await store.guilds.presets(GUILD, "rummy")) == ["Ann"]
    assert await store.guilds.presets(GUILD + 1, "house") == {}


async def test_how_a_hand_looks_is_chosen_by_each_member(store: Database) -> None:
    mine = SavedAppearance(1, "large", "rank", words_first=True)
    assert (
        await store.members.change_hand_appearance(1, lambda old: mine if old is None else old)
        == mine
    )
    assert await store.members.change_hand_appearance(1, lambda old: old or mine) == mine
    assert await store.members.hand_appearance(1) == mine
    assert await store.members.hand_appearance(2) is None


async def test_a_standing_answer_is_kept_for_a_seat_and_replaced(store: Database) -> None:
    table_id = await two_players(store)
    first = AutoAnswer(table_id, 0, 1, 1, 0, "4")
    second = AutoAnswer(table_id, 0, 1, 2, 1, "9")
    for said in (first, second, AutoAnswer(table_id, 1, 1, 1, 0, "4")):
        await store.members.save_auto_answer(said)
    assert await store.members.auto_answer(table_id, 0, 1) == second
    assert await store.members.auto_answer(table_id, 0, 2) is None


async def test_whoever_plays_elsewhere_says_and_lays_ready_nothing_here(store: Database) -> None:
    table_id = await two_players(store)
    await game_of(store, member(3))
    await store.members.save_auto_answer(AutoAnswer(table_id, 0, 3, 1, 0, "4"))
    await store.members.save_staged_cards(table_id, 3, "KS KH KD")
    assert await store.members.auto_answer(table_id, 0, 3) is None
    assert await store.members.staged_cards(table_id, 3) == ""


async def test_what_is_laid_ready_is_replaced_and_is_one_members(store: Database) -> None:
    table_id = await two_players(store)
    for groups in ("KS KH KD", "QS QH QD"):
        await store.members.save_staged_cards(table_id, 1, groups)
    assert await store.members.staged_cards(table_id, 1) == "QS QH QD"
    assert await store.members.staged_cards(table_id, 2) == ""


async def test_the_move_put_forward_last_is_the_one(store: Database) -> None:
    table_id = await two_players(store)
    for seq in (3, 5):
        await store.members.save_proposal(Proposal(table_id, 1, seq, "draw"))
    assert await store.members.proposal(table_id, 1) == Proposal(table_id, 1, 5, "draw")
    assert await store.members.proposal(table_id, 2) is None


# ---- servers


async def test_servers_that_left_while_nobody_looked_are_noted_and_may_come_back(
    store: Database,
) -> None:
    await two_players(store)
    assert await store.guilds.reconcile((GUILD, 5)) == (0, 0)
    assert await store.guilds.reconcile((5,)) == (1, 0)
    assert await store.guilds.reconcile((5,)) == (0, 0)
    assert await store.guilds.departed_before(9e9) == (GUILD,)
    assert await store.guilds.reconcile((GUILD, 5)) == (0, 1)
    assert await store.guilds.departed_before(9e9) == ()


async def test_a_server_that_leaves_twice_has_left_when_it_left_first(
    store: Database, clock: Clock
) -> None:
    await store.guilds.mark_departed(GUILD)
    clock.now += 100
    await store.guilds.mark_departed(GUILD)
    assert await store.guilds.departed_before(clock.now - 99) == (GUILD,)
    assert await store.guilds.departed_before(clock.now - 100) == ()
    await store.guilds.clear_departed(GUILD)
    assert await store.guilds.departed_before(9e9) == ()


# ---- newcomers


async def test_whoever_has_finished_a_game_is_no_newcomer(store: Database) -> None:
    await finish(store, places(1, 2), member(1), member(2))
    table_id = (await game_of(store, member(1), member(3))).id
    found = await store._opened.file.query(
        lambda c: member_state.members_state(c, table_id, (1, 3))
    )
    assert {user: rows.newcomer for user, rows in found.items()} == {1: False, 3: True}
