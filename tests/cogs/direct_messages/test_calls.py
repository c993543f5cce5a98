"""Reminders by direct message: calls with buttons, which become the hand."""

import pytest

from cogs.direct_messages.calls import call_layout
from cogs.narration.table_words import decision_in_words
from cogs.ui.texts import card
from data.models.members import ReminderPreferences
from tests.cogs.direct_messages.support import hands_in_dm, in_dm, leave, on_turn, open_in_dm
from tests.cogs.support.play import default_move, default_turn, first, offers
from tests.cogs.support.positions import live
from tests.cogs.support.time import HOUR, MINUTE, after, timed
from tests.simulator.messages import controls_in, media_in, texts_in

MOVED_ON = "The table has moved on. Here is how it stands."


async def called(simulator, **how):
    """Return a game by direct message, the member who was called, another one, and the call."""
    for person in simulator.members:
        await simulator.bot.database.members.change_reminder_preferences(
            person.id, lambda _: ReminderPreferences(way="direct")
        )
    game = await timed(simulator, simulator.members[:2], seats=2, **how)
    await simulator.wait(1)
    turn, other = await on_turn(game)
    (call,) = in_dm(simulator, turn)
    return game, turn, other, call


def is_call(shown):
    """Whether a message is a call: it has Play, and nothing else of a hand."""
    verbs = {control.verb for control in shown.controls}
    return "main" in verbs and "about" not in verbs


async def decides(game, person):
    """Whether it is the member's turn."""
    live = await game.live()
    return live.player(live.game.table.turn).user_id == person.id


async def row_of(simulator, game, person):
    rows = await simulator.bot.database.messages.dm_hands(game.table_id)
    return next((row for row in rows if row.user_id == person.id), None)


# ---- what a call shows


async def test_a_call_has_play_and_the_first_two_decisions(simulator):
    game, _, _, call = await called(simulator)
    assert [control.verb for control in call.controls] in (["main", "say", "take"], ["main", "say"])
    assert call.labels[:2] == ("Play", "Draw 2 cards")
    assert "Card Corner" in call.text
    assert f"House Canasta, table {game.table_id}, round 1" in call.text
    at = await game.live()
    assert decision_in_words(at, at.game.table.turn) in call.text
    assert "<t:" in call.text


OFFERED = {
    "game": "ten-pennies",
    "seats": 3,
    "turn": 1,
    "phase": "offer",
    "pile": "9S Jo",
    "hands": ["KS KH 8D 8S 5C 4D", "4C 5D 6H", "4C 5D 6H"],
}
DRAW = {"seats": 2, "pile": "4S", "hands": ["KS KH", "QS QH"], "stock": "9S 9H"}
ASKED = {
    "game": "classic-canasta",
    "seats": 4,
    "turn": 2,
    "phase": "answer",
    "question": {"asker": 2, "asked": 0, "plan": "discard 5S"},
    "hands": ["KS KH", "4C 5D 6H", "5S", "4C 5D 6H"],
}


@pytest.mark.parametrize(
    "position,labels",
    [
        (DRAW, ["Play", "Draw 2 cards", "Take the pile (1 card)"]),
        (OFFERED, ["Play", "Buy Joker (+2 cards) for a penny", "Pass"]),
        (ASKED, ["Play", "Yes", "No"]),
    ],
)
def test_a_call_has_the_first_two_decisions(position, labels):
    shown = call_layout(live(position), 0, "Card Corner", "tell").to_components()
    assert [control.label for control in controls_in(shown)] == labels


@pytest.mark.parametrize("game", ["house-canasta", "ponytail-canasta", "ten-pennies"])
@pytest.mark.parametrize("how", ["tell", "remind", "nudge"])
def test_a_call_is_the_same_whatever_the_hand_is(game, how):
    hands = ["KS KH KD 5S 5H", "QS QH 7D 7S 8H"]
    rest = {"game": game, "seats": 2, "pile": "4S", "stock": "9S 9H"}
    states = [live({**rest, "hands": both}) for both in (hands, hands[::-1])]
    shown = [call_layout(at, 0, "Card Corner", how, "Ben").to_components() for at in states]
    assert shown[0] == shown[1]
    assert list(media_in(shown[0])) == []
    spoken = " ".join([*texts_in(shown[0]), *(c.label for c in controls_in(shown[0]))])
    assert [face for face in states[0].view(0).hand if card(face) in spoken] == []


# ---- presses on a call


async def test_play_turns_the_call_itself_into_the_hand(simulator):
    game, turn, _, call = await called(simulator)
    await turn.press(call, "Play")
    assert in_dm(simulator, turn) == [call]
    assert hands_in_dm(simulator, turn) == [call]
    assert not is_call(call)
    row = await row_of(simulator, game, turn)
    assert (row.message_id, row.call) == (call.id, False)


async def test_a_turn_with_a_chosen_discard_is_three_taps_from_the_call(simulator):
    game, turn, other, call = await called(simulator)
    assert await taps_of_turn(turn, call, ["say"]) == 3
    assert await game.turn() == other


async def test_a_turn_with_a_chosen_discard_is_four_taps_by_play(simulator):
    game, turn, other, call = await called(simulator)
    assert await taps_of_turn(turn, call, ["main", "say"]) == 4
    assert await game.turn() == other


async def taps_of_turn(person, message, labels):
    """Press these buttons, then discard. Return the number of taps; a select takes two."""
    for label in labels:
        await person.press(message, label)
    if any(control.verb == "throw" for control in message.controls):
        button = next(control for control in message.controls if control.verb == "throw")
        await person.press(message, button.custom_id)
        return len(labels) + 1
    await person.choose(message, "drop", [first(message, "drop")])
    return len(labels) + 2


async def test_a_stale_decision_shows_the_table_and_plays_nothing(simulator):
    game, turn, other, call = await called(simulator)
    await default_turn(game)
    seq = await game.seq()
    await turn.press(call, "say")
    assert await game.seq() == seq
    assert MOVED_ON in call.text
    assert hands_in_dm(simulator, turn) == [call]
    assert await game.turn() == other


async def test_a_decision_acts_at_once_and_the_thread_follows(simulator):
    game, turn, _, call = await called(simulator)
    await turn.press(call, "say")
    assert offers(call, "drop") or any(c.verb == "throw" for c in call.controls)
    assert (await game.live()).view(None).pending[0].kind == "play"


# ---- one table is one message


async def test_a_reminder_replaces_the_call_that_it_repeats(simulator):
    _, turn, _, call = await called(simulator)
    await after(simulator, 19 * HOUR)
    (reminder,) = in_dm(simulator, turn)
    assert reminder != call
    assert is_call(reminder)
    assert "Still waiting for you." in reminder.text


async def test_when_the_turn_comes_a_new_call_replaces_the_hand(simulator):
    game, _, other, _ = await called(simulator)
    hand = await open_in_dm(other)
    await after(simulator, 5 * MINUTE)
    await default_turn(game)
    await simulator.wait(1)
    (call,) = in_dm(simulator, other)
    assert call != hand
    assert is_call(call)
    row = await row_of(simulator, game, other)
    assert (row.message_id, row.call) == (call.id, True)
    assert await simulator.bot.database.messages.stale(game.table_id) == ()


async def test_a_hand_that_the_member_looks_at_is_not_replaced_at_once(simulator):
    game, _, other, _ = await called(simulator)
    hand = await open_in_dm(other)
    await other.press(hand, "about")
    await default_turn(game)
    await simulator.wait(1)
    assert in_dm(simulator, other) == [hand]
    await after(simulator, 5 * MINUTE)
    (call,) = in_dm(simulator, other)
    assert is_call(call)


async def test_a_hand_that_could_not_be_deleted_is_deleted_later(simulator):
    game, _, other, _ = await called(simulator)
    hand = await open_in_dm(other)
    await after(simulator, 5 * MINUTE)
    simulator.fail("DELETE", f"/channels/{other.dm}/messages/{hand.id}", status=500, times=8)
    await default_turn(game)
    await simulator.wait(1)
    assert hand in in_dm(simulator, other)
    simulator.heal()
    await default_turn(game)
    await after(simulator, HOUR)
    assert hand not in in_dm(simulator, other)


async def test_an_answer_lost_on_the_way_sends_no_second_call(simulator):
    game, _, other, _ = await called(simulator)
    path = f"/channels/{other.dm}/messages"
    simulator.disconnect("POST", path, times=1, carried_out=True)
    simulator.hang("GET", path)
    await default_turn(game)
    await after(simulator, 10 * MINUTE)  # Discord has forgotten the nonce: only the mark is left.
    assert await row_of(simulator, game, other) is None
    simulator.heal()
    await after(simulator, 10 * MINUTE)
    (call,) = in_dm(simulator, other)
    assert (await row_of(simulator, game, other)).message_id == call.id
    assert sum(one.method == "POST" and one.path == path for one in simulator.sent) == 1


async def test_at_the_end_of_the_game_a_call_is_one_sentence(simulator):
    game, turn, _, call = await called(simulator)
    page = await turn.press_stale(call, f"t1:quit:{game.table_id}:0")
    await turn.press(page.message, page.message.controls[0].custom_id)
    await after(simulator, 2 * MINUTE)
    assert call.controls == ()
    assert "do not play" in call.text


# ---- who is called


async def test_whoever_has_left_gets_at_most_three_calls_and_nobody_asks_discord(simulator):
    game, turn, other, _ = await called(simulator)
    leave(simulator, turn)
    before = len(simulator.sent)
    calls = set()
    for _ in range(12):
        await after(simulator, 13 * HOUR)
        rows = await simulator.bot.database.messages.dm_hands(game.table_id)
        calls |= {row.seq for row in rows if row.user_id == turn.id and row.call}
        assert all(is_call(shown) or shown.controls == () for shown in in_dm(simulator, turn))
        while await decides(game, other):
            await default_move(game)
    asked = [one for one in simulator.sent[before:] if f"/members/{turn.id}" in one.path]
    assert len(asked) <= 1  # A takeover asks once whether the member is there.
    assert 1 <= len(calls) <= 3


async def test_play_shows_no_hand_to_whoever_has_left(simulator):
    game, turn, _, call = await called(simulator)
    leave(simulator, turn)
    seq = await game.seq()
    answer = await turn.press(call, "Play")
    assert "You are not on" in answer.text
    await turn.press(call, "say")
    assert await game.seq() == seq
    assert hands_in_dm(simulator, turn) == [call]
    assert is_call(call)


# ---- the question of the first hand


ASKS = "Remind you here from now on?"


async def test_the_first_hand_asks_once(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    turn, _ = await on_turn(game)
    hand = await open_in_dm(turn)
    assert f"This is your hand, and only you see it. {ASKS}" in hand.text
    await turn.press(hand, "about")
    assert ASKS not in hand.text
    assert ASKS not in (await open_in_dm(turn)).text


@pytest.mark.parametrize(
    "button,way", [("Yes, remind me here", "direct"), ("No, at the table", "thread")]
)
async def test_the_answer_decides_where_reminders_come(simulator, button, way):
    game = await timed(simulator, simulator.members[:2], seats=2)
    turn, _ = await on_turn(game)
    hand = await open_in_dm(turn)
    await turn.press(hand, button)
    assert (await simulator.bot.database.members.reminder_preferences(turn.id)).way == way
    assert ASKS not in hand.text
    assert "/preferences" in hand.text


async def test_whoever_has_chosen_direct_messages_is_not_asked(simulator):
    _, turn, _, call = await called(simulator)
    await turn.press(call, "Play")
    assert ASKS not in call.text


async def test_whoever_has_chosen_nothing_gets_no_direct_message(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    await after(simulator, 19 * HOUR)
    assert [in_dm(simulator, person) for person in game.people] == [[], []]
