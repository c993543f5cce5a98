"""Tests of authority over seats and games: each test attempts an attack."""

import sqlite3

import pytest

from cogs.ui.actions import ACTIONS, SelectAction
from data.models.tables import TableStatus
from tests.cogs.support.finished_games import play_on, play_out
from tests.cogs.support.play import default_turn, number_of, open_lobby, placed, seated, start
from tests.cogs.support.time import DAY, HOUR, after, timed
from tests.simulator.members import COMPONENT, MODAL, Pressing


async def forged(person, game, control, values=None):
    """Press a component that no message of the member has, with this action and these arguments."""
    verb, _, rest = control.partition(":")
    made_up = f"t1:{verb}:{game.table_id}:0" + (f":{rest}" if rest else "")
    return await person.press_stale(game.board, made_up, values)


async def row_of(simulator, game):
    return await simulator.bot.database.tables.find(game.table_id)


async def kinds(game):
    return [driver.kind for driver in await game.drivers()]


async def leave(game, person, *, lets=False):
    """Leave the game for good. With `lets`, other members may then take the seat."""
    await forged(person, game, "quit:2" if lets else "quit:1")


async def until_away(simulator, game, person):
    """Let a member miss three decisions while the others take theirs."""
    for _ in range(30):
        live = await game.live()
        seat = live.seat_of(person.id)
        if seat is None or live.player(seat).kind == "computer":
            return
        if await game.turn() == person:
            await after(simulator, DAY + HOUR)
        else:
            await default_turn(game)
    raise AssertionError("never handed over")


# ---- seats


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_whoever_plays_cannot_replace_an_opponent(simulator, who):
    ann, ben, *_ = simulator.members
    cheat = ann if who == "host" else simulator.invite("Mo", manages=True)
    game = await start(simulator, [ann, ben] if who == "host" else [ben, cheat], seats=2)
    seat = (await game.live()).seat_of(ben.id)
    await forged(cheat, game, "replace", [str(seat)])
    assert await kinds(game) == ["member", "member"]


async def test_a_second_account_does_not_get_an_opponents_hand(simulator):
    ann, ben, puppet, _ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    await forged(ann, game, "replace", ["1"])
    await forged(ann, game, "invite")
    await forged(puppet, game, "sub:1")
    assert (await game.live()).seat_of(ben.id) == 1
    assert (await game.live()).seat_of(puppet.id) is None
    assert "You don't play" in (await forged(puppet, game, "hand")).text


async def test_nobody_takes_the_seat_of_an_absent_member_unless_all_others_agree(simulator):
    ann, ben, cleo, _ = simulator.members
    puppet = simulator.invite("Puppet")
    game = await timed(simulator, [ann, ben, cleo], seats=3)
    await until_away(simulator, game, ben)
    await forged(puppet, game, "sub:1")
    assert (await game.live()).seat_of(puppet.id) is None


async def test_a_former_player_cannot_see_a_second_hand_of_the_round(simulator):
    ann, ben, cleo, _ = simulator.members
    game = await timed(simulator, [ann, ben, cleo], seats=3)
    await until_away(simulator, game, ben)
    await leave(game, cleo)
    await forged(cleo, game, "sub:1")
    assert (await game.live()).seat_of(cleo.id) is None


# ---- games


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_whoever_plays_cannot_end_the_game_alone(simulator, who):
    ann, ben, *_ = simulator.members
    cheat = ann if who == "host" else simulator.invite("Mo", manages=True)
    game = await start(simulator, [ann, ben] if who == "host" else [ben, cheat], seats=2)
    await forged(cheat, game, "stop:1")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING


async def test_a_moderator_cannot_end_a_game_that_they_have_left(simulator):
    ann, ben, *_ = simulator.members
    keeper = simulator.invite("Mo", manages=True)
    game = await start(simulator, [ann, ben, keeper], seats=3)
    await leave(game, keeper)
    await forged(keeper, game, "stop:1")
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING


async def test_a_game_whose_last_member_leaves_ends_there(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben])
    for person in (ann, ben):
        await leave(game, person)
    row = await row_of(simulator, game)
    assert row.status is TableStatus.CLOSED
    await simulator.wait(600)
    assert (await row_of(simulator, game)).seq == row.seq


async def test_a_game_whose_last_member_forgets_ends_there(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann])
    asked = await ann.slash("privacy forget")
    await ann.press(asked.message, "forgetme")
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


async def test_computer_players_alone_do_not_move(simulator):
    ann, ben, *_ = simulator.members
    game = await timed(simulator, [ann, ben])
    for _ in range(12):
        if await kinds(game) == ["computer"] * 4:
            break
        await after(simulator, DAY + HOUR)
    assert (await row_of(simulator, game)).status is TableStatus.PLAYING
    before = await game.seq()
    for _ in range(3):
        await after(simulator, HOUR)
        await simulator.wait(60)
    assert await game.seq() == before
    await forged(ben, game, "back")
    await simulator.wait(60)
    assert await game.seq() > before or await game.turn() == ben


async def test_a_game_that_nobody_comes_back_to_ends_without_a_result(simulator):
    (ann,) = people = simulator.members[:1]
    game = await timed(simulator, people, seats=2, pace="live")
    await until_away(simulator, game, ann)
    assert "The clock is paused until" in (await ann.slash("tables")).text
    await after(simulator, 31 * DAY)
    assert (await row_of(simulator, game)).status is TableStatus.CLOSED


# ---- rated games


async def finished(simulator, people, **rest):
    game = await start(simulator, people, options={"max_rounds": 1}, **rest)
    await play_out(simulator, game)
    return game, simulator.latest(game.thread)


async def test_there_is_no_rematch_of_a_game_that_is_still_played(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    assert "isn't over yet" in (await forged(ann, game, "rematch")).text
    assert await simulator.bot.database.lobbies.rematch_of(game.table_id) is None


async def test_a_rematch_seats_nobody_who_did_not_press(simulator):
    ann, ben, *_ = simulator.members
    _, final = await finished(simulator, [ann, ben], seats=2)
    await ann.press(final, "Rematch")
    lobby = next(m for m in simulator.messages(simulator.channel.id) if "Set up" in m.labels)
    row = await simulator.bot.database.tables.find(number_of(lobby))
    assert [s.player and s.player.user_id for s in row.seats] == [ann.id, None]


async def test_who_never_acted_in_a_game_is_not_rated_for_it(simulator):
    ann, ben, cleo, _ = simulator.members
    game = await timed(simulator, [ann, ben, cleo], seats=3)
    await until_away(simulator, game, cleo)
    with simulator.env._bot_scope():
        simulator.bot.services.activity.wake((await play_on(simulator, game.table_id)).row)
    await simulator.wait(0)
    rated = {p.name for p in (ann, ben, cleo) if await standing(simulator, p)}
    assert rated == {"ann", "ben"}


async def standing(simulator, person):
    return await simulator.bot.database.leaderboards.entry(simulator.guild.id, None, person.id)


# ---- hands


HAND_OVER = """
    INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id)
    SELECT 1, ?, 0, 'member', id FROM player WHERE user_id = ?
    ON CONFLICT DO UPDATE SET player_id = excluded.player_id"""


def handing_over(simulator, seat, person):
    """Give the seat to another member at this moment."""
    connection = sqlite3.connect(simulator.database, isolation_level=None)
    connection.execute(HAND_OVER, (seat, person.id))
    connection.close()
    simulator.bot.services.sessions.changed(1)  # As the real handover reports it.


async def test_a_hand_that_is_handed_over_while_it_is_asked_for_is_not_shown(simulator, deferred):
    ann, ben, cleo, _ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    assert (await cleo.slash("play", game="house-canasta")).message  # So that the bot knows her.
    simulator.meanwhile("POST", "/interactions/*", lambda: handing_over(simulator, 1, cleo))
    answer = await ben.press(game.board, "My hand")
    assert "You don't play" in answer.text
    assert [message.images() for message in answer.told] == [{}]


@pytest.mark.parametrize("request_", [("PATCH", "/webhooks/*"), ("POST", "/interactions/*")])
async def test_a_panel_that_was_put_away_is_not_shown_on_a_former_players_panel(
    simulator, deferred, request_
):
    ann, ben, cleo, _ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    assert (await cleo.slash("play", game="house-canasta")).message  # So that the bot knows her.
    bens = await game.hand(ben)
    handing_over(simulator, 1, cleo)
    cleos = await game.hand(cleo)
    before = bens.text, bens.images()
    control = next(c for c in cleos.controls if c.kind == "button" and not c.disabled)
    simulator.meanwhile(*request_, lambda: simulator.put_away(cleos))
    await cleo.press(cleos, control.custom_id)
    assert (bens.text, bens.images()) == before


# ---- tables that are not one's own


async def pressed_in(simulator, place, person, custom_id):
    """Press a made-up component in some channel, on no message."""
    data = {"custom_id": custom_id, "component_type": 2}
    (answer,) = await simulator.together(Pressing(person, place.id, COMPONENT, data))
    return answer.text


@pytest.mark.parametrize("verb", ["log", "sheet", "rules", "more", "hand", "sub"])
async def test_of_a_game_a_stranger_hears_only_where_it_is_played(simulator, verb):
    ann, ben, cleo, _ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    hall = simulator.guild.create_text_channel("hall")
    told = await pressed_in(simulator, hall, cleo, f"t1:{verb}:{game.table_id}:0")
    assert "somewhere else" in told
    assert not {"Ann", "Ben", "ann", "ben"} & set(told.split())


@pytest.mark.parametrize("verb", ["setup", "house", "sealed", "howto", "join"])
async def test_of_a_lobby_a_stranger_hears_only_where_it_stands(simulator, verb):
    ann, _, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    hall = simulator.guild.create_text_channel("hall")
    assert "somewhere else" in await pressed_in(simulator, hall, cleo, f"t1:{verb}:1:1")
    assert "cleo" not in lobby.text.lower()


@pytest.mark.parametrize("verb", ["setup", "house", "sealed", "join", "log"])
async def test_nobody_else_hears_that_there_is_a_practice_game(simulator, verb):
    ann, ben, *_ = simulator.members
    await ann.slash("practice", game="house-canasta")
    told = await pressed_in(simulator, simulator.channel, ben, f"t1:{verb}:1:0")
    assert "This table is closed" in told


# ---- the decision on the table message


async def test_who_presses_take_and_cannot_is_told_the_rule(simulator):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    position = {"hands": ["5C 6C 8C", "5D 6D 8D"], "pile": "KS", "phase": "draw", "turn": 0}
    await placed(game, position)
    told = {seat: await forged(await seated(game, seat), game, "take") for seat in (0, 1)}
    assert "make a meld with" in told[0].text
    assert "not your turn" in told[1].text


# ---- what is made up


@pytest.mark.parametrize("values", [(), ("abc",), ("9" * 30,), ("77",), ("-1", "5")])
async def test_a_made_up_choice_is_no_fault_of_ours(simulator, values):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    await open_lobby(simulator, ann)
    for verb in sorted(one.name for one in ACTIONS.values() if isinstance(one, SelectAction)):
        for table_id in (game.table_id, game.table_id + 1):
            await simulator.wait(5)  # Otherwise the presses would be rate limited.
            await forged_at(simulator, ann, table_id, verb, values)


async def forged_at(simulator, person, table_id, verb, values):
    """Press a made-up component. The simulator fails the test if an error is logged."""
    sent = await person.slash("help")
    await person.press_stale(sent.message, f"t1:{verb}:{table_id}:0:0", values)


@pytest.mark.parametrize("address", ["9" * 30 + ":0", "1:" + "9" * 30, "1:0:" + "9" * 30])
async def test_a_number_that_no_file_holds_is_no_fault_of_ours(simulator, address):
    ann, ben, *_ = simulator.members
    game = await start(simulator, [ann, ben], seats=2)
    for verb in ("say", "log", "yea", "throw"):
        assert "older message" in (await ann.press_stale(game.board, f"t1:{verb}:{address}")).text


async def test_a_made_up_form_without_its_field_is_no_fault_of_ours(simulator):
    ann = simulator.members[0]
    lobby = await open_lobby(simulator, ann)
    page = (await ann.press(lobby, "house")).message
    for verb in ("numbered", "kept"):
        data = {"custom_id": f"t1:{verb}:1:1:4", "components": []}
        await simulator.together(Pressing(ann, page.channel_id, MODAL, data, page))
