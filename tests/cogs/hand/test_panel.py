"""Tests of the panel: one seat's hand, its legal moves, and its layout."""

from fnmatch import fnmatch

import pytest

import engine
from cogs.game.move_log import MAX_UNDO_PER_TURN, UNDO
from cogs.ui.texts import escaped_name
from engine.advice.choices import discards, suggestions
from engine.advice.judgement import judge
from tests.cogs.support.play import (
    default_move,
    default_turn,
    first,
    green,
    offers,
    placed,
    seated,
    start,
)
from tests.simulator.messages import GALLERY, TEXT, walk


async def drawn(game):
    """Return the member to act, with a panel after the draw."""
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    return person, panel


async def until_a_meld(game):
    """Play turns until the member to act has a suggestion after drawing."""
    for _ in range(40):
        person, panel = await drawn(game)
        if offers(panel, "lay"):
            return person, panel
        await person.choose(panel, "drop", [first(panel, "drop")])
    raise AssertionError("nobody can meld in 40 turns")


async def test_my_hand_is_private_and_holds_picture_and_words(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(simulator.members[0])
    assert panel.private
    assert list(panel.images()) == ["hand.png"]
    assert "11 cards" in panel.text


async def test_to_draw_there_is_a_button_with_the_number_of_cards(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(await game.turn())
    assert "Draw 2 cards" in panel.labels


async def test_a_pile_that_cannot_be_taken_is_greyed_out_with_the_reason(simulator):
    panel, take = await taking(simulator, hand="5S 6D 8C TH")
    assert take.disabled
    assert "🔒" in panel.text


async def test_a_pile_that_can_be_taken_is_offered_without_a_lock(simulator):
    panel, take = await taking(simulator, hand="KS KH 8C TH")
    assert not take.disabled
    assert "🔒" not in panel.text


async def taking(simulator, hand):
    """Return the panel before a draw, for a side that has opened, and the pile's component."""
    game = await start(simulator, simulator.members)
    melds = [{"side": 0, "owner": 0, "cards": "9S 9D 9H"}]
    at = {"turn": 0, "phase": "draw", "pile": "4C KD", "hands": [hand, *["4D 5C 6H"] * 3]}
    await placed(game, at | {"melds": melds, "down": [True, False] * 2})
    panel = await game.hand(await seated(game, 0))
    return panel, next(c for c in panel.controls if c.verb == "take")


async def test_whoever_waits_sees_whom_and_cannot_move(simulator):
    game = await start(simulator, simulator.members)
    turn = await game.turn()
    waiting = next(person for person in simulator.members if person != turn)
    panel = await game.hand(waiting)
    assert f"waiting for {escaped_name(str(turn.actor.user.global_name))}" in panel.text
    assert not {c.verb for c in panel.controls} & {"say", "take", "lay", "drop"}


async def test_drawing_edits_the_panel_in_place(simulator):
    game = await start(simulator, simulator.members)
    await placed(game, {"turn": 0, "phase": "draw", "hands": ["5S 6D 8C", *["4D 5C 6H"] * 3]})
    _, panel = await drawn(game)
    assert "5 cards" in panel.text
    assert any(c.verb == "drop" for c in panel.controls)


async def test_the_discard_ends_the_turn(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await drawn(game)
    await person.choose(panel, "drop", [first(panel, "drop")])
    assert await game.turn() != person


async def test_discards_are_offered_best_first_with_wild_cards_last(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await drawn(game)
    seat = next(seat for seat, one in enumerate(game.people) if one == person)
    order = judge((await game.live()).seen(seat), seat).discards
    offered = [int(value) for value in panel.find("drop", "select").options.values()]
    listed = discards((await game.live()).seen(seat), seat)
    buttons = sum(control.verb == "throw" for control in panel.controls)
    assert [listed[index] for index in offered] == list(order[buttons:])
    view = (await game.live()).view(seat)
    wild = [view.values.is_wild(face) for face in order]
    assert wild == sorted(wild)


async def test_a_meld_can_be_taken_back(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await until_a_meld(game)
    before = (await game.live()).view(0).melds
    await person.choose(panel, "lay", ["0"])
    await person.press(panel, "Undo")
    assert (await game.live()).view(0).melds == before


async def test_a_draw_cannot_be_taken_back(simulator):
    game = await start(simulator, simulator.members)
    _, panel = await drawn(game)
    assert "Undo" not in panel.labels


async def test_an_undo_that_is_made_up_says_why_it_cannot_be(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await drawn(game)
    answer = await person.press_stale(panel, f"t1:undo:{game.table_id}:{await game.seq()}")
    assert "nothing to undo" in answer.text
    assert await game.seq() == 1


async def test_who_lays_and_takes_back_without_end_is_told_to_play_on(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await until_a_meld(game)
    begun = await game.seq()
    await person.choose(panel, "lay", ["0"])
    meld = (await simulator.bot.database.tables.move_log(game.table_id))[-1]
    for number in range(MAX_UNDO_PER_TURN):
        for body in (UNDO, meld.body):
            live, key = await game.live(), f"{body}{number}"
            await simulator.bot.services.sessions.act(
                live, meld.seat, body, seen=live.row.seq, key=key
            )
    assert await game.seq() == begun + 1 + 2 * MAX_UNDO_PER_TURN
    panel = await game.hand(person)
    assert "Undo" not in panel.labels
    answer = await person.press_stale(panel, f"t1:undo:{game.table_id}:{await game.seq()}")
    assert "play on from here" in answer.text
    assert await game.seq() == begun + 1 + 2 * MAX_UNDO_PER_TURN


async def test_undone_moves_stay_undone_after_a_restart(simulator):
    game = await start(simulator, simulator.members)
    person, panel = await until_a_meld(game)
    await person.choose(panel, "lay", ["0"])
    await person.press(panel, "Undo")
    before = (await game.live()).view(0)
    await simulator.restart()
    assert (await game.live()).view(0) == before


async def test_a_double_press_draws_once(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    press = person.pressing(panel, "say")
    await simulator.together(press, press)
    assert await game.seq() == 1


async def test_a_stale_press_shows_the_newest_state_and_does_nothing(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    old = panel.find("say", "button").custom_id
    await person.press(panel, "say")
    answer = await person.press_stale(panel, old)
    assert "You made your move" in answer.text
    assert "drop" in {c.verb for c in panel.controls}
    assert await game.seq() == 1


async def test_one_interaction_delivered_twice_is_answered_twice_and_moves_once(simulator):
    game = await start(simulator, simulator.members)
    tables, person = simulator.bot.services.sessions, await game.turn()
    live = await game.live()
    seat = live.seat_of(person.id) or 0
    once = await tables.act(live, seat, "draw", seen=0, key="same")
    again = await tables.act(live, seat, "draw", seen=0, key="same")
    assert not once.stale
    assert not again.stale
    assert once.state.row.seq == again.state.row.seq == 1


async def test_of_several_moves_all_are_made_or_none(simulator):
    game = await start(simulator, simulator.members)
    tables, live = simulator.bot.services.sessions, await game.live()
    seat = live.game.table.turn
    with pytest.raises(engine.Refused):
        await tables.act(live, seat, "draw", "draw", seen=0, key="two")
    assert (await game.live()).game == live.game
    assert await simulator.bot.database.tables.move_log(game.table_id) == ()


async def test_opening_the_hand_again_puts_the_old_panel_away(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    await game.hand(ann)
    newer = await game.hand(ann)
    assert [m for m in simulator.messages(game.thread, ann) if m.private] == [newer]


async def test_an_open_panel_follows_when_the_turn_comes(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    panel = await game.hand(ann)
    while await game.turn() != ann:
        await game.take_turn()
    assert "your turn, draw" in panel.text


async def waiting_for(game):
    """Return the member who acts next, with the current table message."""
    places = [(await seated(game, seat)) for seat in range(len(game.people))]
    turn = (await game.live()).game.table.turn
    return places[(turn + 1) % len(places)]


async def test_an_open_panel_follows_though_the_message_of_the_table_hangs(simulator):
    game = await start(simulator, simulator.members)
    following = await waiting_for(game)
    panel = await game.hand(following)
    await default_move(game)
    # The picture after the draw is finished; the one after the discard is not.
    await simulator.wait(0)
    simulator.hang("*", f"/channels/{game.thread}/*")
    await default_move(game)
    await simulator.wait(0)
    assert "your turn, draw" in panel.text
    simulator.heal()


async def test_an_open_panel_follows_while_an_earlier_move_is_still_being_shown(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(await waiting_for(game))
    simulator.hang("*", f"/channels/{game.thread}/*")
    await default_move(game)
    # The picture after the draw is being drawn, and will take half a minute.
    await simulator.wait(0)
    await default_move(game)
    await simulator.wait(0)
    assert "your turn, draw" in panel.text
    simulator.heal()


async def test_an_open_panel_follows_once_however_often_the_table_cannot_be_shown(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(await waiting_for(game))
    simulator.fail("*", f"/channels/{game.thread}/*", status=500, times=None)
    sent = len(simulator.sent)
    await default_turn(game)
    await simulator.wait(60)
    assert pushes(simulator, panel, sent) == 1
    simulator.heal()
    await simulator.wait(60)
    assert pushes(simulator, panel, sent) == 1


def pushes(simulator, panel, since):
    """Return how often a panel was edited after the first `since` requests."""
    edits = [one for one in simulator.sent[since:] if one.method == "PATCH"]
    return sum(fnmatch(one.path, f"/webhooks/*/messages/{panel.id}") for one in edits)


async def test_a_hand_that_is_opened_while_its_turn_comes_shows_the_turn(simulator, deferred):
    game = await start(simulator, simulator.members)
    following, board = await waiting_for(game), game.board
    simulator.hang("PATCH", "/webhooks/*")
    await following.press(board, "My hand")
    await default_turn(game)
    simulator.heal()
    await simulator.wait(0)
    (panel,) = [m for m in simulator.messages(viewer=following) if m.private]
    assert "your turn, draw" in panel.text


async def test_against_computer_players_the_panel_comes_back_by_itself(simulator):
    game = await start(simulator, simulator.members[:1])
    person, panel = await drawn(game)
    await person.choose(panel, "drop", [first(panel, "drop")])
    assert "your turn, draw" in panel.text


async def test_every_suggestion_is_legal(simulator):
    game = await start(simulator, simulator.members)
    await until_a_meld(game)
    live = await game.live()
    table = live.game.table
    found = suggestions(live.seen(table.turn), table.turn)
    assert found
    assert all(engine.check(table, table.turn, choice.move) is None for choice in found)


# ---- looks


async def test_words_come_first_for_those_who_want_it_at_every_table(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    panel = await game.hand(ann)
    await ann.press(panel, "Overview")
    await ann.press(panel, "Words first")
    await ann.press(panel, "Back to my hand")
    kinds = [part["type"] for part in walk(panel.stored.components)]
    assert kinds.index(GALLERY) > [n for n, kind in enumerate(kinds) if kind == TEXT][1]


async def test_the_deck_is_remembered_for_the_next_panel(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    panel = await game.hand(ann)
    four = panel.images()
    await ann.press(panel, "Overview")
    await ann.choose(panel, "deck", ["Deck: large index, four colours"])
    assert (await game.hand(ann)).images() != four


async def test_a_hand_is_sorted_in_words_as_its_member_likes_it(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    panel = await game.hand(ann)
    await ann.press(panel, "Overview")
    await ann.choose(panel, "sort", ["Sorted by suit"])
    held = (await game.hand(ann)).text.partition("cards**: ")[2].splitlines()[0]
    suits = [{card[-2] for card in group.split() if card != "Joker"} for group in held.split(" · ")]
    assert all(len(found) <= 1 for found in suits), held


async def test_the_overview_tells_hands_scores_and_what_happened(simulator):
    game = await start(simulator, simulator.members)
    who = await game.take_turn()
    other = next(person for person in simulator.members if person != who)
    panel = await game.hand(other)
    await other.press(panel, "Overview")
    assert "opens with 50" in panel.text
    assert "discarded" in panel.text


async def test_a_hint_says_why_and_its_move_is_one_press_away(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "Hint")
    assert "💬" in panel.text
    await person.press(panel, green(panel))
    assert await game.seq() == 1


async def test_a_refusal_is_said_once_and_its_rule_is_behind_a_button(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = (await person.slash("move", text="take 4S 4H")).message
    refused = [line for line in panel.text.splitlines() if line.startswith("> 💬 ")]
    assert len(refused) == 1
    assert "🔒" not in panel.text
    assert "(HC-" not in panel.text
    await person.press(panel, "Why?")
    assert "-# HC-" in panel.text
    assert "🔒" not in panel.text


async def test_a_pile_that_cannot_be_taken_names_no_rule_and_has_the_button(simulator):
    game = await start(simulator, simulator.members)
    hands = ["5S 6D 8C", *["4D 5C 6H"] * 3]
    await placed(game, {"turn": 0, "phase": "draw", "pile": "4C KD", "hands": hands})
    panel = await game.hand(await seated(game, 0))
    assert panel.text.count("🔒") == 1
    assert "(HC-" not in panel.text
    assert "whyrule" in {control.verb for control in panel.controls}


async def test_a_made_up_rule_is_an_old_panel_and_no_fault(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press_stale(panel, f"t1:whyrule:{game.table_id}:{await game.seq()}:5")
    assert "nothing was played" in panel.text
