"""Tests of names at a table: no two look alike in words, pictures, lists and the thread's name."""

import re
from dataclasses import replace

import pytest

from cogs.channels.placement import thread_name
from cogs.game.names import look, named_player, seat_names
from data.models.tables import Player, TableRow
from tests.cogs.support.finished_games import dealt, play, play_out
from tests.cogs.support.play import open_lobby, start
from tests.cogs.support.positions import live
from tests.cogs.support.time import timed
from tests.cogs.votes.test_votes import ask
from tests.simulator import Simulator
from tests.simulator.members import Member


def row_of(*players: Player) -> TableRow:
    """Return a table with these players."""
    row = live({"seats": len(players)}).row
    seats = (replace(seat, player=one) for seat, one in zip(row.seats, players, strict=True))
    return replace(row, seats=tuple(seats))


def member(number: int, name: str) -> Player:
    return Player("member", number, name)


@pytest.mark.parametrize("other", ["Sam", "sam", "Sａm", "S\u200bam", "𝐒am", "Sam 🎉"])
def test_two_members_of_one_name_are_told_with_their_seats(other):
    names = seat_names(row_of(member(1, "Sam"), member(2, "Ann"), member(3, other), member(4, "B")))
    assert names[1::2] == ("Ann", "B")
    assert names[0] == "Sam (1)"
    assert names[2].endswith(" (3)")


def test_a_long_name_keeps_its_seat():
    long = "W" * 32
    names = seat_names(row_of(member(1, long), member(2, long)))
    assert [name[-3:] for name in names] == ["(1)", "(2)"]
    assert max(map(len, names)) <= 32


@pytest.mark.parametrize("typed", ["Sam (1)", "sam (2)", "Sam (3)", "Sam ⑵"])
def test_a_typed_number_makes_no_two_names_alike(typed):
    row = row_of(member(1, "Sam"), member(2, "Sam"), member(3, typed), member(4, "Sam (1)"))
    shown = seat_names(row)
    assert shown[:2] == ("Sam (1)", "Sam (2)")
    assert len({look(name) for name in shown}) == 4


def test_a_typed_number_makes_no_two_names_alike_that_pictures_cannot_draw():
    row = row_of(member(1, "🎉"), member(2, "🎉"), member(3, "🎉 (2)"))
    assert len({named_player(row, seat) for seat in range(3)}) == 3


@pytest.mark.parametrize("other", ["❤\ufe0f", "❤\u200d", "❤"])
def test_names_of_emoji_that_look_alike_are_told_apart(other):
    row = row_of(member(1, "❤"), member(2, other), member(3, "🎉"))
    shown = [named_player(row, seat) for seat in range(3)]
    assert [str(seat + 1) in shown[seat] for seat in range(3)] == [True, True, False]


def test_a_long_name_with_a_typed_number_stays_different():
    row = row_of(member(1, "W" * 32), member(2, "W" * 32), member(3, "W" * 28 + " (1)"))
    assert len(set(seat_names(row))) == 3


def test_a_computer_player_gives_its_name_up_to_a_member():
    basil = Player("computer", None, "Basil", "normal")
    ada = Player("computer", None, "Dill", "normal")
    names = seat_names(row_of(basil, member(1, "BASIL"), ada, member(2, "Ann")))
    assert names[1:] == ("BASIL", "Dill", "Ann")
    assert names[0] not in {"Basil", "Dill", ""}


def test_a_computer_player_in_the_place_of_a_member_keeps_the_members_name():
    away = Player("computer", 1, "Sam", "normal")
    assert seat_names(row_of(away, member(2, "Ann"))) == ("Sam", "Ann")


async def sams(simulator: Simulator):
    """Two members with the same name, and a third."""
    return [simulator.invite("Sam"), simulator.members[0], simulator.invite("Sam")]


async def test_words_pictures_and_alt_texts_tell_two_of_one_name_apart(simulator):
    table_id = await dealt(simulator, await sams(simulator))
    state = await simulator.bot.services.sessions.load(table_id)
    names = [name.title() for name in state.names()]
    at = [n for n, name in enumerate(names) if name.startswith("Sam")]
    assert len(at) == 2
    assert [names[seat] for seat in at] == [f"Sam ({seat + 1})" for seat in at]
    assert all(f"({seat + 1}" in state.player_name(seat).replace("\\", "") for seat in at)
    assert all(f"Sam ({seat + 1})" in thread_name(state.row).title() for seat in at)


async def test_a_lobby_and_the_table_tell_two_of_one_name_apart(simulator):
    first, ann, second = await sams(simulator)
    lobby = await open_lobby(simulator, first)
    await second.press(lobby, "Join")
    shown = lobby.text.replace("\\", "")
    assert "Sam (1)" in shown
    assert "Sam (2)" in shown
    game = await start(simulator, [first, ann, second])
    alt = " ".join(game.board.alts)
    numbers = [n + 1 for n, one in enumerate((await game.live()).names()) if one.startswith("Sam")]
    assert all(f"Sam ({number})" in alt for number in numbers)
    told = (await ann.slash("table")).text.replace("\\", "")
    assert all(f"Sam ({number})" in told for number in numbers)


def bare(told: str) -> list[str]:
    """Return each "Sam" of a text that no number of a seat follows."""
    plain = re.sub(r"[\\\\*\u2066-\u2069]", "", told)
    return re.findall(r"\bsam\b(?! \(\d)[^\n]{0,20}", plain, re.IGNORECASE)


def everything_shown(simulator: Simulator) -> list[str]:
    """Return all texts and alt texts of all messages, public and private."""
    messages = [one for person in simulator.members for one in simulator.messages(viewer=person)]
    return [words for one in messages for words in (one.text, *one.alts, *one.labels)]


@pytest.mark.parametrize("count", [2, 3, 4])
async def test_no_message_shows_one_of_the_equal_names_without_its_seat(simulator, count):
    people = [simulator.invite("Sam") for _ in range(count)]
    people += simulator.members[: 4 - count]
    simulator.members = (*simulator.members, *people)
    game = await start(simulator, people, options={"max_rounds": 1})
    for person in people:
        await person.press(game.board, "My hand")
        for verb in ("log", "sheet", "more"):
            await person.press(game.board, verb)
        for command in ("table", "tables"):
            await person.slash(command)
    await game.take_turn()
    await play_out(simulator, game)
    shown = everything_shown(simulator)
    numbered = [one for one in shown if re.search(r"sam\W* \W*\(\d", one, re.IGNORECASE)]
    assert len(numbered) > 10
    assert [found for words in shown for found in bare(words)] == []


async def test_those_who_want_open_hands_are_told_apart(simulator):
    first, ann, second = await sams(simulator)
    lobby = await open_lobby(simulator, first)
    for person in (ann, second):
        await person.press(lobby, "Join")
    await second.press(lobby, "agree")
    assert bare(lobby.text) == []
    assert lobby.text.replace("\\", "").casefold().count("sam (3)") == 2


async def test_a_vote_names_members_with_their_seats(simulator):
    first, ann, second = await sams(simulator)
    game = await timed(simulator, [first, ann, second], seats=3, pace="day")
    live = await game.live()
    seats = [live.require_seat(one.id) for one in (first, second)]
    question = await ask(game, first, "hold", seats[1])
    told = question.text.replace("\\", "").casefold()
    assert all(f"sam ({seat + 1})" in told for seat in seats)
    assert bare(question.text) == []


# ---- a member who is renamed


async def test_a_finished_game_shows_the_newest_name(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    rename(simulator, ann, "Annabel")
    await ann.slash("help")
    await simulator.wait(5)
    assert "Annabel" in (await ben.slash("history")).text
    replay = (await ben.slash("replay", table=live.row.id)).message
    assert "Annabel" in " ".join((replay.text, *replay.alts))


async def test_a_press_in_direct_messages_takes_no_name(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben])
    rename(simulator, ann, "Annabel")
    await ann.slash("hand", channel=ann.dm)
    await simulator.wait(5)
    assert "Annabel" not in (await game.live()).names()


def rename(simulator: Simulator, person, name: str) -> None:
    """Give a member another nickname on the server."""
    simulator.env.backend.get_guild(simulator.guild.id).members[person.id].nick = name


async def elsewhere(simulator, person, name):
    """Put a member on another server under another name, and return a message for them there."""
    server = simulator.env.create_guild("Other")
    channel = server.create_text_channel("cards")
    there = Member(simulator, server.add_member(person.actor.user))
    simulator.env.backend.get_guild(server.id).members[person.id].nick = name
    await simulator.env.settle()
    return (await there.slash("help", channel=channel)).message


ONLY_THERE = "That works only on the table's server."


@pytest.mark.parametrize("verb", ["join", "fill", "start"])
async def test_a_host_takes_no_name_from_another_server_to_a_lobby(simulator, verb):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    custom_id = lobby.find("fill", "button").custom_id.replace("fill", verb)
    if verb == "join":
        await ann.press(lobby, "leave")
        custom_id = lobby.find("join", "button").custom_id
    told = await ann.press_stale(await elsewhere(simulator, ann, "Mallory"), custom_id)
    assert told.text == ONLY_THERE
    assert "Mallory" not in await names_of(simulator, ann)


async def test_a_player_takes_no_name_from_another_server_to_a_rematch(simulator):
    ann, ben, *_ = simulator.members
    row = (await play(simulator, [ann, ben])).row
    forged = f"t1:rematch:{row.id}:{row.seq}"
    told = await ann.press_stale(await elsewhere(simulator, ann, "Mallory"), forged)
    assert told.text == ONLY_THERE
    assert await simulator.bot.database.lobbies.rematch_of(row.id) is None
    assert "Mallory" not in await names_of(simulator, ann)


@pytest.mark.parametrize("verb", ["resume", "stop"])
async def test_a_player_moderates_no_table_from_another_server(simulator, verb):
    ann, ben, *_ = simulator.members
    row = (await play(simulator, [ann, ben])).row
    told = await ann.press_stale(await elsewhere(simulator, ann, "Ann"), f"t1:{verb}:{row.id}:1")
    assert told.text == ONLY_THERE


async def names_of(simulator, person):
    """Return the saved names of a member on the usual server."""
    saved = await simulator.bot.database.members.memberships(person.id)
    return [one.name for one in saved if one.guild_id == simulator.guild.id]


async def test_a_press_with_a_new_name_refreshes_lobbies_games_and_the_leaderboard(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben])
    elsewhere = await open_lobby(simulator, ann)
    rename(simulator, ann, "Annabel")
    await ann.slash("help")
    await simulator.wait(5)
    assert "Annabel" in elsewhere.text
    assert "Annabel" in " ".join(game.board.alts)
    assert "Annabel" in (await game.live()).names()


async def test_a_press_in_another_game_refreshes_the_name_in_all(simulator):
    ann, ben, *_ = simulator.members
    first = await start(simulator, [ann, ben])
    lobby = await open_lobby(simulator, ben)
    rename(simulator, ann, "Annabel")
    await ann.press(lobby, "Join")
    await simulator.wait(5)
    assert "Annabel" in lobby.text
    assert "Annabel" in " ".join(first.board.alts)


async def test_a_forgotten_member_is_not_brought_back_by_a_press(simulator):
    ann, ben, *_ = simulator.members
    await start(simulator, [ann, ben])
    answer = await ann.slash("privacy forget")
    await ann.press(answer.message, "Yes, forget me")
    rename(simulator, ann, "Annabel")
    await ann.slash("help")
    names = await simulator.bot.database.erasure.export(ann.id)
    assert not names["names"]


async def test_a_press_with_the_same_name_writes_nothing(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann])
    await ann.slash("help")
    await simulator.wait(5)
    before = await game.live()
    await ann.slash("help")
    assert await simulator.bot.services.sessions.newest(before) is before


async def test_leaderboard_history_and_records_number_equal_names_by_who_came_first(simulator):
    first, ann, second = await sams(simulator)
    await play(simulator, [first, ann, second], options={})
    for command in ("leaderboard", "history", "records"):
        told = (await ann.slash(command)).text.replace("\\", "").casefold()
        if command != "records":
            assert "sam (2)" in told
        assert "sam (1)" not in told
    entry = await simulator.bot.database.leaderboards.entry(simulator.guild.id, None, second.id)
    assert entry is not None
    assert entry.name.casefold() == "sam (2)"
