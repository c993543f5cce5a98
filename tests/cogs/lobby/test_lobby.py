"""Tests of the lobby: who may press which button, and what late presses do."""

import pytest

import engine
from cogs.game.shuffle_seal import digest_of_start
from cogs.lobby.layout import invitation_text, lobby_layout, seating, side_lines, small_print
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, use_language
from tests.cogs.support.play import HOUSE, number_of, open_lobby, start


async def row_of(simulator, lobby):
    return await simulator.bot.database.tables.find(number_of(lobby))


async def test_play_opens_a_lobby_with_its_host_seated(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    assert "House Canasta · table for 4" in lobby.text
    assert "Ann" in lobby.text
    assert "3 seats are open" in lobby.text


async def test_the_first_message_of_a_game_shows_eight_digits_of_the_fingerprint_in_small_print(
    simulator,
):
    lobby = await open_lobby(simulator, simulator.members[0])
    row = await row_of(simulator, lobby)
    known = row.commitment[:8]
    assert lobby.text.splitlines()[-1] == f"-# Fingerprint of the shuffle: `{known}`"
    await simulator.members[0].press(lobby, "fill")
    await simulator.wait(0)
    digest = digest_of_start(await simulator.bot.database.tables.get(row.id))
    assert digest is not None
    shown = f"-# Fingerprint of the shuffle: `{known}`, of the start: `{digest[:8]}`"
    assert lobby.text.splitlines()[-1] == shown


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", list(engine.GAMES))
async def test_what_a_lobby_says_before_join_is_five_short_lines_beside_the_seats(
    simulator, language, game
):
    lobby = await row_of(simulator, await open_lobby(simulator, simulator.members[0], game))
    with use_language(language):
        said = invitation_text(lobby)
        assert len(said) - len(side_lines(lobby)) <= 5 + 1  # An empty value: hands are not wanted.
        assert all(len(line) < 110 for line in said)


async def test_small_print_stands_below_the_controls(simulator):
    lobby = await row_of(simulator, await open_lobby(simulator, simulator.members[0]))
    (box,) = lobby_layout(lobby).to_components()
    above, controls, below = box["components"]
    assert "-#" not in above["content"]
    assert controls["components"][0]["label"] == "Join"
    assert all(line.startswith("-# ") for line in below["content"].splitlines())


async def test_set_up_repeats_neither_the_lobby_nor_its_fingerprint(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    page = (await simulator.members[0].press(lobby, "Set up")).message
    assert not set(page.text.splitlines()) & set(lobby.text.splitlines())
    assert (await row_of(simulator, lobby)).commitment not in page.text


async def test_why_there_is_no_thread_is_told_to_the_host_alone(simulator):
    ann, ben, *_ = simulator.members
    simulator.deny("create_public_threads")
    await start(simulator, [ann, ben])
    lobby = next(m for m in simulator.messages(simulator.channel.id) if "cards are dealt" in m.text)
    assert "thread" not in lobby.text
    board = simulator.latest(simulator.channel.id)
    assert "I can't open a thread for this table" in (await ann.press(board, "More")).text
    assert "open a thread" not in (await ben.press(board, "More")).text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_lobby_says_who_can_work_out_the_hands_afterwards(simulator, language):
    lobby = await row_of(simulator, await open_lobby(simulator, simulator.members[0]))
    with use_language(language):
        assert say("lobby.receipt") in small_print(lobby)


async def test_how_the_shuffle_is_sealed_shows_all_of_it_to_anybody(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].press(lobby, "How the shuffle is sealed")
    assert answer.private
    assert (await row_of(simulator, lobby)).commitment in answer.text


async def test_partners_are_drawn_on_one_line(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    await cleo.press(lobby, "Join")
    assert any("Ann" in line and "Cleo" in line for line in lobby.text.splitlines())


async def test_the_games_are_offered_with_house_canasta_first(simulator):
    offered = await simulator.members[0].complete("play", "game", "")
    assert offered[0] == "House Canasta (2–6 players)"
    assert "Ponytail Canasta (2, 3, 4, 6 and 8 players)" in offered
    assert "Pennies From Heaven (6 players)" in offered


async def test_the_beginning_of_a_name_is_enough_where_it_means_one_game(simulator):
    ann = simulator.members[0]
    assert "Pennies From Heaven" in (await ann.slash("play", game="Pennies From")).text
    assert "I don't know that game" in (await ann.slash("play", game="ten")).text


async def test_a_seated_member_who_cannot_begin_is_not_told_to_join(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    answer = await ben.press(lobby, "fill")
    assert "Only the host" in answer.text
    assert "join" not in answer.text.lower()


async def test_an_unknown_game_is_answered_with_the_list(simulator):
    answer = await simulator.members[0].slash("play", game="bridge")
    assert answer.private
    assert "House Canasta" in answer.text


async def test_a_lobby_has_five_controls_and_a_sentence_on_its_game(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    assert lobby.labels == ("Join", "Leave", "Fill and start", "How to play", "Set up")
    assert "7,500 points" in lobby.text


async def test_how_to_play_leads_whoever_asks_to_the_lessons_of_the_game(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].press(lobby, "How to play")
    assert answer.private
    assert "House Canasta in ten minutes" in answer.text
    assert "/rules House Canasta" in answer.text
    assert "Practise House Canasta" in answer.message.labels


async def test_set_up_shows_the_host_everything_and_others_what_they_may_look_up(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    mine, theirs = [(await one.press(lobby, "Set up")).message for one in (ann, ben)]
    assert {c.verb for c in mine.controls} >= {"terms", "addbot", "seating", "close"}
    assert {c.verb for c in theirs.controls} == {"house", "sealed"}
    await ben.press(lobby, "Join")
    seated = (await ben.press(lobby, "Set up")).message
    assert {c.verb for c in seated.controls} == {"house", "agree", "sealed"}
    assert mine.private
    assert theirs.private


@pytest.mark.parametrize(
    "game, seats, wanted",
    [
        (
            "house-canasta",
            3,
            "the first to take the pile plays the round alone against the others",
        ),
        ("house-canasta", 2, "everyone for themselves"),
        ("house-canasta", 4, "2 sides, partners opposite"),
        ("ten-pennies", 3, "everyone for themselves"),
    ],
)
def test_of_a_number_of_seats_it_is_told_how_so_many_play(game, seats, wanted):
    assert seating(game, seats) == wanted


async def test_what_is_set_up_shows_on_the_page_and_on_the_lobby(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    await ann.set_terms(page, seats="6")
    assert "table for 6" in page.text
    assert "table for 6" in lobby.text


async def test_whoever_opens_a_second_lobby_of_a_game_is_asked_to_join_the_first(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    asked = await ben.slash("play", game=HOUSE)
    assert asked.private
    assert await simulator.bot.database.tables.find(2) is None
    await ben.press(asked.message, "Join that one")
    assert "Ben" in lobby.text
    assert "You're in" in asked.message.text


async def test_another_lobby_of_the_same_game_can_be_opened_all_the_same(simulator):
    ann, ben, *_ = simulator.members
    await open_lobby(simulator, ann)
    asked = await ben.slash("play", game=HOUSE)
    another = (await ben.press(asked.message, "Open another")).message
    assert not another.private
    assert "Ben" in another.text


@pytest.mark.parametrize("other", ["another game", "full"])
async def test_nobody_is_asked_where_there_is_nothing_to_join(simulator, other):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    if other == "full":
        await ann.set_terms(lobby, seats="2")
        await ann.press(lobby, "addbot")
    game = "ten-pennies" if other == "another game" else HOUSE
    answer = await ben.slash("play", game=game)
    assert not answer.private


async def test_a_member_sits_once(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[0].press(lobby, "Join")
    assert "You're already" in answer.text


async def test_whoever_does_not_sit_cannot_leave(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    answer = await simulator.members[1].press(lobby, "Leave")
    assert "You're not at" in answer.text


@pytest.mark.parametrize("verb", ["addbot", "fill", "close"])
async def test_only_the_host_changes_the_table(simulator, verb):
    lobby = await open_lobby(simulator, simulator.members[0])
    before = await row_of(simulator, lobby)
    answer = await simulator.members[1].press_stale(lobby, f"t1:{verb}:{number_of(lobby)}:1")
    assert answer.private
    assert "Only the host" in answer.text
    assert await row_of(simulator, lobby) == before


async def test_only_the_host_chooses_the_number_of_seats(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    seats = f"t1:seats:{number_of(lobby)}:1"
    answer = await simulator.members[1].press_stale(lobby, seats, ["6"])
    assert "Only the host" in answer.text


async def test_the_host_chooses_the_number_of_seats(simulator):
    lobby = await open_lobby(simulator, simulator.members[0])
    await simulator.members[0].set_terms(lobby, seats="6")
    assert "table for 6" in lobby.text


async def test_computer_players_come_and_go(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    await ann.press(lobby, "addbot")
    assert "Basil" in lobby.text
    await ann.press(lobby, "rmbot")
    assert "Basil" not in lobby.text


async def test_two_people_pressing_start_begin_one_game(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    simulator.bot.services.computers.pause = 0
    press = ann.pressing(lobby, "fill")
    one, two = await simulator.together(press, press)
    assert sum("has already started" in answer.text for answer in (one, two)) == 1
    assert len(simulator.threads()) == 1


async def test_joining_while_the_last_seat_is_taken_seats_one_of_two(simulator):
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats="2")
    one, two = await simulator.together(ben.pressing(lobby, "Join"), cleo.pressing(lobby, "Join"))
    assert sum("All seats are taken" in answer.text for answer in (one, two)) == 1


async def test_a_table_needs_a_member(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    await ann.press(lobby, "Leave")
    before = await row_of(simulator, lobby)
    answer = await ann.press(lobby, "fill")
    assert "At least one member" in answer.text
    assert await row_of(simulator, lobby) == before


@pytest.mark.parametrize("permission", ["send_messages", "attach_files", "read_message_history"])
async def test_a_missing_permission_is_named_before_anything_is_done(simulator, permission):
    simulator.deny(permission)
    answer = await simulator.members[0].slash("play", game=HOUSE)
    assert permission.replace("_", " ").title() in answer.text
    assert await simulator.bot.database.tables.find(1) is None


async def test_without_threads_the_table_stands_in_the_channel_and_says_why(simulator):
    simulator.deny("create_public_threads")
    await start(simulator, simulator.members[:1])
    assert simulator.threads() == ()
    more = await simulator.members[0].press(simulator.latest(simulator.channel.id), "More")
    assert "I can't open a thread for this table" in more.text


async def test_the_thread_is_named_after_the_game_and_the_players(simulator):
    game = await start(simulator, simulator.members[:2])
    thread = simulator.env.backend.channels[game.thread]
    assert thread.name == "House Canasta: Ann, Ben, Basil, Dill"


async def test_the_lobby_leaves_a_link_to_the_table(simulator):
    game = await start(simulator, simulator.members[:1])
    lobby = next(m for m in simulator.messages(simulator.channel.id) if "table for 4" in m.text)
    assert f"<#{game.thread}>" in lobby.text
    assert lobby.controls == ()


async def test_hands_are_in_the_replay_only_where_everybody_agrees(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    assert "👐" not in lobby.text
    await ann.press(lobby, "Show my hand in the replay")
    assert "In favour of open hands" in lobby.text
    await ben.press(lobby, "Show my hand in the replay")
    assert "Everyone agrees" not in lobby.text  # Two seats are open.
    assert "Players who join must agree, too." in lobby.text
    await ann.press(lobby, "Fill and start")
    assert "the replay will show all hands" in lobby.text


async def test_who_asks_for_hands_twice_in_a_hurry_has_asked_for_them(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    press = ann.pressing(page, "agree")
    await simulator.together(press, press)
    assert (await row_of(simulator, lobby)).agreed == {ann.id}
    assert "In favour of open hands so far" in page.text
    assert "Don't show my hand in the replay" in page.labels
    await ann.press(page, "agree")
    assert (await row_of(simulator, lobby)).agreed == frozenset()


async def test_a_button_for_hands_that_does_not_say_what_is_wanted_asks_to_choose_anew(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "Set up")).message
    await ann.press_stale(page, f"t1:agree:{number_of(lobby)}:1")
    assert "Look again, then choose" in page.text
    assert (await row_of(simulator, lobby)).agreed == frozenset()
    await ann.press(page, "agree")
    assert (await row_of(simulator, lobby)).agreed == {ann.id}
