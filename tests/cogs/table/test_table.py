"""Tests of the table message: what is public, who is notified, what each member's press does."""

import re
from dataclasses import replace

import pytest

from cogs.game.move_log import PlayedMove
from cogs.table.scores import score_layout
from cogs.ui.texts import link_to_table
from data.models.tables import TableStatus
from engine.model.events import RoundScored
from engine.model.score import Score
from tests.cogs.support.play import start
from tests.cogs.support.positions import row
from tests.simulator.messages import texts_in

OPEN_TO_ALL = {"log", "sheet", "rules", "more", "main", "hand", "flip", "build"}
"""Actions that change nothing for anybody."""


async def test_the_table_is_posted_with_a_picture_and_its_words(simulator):
    game = await start(simulator, simulator.members)
    assert "House Canasta · round 1" in game.board.text
    assert list(game.board.images()) == ["table.png"]
    assert "Discard pile" in game.board.alts[0]


async def test_only_the_member_whose_turn_it_is_is_notified(simulator):
    game = await start(simulator, simulator.members)
    assert game.board.pinged == ((await game.turn()).id,)
    await game.take_turn()
    assert game.board.pinged == ((await game.turn()).id,)


async def test_nobody_is_notified_twice_in_a_turn(simulator):
    game = await start(simulator, simulator.members)
    panel = await game.hand(await game.turn())
    await (await game.turn()).press(panel, "say")
    assert len([m for m in simulator.messages(game.thread) if m.pinged]) == 1


async def test_a_new_turn_takes_the_controls_from_the_old_message(simulator):
    game = await start(simulator, simulator.members)
    old = game.board
    await game.take_turn()
    assert game.board != old
    assert old.controls == ()
    assert "discarded" in old.text


async def test_between_computer_players_the_message_is_edited(simulator):
    game = await start(simulator, simulator.members[:1])
    before = len(simulator.messages(game.thread))
    await game.take_turn()
    assert len(simulator.messages(game.thread)) == before + 1
    assert all(name in game.board.text for name in ("Basil", "Dill", "Fennel"))


async def test_the_old_message_keeps_the_turns_it_showed(simulator):
    game = await start(simulator, simulator.members[:1])
    old = game.board
    await game.take_turn()
    assert "Ann" in old.text
    assert "The table continues" in old.text


async def test_a_stranger_gets_a_sentence_instead_of_a_hand(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    answer = await simulator.members[3].press(game.board, "My hand")
    assert answer.private
    assert "You don't play at this table" in answer.text


async def test_anybody_may_read_log_score_and_rules(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    await game.take_turn()
    stranger = simulator.members[3]
    assert "discarded" in (await stranger.press(game.board, "Log")).text
    assert "First past 7,500" in (await stranger.press(game.board, "Score")).text
    assert "House Canasta" in (await stranger.press(game.board, "Rules")).text


async def test_the_rules_of_a_table_begin_with_its_house_rules(simulator):
    game = await start(simulator, simulator.members, options={"wild_freezes": True})
    told = (await simulator.members[0].press(game.board, "Rules")).text
    assert "**Wild cards freeze the pile:** yes (standard: no)" in told
    assert "A wild card in the pile freezes it." in told
    assert told.index("Wild cards freeze the pile:") < told.index("The highest total")


async def test_the_rules_of_a_table_by_the_book_speak_of_no_house_rules(simulator):
    game = await start(simulator, simulator.members)
    assert "house rules" not in (await simulator.members[0].press(game.board, "Rules")).text


async def test_more_shows_everybodys_cards_in_number_and_the_whole_fingerprint(simulator):
    game = await start(simulator, simulator.members)
    answer = await simulator.members[0].press(game.board, "More")
    assert "(11 cards)" in answer.text
    assert (await game.live()).row.commitment in answer.text


async def test_more_names_whoever_plays_alone_once_and_partners_by_their_side(simulator):
    for people, cards, line in ((2, 15, "🟠 Ann"), (4, 11, "🟠 **Heads**: Ann")):
        game = await start(simulator, simulator.members[:people], seats=people)
        answer = await simulator.members[0].press(game.board, "More")
        assert f"{line} ({cards} cards)" in re.sub("[\u2068\u2069]", "", answer.text)


async def test_leaving_is_asked_once_more_then_a_computer_player_takes_the_seat(simulator):
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    more = await ann.press(game.board, "More")
    asked = await ann.press(more.message, "Leave the table")
    assert (await game.live()).seat_of(ann.id) is not None
    await ann.press(asked.message, "Yes, leave")
    live = await game.live()
    assert live.seat_of(ann.id) is None
    assert live.player(0).kind == "computer"


async def test_the_last_member_is_told_that_leaving_ends_the_game_and_may_go_back(simulator):
    ann = simulator.members[0]
    game = await start(simulator, [ann], seats=2)
    more = await ann.press(game.board, "More")
    asked = await ann.press(more.message, "Leave the table")
    assert "Nobody else is playing, so the game ends without a result" in asked.text
    back = await ann.press(asked.message, "Back")
    assert back.message.id == more.message.id
    assert {"Pause", "Leave the table"} < {*back.message.labels}
    assert (await game.live()).seat_of(ann.id) is not None


async def test_more_offers_only_what_somebody_else_at_the_table_is_there_for(simulator):
    ann, ben, *_ = simulator.members
    for people, offered in (((ann,), []), ((ann, ben), ["Nudge"])):
        game = await start(simulator, people, seats=2)
        labels = (await ann.press(game.board, "More")).message.labels
        assert [one for one in ("Nudge", "Invite a substitute") if one in labels] == offered


async def test_the_game_goes_on_when_the_member_to_move_leaves(simulator):
    game = await start(simulator, simulator.members)
    leaver = await game.turn()
    more = await leaver.press(game.board, "More")
    asked = await leaver.press(more.message, "Leave the table")
    await leaver.press(asked.message, "Yes, leave")
    assert (await game.turn()) != leaver


async def test_the_score_lists_what_each_round_brought_under_a_line_that_says_whose_it_is(
    simulator,
):
    game = await start(simulator, simulator.members[:2], seats=2)
    live = await game.live()
    scored = RoundScored(1, (Score(0, {}, 320), Score(1, {}, -50)), (1320, 450), {})
    steps = (PlayedMove(1, 0, (scored,)),)
    shown = score_layout(replace(live, game=replace(live.game, steps=steps)))
    words = "\n".join(texts_in(shown.to_components()))
    plain = re.sub("[\u2068\u2069]", "", words)
    assert "-# Points in that round: Ann : Ben\nRound 1: +320 : −50\n" in plain


def test_a_way_to_a_table_never_ends_in_none():
    lost = row(4, lobby_message_id=None, thread_id=None, message_id=None)
    for status in TableStatus:
        assert "None" not in link_to_table(replace(lost, status=status))


async def test_a_press_made_up_on_a_public_message_never_shows_a_hand_there(simulator):
    game = await start(simulator, simulator.members)
    person, board = await game.turn(), game.board
    answer = await person.press_stale(board, f"t1:main:{game.table_id}:0")
    assert answer.message != board
    assert answer.private


@pytest.mark.parametrize(
    "custom_id", ["t1:say:1:0:99", "t1:say:1:0", "t1:picks:1:0:0", "t1:drop:1:0:5", "t1:lay:1:0"]
)
async def test_a_made_up_place_in_a_list_does_nothing(simulator, custom_id):
    game = await start(simulator, simulator.members)
    values = ["99"] if custom_id.split(":")[1] in {"drop", "lay", "picks"} else None
    answer = await (await game.turn()).press_stale(game.board, custom_id, values=values)
    assert "nothing was played" in answer.text
    assert await game.seq() == 0


async def test_a_table_that_never_was_is_a_sentence(simulator):
    game = await start(simulator, simulator.members)
    answer = await simulator.members[0].press_stale(game.board, "t1:hand:99:0")
    assert "This table is closed" in answer.text


async def test_hand_and_table_find_the_members_game(simulator):
    game = await start(simulator, simulator.members)
    assert "11 cards" in (await simulator.members[0].slash("hand")).text
    assert str(game.board.id) in (await simulator.members[0].slash("table")).text


async def test_whoever_plays_nowhere_is_told_so(simulator):
    answer = await simulator.members[0].slash("hand")
    assert "You're not in a game" in answer.text


async def test_a_member_without_a_seat_reads_where_the_button_to_follow_is(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    ben = simulator.members[3]
    told = (await ben.press(game.board, "My hand")).text
    assert "press **Log**, then **Follow this game**" in told
    assert "Follow this game" in (await ben.press(game.board, "Log")).message.labels


async def test_the_pile_is_public_so_the_table_says_that_the_hand_decides(simulator):
    game = await start(simulator, simulator.members)
    assert "draw, or take the pile if your hand can." in game.board.text


async def test_three_players_rules_say_who_plays_alone(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    told = (await simulator.members[0].press(game.board, "Rules")).text
    assert "the first to take the pile plays the round alone" in told
