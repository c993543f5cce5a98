"""Who has power over a seat or a game: each test is the attack, as whoever cheats would try it."""

import sqlite3

import pytest

from cogs._kit.verbs import Select
from data.game.rows import Status
from tests.cogs.clocks import DAY, HOUR, after, timed
from tests.cogs.finished import play_on, play_out
from tests.cogs.playing import default_turn, number_of, open_lobby, placed, seated, start
from tests.simulated.people import COMPONENT, MODAL, Pressing


async def forged(person, game, control, values=None):
    """A press of a control that is on no message of theirs: verb, and numbers after the address."""
    verb, _, rest = control.partition(":")
    made_up = f"t1:{verb}:{game.table_id}:0" + (f":{rest}" if rest else "")
    return await person.press_stale(game.board, made_up, values)


async def row_of(room, game):
    return await room.bot.store.tables.find(game.table_id)


async def kinds(game):
    return [driver.kind for driver in await game.drivers()]


async def leave(game, person):
    await forged(person, game, "quit:1")


async def until_away(room, game, person):
    """Let somebody miss three decisions, while the others take theirs."""
    for _ in range(30):
        live = await game.live()
        if live.driver(live.seat_of(person.id)).kind == "computer":
            return
        if await game.turn() == person:
            await after(room, DAY + HOUR)
        else:
            await default_turn(game)
    raise AssertionError("never handed over")


# ---- seats


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_whoever_plays_cannot_replace_an_opponent(room, who):
    ann, ben, *_ = room.people
    cheat = ann if who == "host" else room.invite("Mo", manages=True)
    game = await start(room, [ann, ben] if who == "host" else [ben, cheat], seats=2)
    seat = (await game.live()).seat_of(ben.id)
    await forged(cheat, game, "replace", [str(seat)])
    assert await kinds(game) == ["member", "member"]


async def test_a_second_account_does_not_get_an_opponents_hand(room):
    ann, ben, puppet, _ = room.people
    game = await start(room, [ann, ben], seats=2)
    await forged(ann, game, "replace", ["1"])
    await forged(ann, game, "invite")
    await forged(puppet, game, "sub:1")
    assert (await game.live()).seat_of(ben.id) == 1
    assert (await game.live()).seat_of(puppet.id) is None
    assert "You don't play" in (await forged(puppet, game, "hand")).text


async def test_nobody_takes_the_seat_of_an_absent_member_unless_all_others_agree(room):
    ann, ben, cleo, _ = room.people
    puppet = room.invite("Puppet")
    game = await timed(room, [ann, ben, cleo], seats=3)
    await until_away(room, game, ben)
    await forged(puppet, game, "sub:1")
    assert (await game.live()).seat_of(puppet.id) is None


async def test_a_former_player_cannot_see_a_second_hand_of_the_round(room):
    ann, ben, cleo, _ = room.people
    game = await timed(room, [ann, ben, cleo], seats=3)
    await until_away(room, game, ben)
    await leave(game, cleo)
    await forged(cleo, game, "sub:1")
    assert (await game.live()).seat_of(cleo.id) is None


# ---- games


@pytest.mark.parametrize("who", ["host", "moderator"])
async def test_whoever_plays_cannot_end_the_game_alone(room, who):
    ann, ben, *_ = room.people
    cheat = ann if who == "host" else room.invite("Mo", manages=True)
    game = await start(room, [ann, ben] if who == "host" else [ben, cheat], seats=2)
    await forged(cheat, game, "stop:1")
    assert (await row_of(room, game)).status is Status.PLAYING


async def test_a_moderator_cannot_end_a_game_that_they_have_left(room):
    ann, ben, *_ = room.people
    keeper = room.invite("Mo", manages=True)
    game = await start(room, [ann, ben, keeper], seats=3)
    await leave(game, keeper)
    await forged(keeper, game, "stop:1")
    assert (await row_of(room, game)).status is Status.PLAYING


async def test_a_game_whose_last_member_leaves_ends_there(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben])
    for person in (ann, ben):
        await leave(game, person)
    row = await row_of(room, game)
    assert row.status is Status.CLOSED
    await room.wait(600)
    assert (await row_of(room, game)).seq == row.seq


async def test_a_game_whose_last_member_forgets_ends_there(room):
    ann = room.people[0]
    game = await start(room, [ann])
    asked = await ann.slash("privacy forget")
    await ann.press(asked.message, "forgetme")
    assert (await row_of(room, game)).status is Status.CLOSED


async def test_computer_players_alone_do_not_move(room):
    ann, ben, *_ = room.people
    game = await timed(room, [ann, ben])
    for _ in range(12):
        if await kinds(game) == ["computer"] * 4:
            break
        await after(room, DAY + HOUR)
    assert (await row_of(room, game)).status is Status.PLAYING
    before = await game.seq()
    for _ in range(3):
        await after(room, HOUR)
        await room.wait(60)
    assert await game.seq() == before
    await forged(ben, game, "back")
    await room.wait(60)
    assert await game.seq() > before or await game.turn() == ben


async def test_a_game_that_nobody_comes_back_to_ends_without_a_result(room):
    (ann,) = people = room.people[:1]
    game = await timed(room, people, seats=2)
    await until_away(room, game, ann)
    assert "The clock is paused until" in (await ann.slash("tables")).text
    await after(room, 31 * DAY)
    assert (await row_of(room, game)).status is Status.CLOSED


# ---- rated games


async def finished(room, people, **rest):
    game = await start(room, people, options={"max_rounds": 1}, **rest)
    await play_out(room, game)
    return game, room.latest(game.thread)


async def test_there_is_no_rematch_of_a_game_that_is_still_played(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben], seats=2)
    assert "isn't over yet" in (await forged(ann, game, "rematch")).text
    assert await room.bot.store.lobbies.rematch_of(game.table_id) is None


async def test_a_rematch_seats_nobody_who_did_not_press(room):
    ann, ben, *_ = room.people
    _, final = await finished(room, [ann, ben], seats=2)
    await ann.press(final, "Rematch")
    lobby = next(m for m in room.messages(room.channel.id) if "Set up" in m.labels)
    row = await room.bot.store.tables.find(number_of(lobby))
    assert [s.driver and s.driver.user_id for s in row.seats] == [ann.id, None]


async def test_who_never_acted_in_a_game_is_not_rated_for_it(room):
    ann, ben, cleo, _ = room.people
    game = await timed(room, [ann, ben, cleo], seats=3, options={"max_rounds": 1})
    await until_away(room, game, cleo)
    with room.env._bot_scope():
        room.bot.parlour.wake((await play_on(room, game.table_id)).row)
    await room.wait(0)
    rated = {p.name for p in (ann, ben, cleo) if await standing(room, p)}
    assert rated == {"ann", "ben"}


async def standing(room, person):
    return await room.bot.store.ladders.standing(room.guild.id, None, person.id)


# ---- hands


HAND_OVER = """
    INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id)
    SELECT 1, ?, 0, 'member', id FROM player WHERE user_id = ?
    ON CONFLICT DO UPDATE SET player_id = excluded.player_id"""


def handing_over(room, seat, person):
    """Somebody else has the seat, from one moment to the next."""
    connection = sqlite3.connect(room.database, isolation_level=None)
    connection.execute(HAND_OVER, (seat, person.id))
    connection.close()
    room.bot.parlour.tables.changed(1)  # as whoever hands a seat over says


async def test_a_hand_that_is_handed_over_while_it_is_asked_for_is_not_shown(room):
    ann, ben, cleo, _ = room.people
    game = await start(room, [ann, ben], seats=2)
    assert (await cleo.slash("play", game="house-canasta")).message  # so that she is known
    room.meanwhile("POST", "/interactions/*", lambda: handing_over(room, 1, cleo))
    answer = await ben.press(game.board, "My hand")
    assert "You don't play" in answer.text
    assert [message.images() for message in answer.told] == [{}]


async def test_a_panel_that_was_put_away_is_not_shown_on_a_former_players_panel(room):
    ann, ben, cleo, _ = room.people
    game = await start(room, [ann, ben], seats=2)
    assert (await cleo.slash("play", game="house-canasta")).message  # so that she is known
    bens = await game.hand(ben)
    handing_over(room, 1, cleo)
    cleos = await game.hand(cleo)
    before = bens.text, bens.images()
    control = next(c for c in cleos.controls if c.kind == "button" and not c.disabled)
    room.meanwhile("PATCH", "/webhooks/*", lambda: room.put_away(cleos))
    await cleo.press(cleos, control.custom_id)
    assert (bens.text, bens.images()) == before


# ---- tables that are not one's own


async def pressed_in(room, place, person, custom_id):
    """A made-up control, pressed in some place on no message."""
    data = {"custom_id": custom_id, "component_type": 2}
    (answer,) = await room.together(Pressing(person, place.id, COMPONENT, data))
    return answer.text


@pytest.mark.parametrize("verb", ["log", "sheet", "rules", "more", "hand", "sub"])
async def test_of_a_game_a_stranger_hears_only_where_it_is_played(room, verb):
    ann, ben, cleo, _ = room.people
    game = await start(room, [ann, ben], seats=2)
    hall = room.guild.create_text_channel("hall")
    told = await pressed_in(room, hall, cleo, f"t1:{verb}:{game.table_id}:0")
    assert "somewhere else" in told
    assert not {"Ann", "Ben", "ann", "ben"} & set(told.split())


@pytest.mark.parametrize("verb", ["setup", "house", "sealed", "howto", "join"])
async def test_of_a_lobby_a_stranger_hears_only_where_it_stands(room, verb):
    ann, _, cleo, _ = room.people
    lobby = await open_lobby(room, ann)
    hall = room.guild.create_text_channel("hall")
    assert "somewhere else" in await pressed_in(room, hall, cleo, f"t1:{verb}:1:1")
    assert "cleo" not in lobby.text.lower()


@pytest.mark.parametrize("verb", ["setup", "house", "sealed", "join", "log"])
async def test_nobody_else_hears_that_there_is_a_practice_game(room, verb):
    ann, ben, *_ = room.people
    await ann.slash("practice", game="house-canasta")
    told = await pressed_in(room, room.channel, ben, f"t1:{verb}:1:0")
    assert "This table is closed" in told


# ---- the decision on the table message


async def test_who_presses_take_and_cannot_is_told_the_rule(room):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben], seats=2)
    position = {"hands": ["5C 6C 8C", "5D 6D 8D"], "pile": "KS", "phase": "draw", "turn": 0}
    await placed(game, position)
    told = {seat: await forged(await seated(game, seat), game, "take") for seat in (0, 1)}
    assert "make a meld with" in told[0].text
    assert "not your turn" in told[1].text


# ---- what is made up


@pytest.mark.parametrize("values", [(), ("abc",), ("9" * 30,), ("77",), ("-1", "5")])
async def test_a_made_up_choice_is_no_fault_of_ours(room, values):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben], seats=2)
    await open_lobby(room, ann)
    for verb in sorted(one.name for one in room.bot.controls.verbs if isinstance(one, Select)):
        for table_id in (game.table_id, game.table_id + 1):
            await room.wait(5)  # nobody presses faster than anybody plays
            await forged_at(room, ann, table_id, verb, values)


async def forged_at(room, person, table_id, verb, values):
    """The room fails the test when a fault is logged."""
    sent = await person.slash("help")
    await person.press_stale(sent.message, f"t1:{verb}:{table_id}:0:0", values)


@pytest.mark.parametrize("address", ["9" * 30 + ":0", "1:" + "9" * 30, "1:0:" + "9" * 30])
async def test_a_number_that_no_file_holds_is_no_fault_of_ours(room, address):
    ann, ben, *_ = room.people
    game = await start(room, [ann, ben], seats=2)
    for verb in ("say", "log", "yea", "throw"):
        assert "older message" in (await ann.press_stale(game.board, f"t1:{verb}:{address}")).text


async def test_a_made_up_form_without_its_field_is_no_fault_of_ours(room):
    ann = room.people[0]
    lobby = await open_lobby(room, ann)
    page = (await ann.press(lobby, "house")).message
    for verb in ("numbered", "kept"):
        data = {"custom_id": f"t1:{verb}:1:1:4", "components": []}
        await room.together(Pressing(ann, page.channel_id, MODAL, data, page))
