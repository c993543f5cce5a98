"""Tests of when the public table is painted: at a turn's end, and in a turn after quiet seconds."""

import pytest

from cogs.delivery.repaint_queue import QUIET_SECONDS
from tests.cogs.hand.test_offers import asking
from tests.cogs.support.finished_games import play_on
from tests.cogs.support.play import first, leaving, offers, start

FREE = ("/interactions/", "/webhooks/")
"""Paths of requests that do not count against Discord's 50 a second."""


@pytest.fixture
def patient(simulator):
    """A simulator in which the quiet seconds pass only while a test waits."""
    simulator.rests = False
    return simulator


def counted(simulator, since=0):
    """Return the requests since then that count against Discord's 50 a second."""
    return [
        f"{one.method} {one.path}"
        for one in simulator.sent[since:]
        if not one.path.startswith(FREE) and one.method != "GET"
    ]


def edits(simulator, message):
    """Return how often a message was edited."""
    return [one.path for one in simulator.sent if one.method == "PATCH"].count(
        f"/channels/{message.channel_id}/messages/{message.id}"
    )


def seen(board):
    """The content of a table message: words, buttons, and the picture's description."""
    return board.text, [control.custom_id for control in board.controls], board.alts


async def begun(simulator, people=4, **how):
    """Start a game and let its table rest; return the game and the panel of the turn player."""
    game = await start(simulator, simulator.members[:people], **how)
    await simulator.wait(60)
    return game, await game.hand(await game.turn())


async def turn(game, pause):
    """Draw, lay what is suggested, and discard, with a pause before each press."""
    person = await game.turn()
    panel = await game.hand(person)
    await game.simulator.wait(pause)
    await person.press(panel, "say")
    await game.simulator.wait(pause)
    if offers(panel, "lay"):
        await person.choose(panel, "lay", ["0"])
        await game.simulator.wait(pause)
    await person.choose(panel, "drop", [first(panel, "drop")])


# ---- within a turn


async def test_words_buttons_and_picture_follow_together_after_the_quiet_seconds(patient):
    game, panel = await begun(patient)
    before, board = seen(game.board), game.board
    await (await game.turn()).press(panel, "say")
    await patient.wait(QUIET_SECONDS - 1)
    assert (seen(board), edits(patient, board)) == (before, 0)
    await patient.wait(1)
    assert edits(patient, board) == 1
    assert all(new != old for new, old in zip(seen(board), before, strict=True))


async def test_each_move_begins_the_quiet_seconds_again(patient):
    game, panel = await begun(patient)
    person, board = await game.turn(), game.board
    await person.press(panel, "say")
    await patient.wait(QUIET_SECONDS - 1)
    await person.choose(panel, "lay", ["0"])
    await patient.wait(QUIET_SECONDS - 1)
    assert edits(patient, board) == 0
    await patient.wait(1)
    assert edits(patient, board) == 1


async def test_the_members_own_panel_is_current_at_once(patient):
    game, panel = await begun(patient)
    await (await game.turn()).press(panel, "say")
    assert any(control.verb == "drop" for control in panel.controls)


async def test_a_button_that_waits_for_its_paint_answers_with_the_current_state(patient):
    game, panel = await begun(patient)
    person = await game.turn()
    await person.press(panel, "say")
    answer = await person.press(game.board, "say")
    assert await game.seq() == 1
    assert any(control.verb == "drop" for control in answer.message.controls)
    assert patient.errors == []


# ---- at once


async def test_a_turns_end_is_painted_at_once(patient):
    game, _ = await begun(patient)
    old = game.board
    await turn(game, 0)
    assert game.board != old
    assert game.board.pinged == ((await game.turn()).id,)


async def test_an_undo_is_painted_at_once(patient):
    game, panel = await begun(patient)
    person, board = await game.turn(), game.board
    await person.press(panel, "say")
    await person.choose(panel, "lay", ["0"])
    await person.press(panel, "undo")
    assert edits(patient, board) == 1
    assert (await game.live()).row.rendered_seq == await game.seq() == 3


async def test_who_is_offered_a_card_sees_it_at_once_and_each_answer_too(patient):
    game, panel = await begun(patient, game="ten-pennies")
    person, old = await game.turn(), game.board
    await person.press(panel, leaving(panel))
    others = {member.id for member in game.people} - {person.id}
    assert game.board != old
    assert set(game.board.pinged) == others
    other = next(member for member in game.people if member.id in others)
    await other.press(await game.hand(other), "Pass")
    assert edits(patient, game.board) == 1
    assert f"<@{other.id}>" not in game.board.text


async def test_a_partner_who_is_asked_sees_it_at_once(simulator):
    game, person = await asking(simulator)
    simulator.rests = False
    row = (await game.live()).row
    await simulator.bot.database.tables.mark_rendered(row.id, row.seq, row.rendered_seq)
    mate = game.people[2]
    await person.press(await game.hand(person), f"Ask {mate.name.title()} first")
    assert game.board.pinged == (mate.id,)


async def test_a_rounds_end_is_painted_at_once(simulator):
    game, person = await asking(simulator)
    simulator.rests = False
    await person.press(await game.hand(person), "Go out")
    assert "round 2" in game.board.text


async def test_a_games_end_is_painted_at_once(patient):
    game, _ = await begun(patient, people=2, seats=2)
    live = await play_on(patient, game.table_id)
    with patient.env._bot_scope():
        patient.bot.services.activity.continue_game(live)
    await patient.wait(0)
    row = (await game.live()).row
    assert row.status == "finished"
    assert row.rendered_seq == row.seq


@pytest.mark.parametrize("page, button", [("Pause", "pause"), ("Leave the table", "Yes, leave")])
async def test_a_pause_and_a_change_of_seats_are_painted_at_once_in_a_turn(patient, page, button):
    game, panel = await begun(patient)
    person, board = await game.turn(), game.board
    await person.press(panel, "say")
    more = await person.press(game.board, "More")
    asked = await person.press(more.message, page)
    assert edits(patient, board) == 0
    wanted = next(c for c in asked.message.controls if button in {c.label, c.verb})
    await person.press(asked.message, wanted.custom_id)
    assert edits(patient, board) > 0


# ---- what outlives the quiet seconds


@pytest.mark.parametrize("crash", [True, False])
async def test_a_table_that_was_not_painted_yet_is_painted_after_the_start(patient, crash):
    game, panel = await begun(patient)
    board = game.board
    await (await game.turn()).press(panel, "say")
    await patient.restart(crash=crash)
    await patient.wait(0)
    assert edits(patient, board) == 1
    row = (await game.live()).row
    assert row.rendered_seq == row.seq == 1


async def test_a_shard_that_is_given_away_leaves_the_paint_to_its_next_process(patient):
    game, panel = await begun(patient)
    board, activity, ownership = game.board, patient.bot.services.activity, patient.bot.ownership
    ownership.is_exclusive = False
    await (await game.turn()).press(panel, "say")
    ownership.owns = lambda _: False
    await activity.stop_unowned()
    await patient.wait(QUIET_SECONDS)
    assert edits(patient, board) == 0
    del ownership.owns
    with patient.env._bot_scope():
        await activity.resume_owned(0)
    await patient.wait(0)
    assert edits(patient, board) == 1


async def test_where_several_processes_may_change_tables_a_turn_is_painted_as_late(patient):
    game, panel = await begun(patient)
    board, patient.bot.ownership.is_exclusive = game.board, False
    await (await game.turn()).press(panel, "say")
    await patient.bot.services.timer_loop._show_due(patient.bot.clock())
    await patient.wait(0)
    assert edits(patient, board) == 0
    await patient.wait(QUIET_SECONDS)
    assert edits(patient, board) == 1


# ---- replaced messages


async def test_a_replaced_message_keeps_its_buttons_until_the_table_rests(patient):
    game, _ = await begun(patient)
    old = game.board
    await turn(game, 2)
    assert "My hand" in old.labels
    await patient.wait(QUIET_SECONDS)
    assert (old.labels, edits(patient, old)) == ((), 1)


async def test_of_several_replaced_messages_only_the_newest_is_retired(patient):
    game, _ = await begun(patient)
    old = []
    for _ in range(4):
        old.append(game.board)
        await turn(game, 2)
    await patient.wait(60)
    assert [edits(patient, one) for one in old] == [0, 0, 0, 1]
    assert await patient.bot.database.messages.stale(game.table_id) == ()


async def test_a_message_that_was_passed_over_answers_with_the_current_state(patient):
    game, _ = await begun(patient)
    old, person = game.board, await game.turn()
    for _ in range(4):
        await turn(game, 2)
    assert await game.turn() == person
    seq = await game.seq()
    answer = await person.press(old, "say")
    assert (await game.seq(), patient.errors) == (seq, [])
    assert any(control.verb == "say" for control in answer.message.controls)
    await person.press(old, "My hand")
    await patient.wait(QUIET_SECONDS)
    assert old.controls == ()


# ---- the requests of a turn


@pytest.mark.parametrize("pause, most", [(2, 1.5), (20, 4)])
async def test_a_members_turn_sends_few_requests_that_count(patient, pause, most):
    game, _ = await begun(patient)
    before, turns = len(patient.sent), 8
    for _ in range(turns):
        await turn(game, pause)
    await patient.wait(120)
    assert len(counted(patient, before)) / turns <= most, counted(patient, before)


async def test_each_turn_of_a_computer_player_sends_one_request_that_counts(patient):
    game, _ = await begun(patient, people=1)
    patient.bot.services.computers.pause = 1
    before, turns = len(patient.sent), 4 * 4
    for _ in range(4):
        await turn(game, 1)
        await patient.wait(5)
    assert len(counted(patient, before)) <= turns, counted(patient, before)
