"""Replays and receipts, as members press them."""

from itertools import pairwise

import pytest

from cogs._game.live import Live
from cogs._past.replay import WHOLE_GAME, Replay
from cogs._story.rounds import story_lines
from tests.cogs.finished import dealt, final_message, play, play_on
from tests.simulated import Person, Room, Shown


async def replayed(room: Room, person: Person, live: Live) -> Shown:
    answer = await person.slash("replay", table=live.row.id)
    assert answer.message is not None
    return answer.message


async def test_a_replay_begins_with_the_deal_and_is_for_nobody_else(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    shown = await replayed(room, ann, live)
    assert shown.private
    assert f"move 0 of {len(live.game.steps)}" in shown.text
    assert list(shown.images()) == ["table.png"]


async def test_pressing_on_and_back_walks_through_the_moves(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben]))
    await ann.press(shown, "▶")
    assert "move 1 of" in shown.text
    await ann.press(shown, "▶")
    await ann.press(shown, "◀")
    assert "move 1 of" in shown.text


async def test_the_last_moment_tells_the_story_of_the_round(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben]))
    await ann.press(shown, "⏭")
    assert "The story of round 1" in shown.text
    assert "best moment" in shown.text
    assert next(c.disabled for c in shown.controls if c.label == "▶")


async def test_a_round_can_be_jumped_to(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben], options={"max_rounds": 2})
    shown = await replayed(room, ben, live)
    await ben.choose(shown, "jump", ["Round 2"])
    begin = dict(Replay(live).rounds())[2]
    assert f"Round 2 · move {begin} of" in shown.text


async def test_a_moment_can_be_shown_to_everybody(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben]))
    await ann.press(shown, "▶")
    answer = await ann.press(shown, "Show everybody")
    assert not answer.private
    assert "move 1 of" in answer.text
    assert answer.message.controls == ()


async def test_a_round_can_be_had_as_a_film(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben]))
    answer = await ann.press(shown, "Film of the round")
    assert answer.private
    assert next(iter(answer.message.images().values())).startswith(b"GIF89a")


async def test_who_presses_twice_has_one_film_made_and_is_told_so(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben]))
    press = ann.pressing(shown, "film")
    answers = await room.together(press, press)
    assert sorted("One at a time" in answer.text for answer in answers) == [False, True]


async def test_the_whole_game_can_be_had_as_a_film(room):
    ann, ben, *_ = room.people
    shown = await replayed(room, ann, await play(room, [ann, ben], options={"max_rounds": 2}))
    answer = await ann.press(shown, "Film of the game")
    assert "the whole game" in answer.text
    assert next(iter(answer.message.images().values())).startswith(b"GIF89a")


async def test_the_film_of_a_game_has_a_frame_for_every_turn(room):
    ann, ben, *_ = room.people
    replay = Replay(await play(room, [ann, ben], options={"max_rounds": 2}))
    frames = replay.frames(WHOLE_GAME)
    assert [frame.view.round for frame in (frames[0], frames[-1])] == [1, 2]
    assert all(
        (one.view.turn, one.view.round) != (next_.view.turn, next_.view.round)
        for one, next_ in pairwise(frames[:-1])
    )


async def test_titles_of_a_film_have_no_markup(room):
    ann, ben, *_ = room.people
    replay = Replay(await play(room, [ann, ben]))
    titles = [frame.caption for frame in (*replay.frames(1), *replay.frames(WHOLE_GAME))]
    assert not any(set(title) & set("*\\\u2068\u2069") for title in titles)
    assert any(title.startswith(f"{ann.name} ") for title in titles)


async def test_moves_of_which_there_is_nothing_to_say_are_no_frames(room):
    ann, ben, *_ = room.people
    replay = Replay(await play(room, [ann, ben], 1, game="ten-pennies"))
    passes = [n for n, step in enumerate(replay.live.game.steps, 1) if not any(replay.said(n))]
    assert passes
    assert not set(passes) & set(list(replay.moves(1))[1:-1])
    assert "lets it pass" in replay.caption(passes[0])


# ---- hands


async def test_no_moment_shows_a_hand_unless_the_table_agreed(room):
    ann, ben, *_ = room.people
    replay = Replay(await play(room, [ann, ben]))
    for moment in range(replay.last + 1):
        assert replay.view(moment).hand == b""
        assert replay.view(moment).viewer is None
        assert replay.hands(moment) == ()
    assert not any(frame.hands for frame in replay.frames(1))


async def test_where_everybody_agreed_each_moment_shows_all_hands(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben], agreed=True)
    shown = await replayed(room, ann, live)
    assert list(shown.images()) == ["table.png", "hands.png"]
    assert shown.text.count("👐") == 2
    dealt_hands = [view.hand for view in Replay(live).hands(0)]
    assert [len(hand) for hand in dealt_hands] == [
        seat.hand_count for seat in Replay(live).view(0).seats
    ]
    assert all(frame.hands for frame in Replay(live).frames(WHOLE_GAME))


async def test_a_game_in_play_shows_no_hand_whatever_its_table_agreed_on(room):
    ann, ben, *_ = room.people
    live = await play_on(room, await dealt(room, [ann, ben], agreed=True), moves=3)
    assert live.row.open_hands
    assert Replay(live).hands(0) == ()


async def test_the_story_is_told_the_same_each_time(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    assert story_lines(live, 1) == story_lines(live, 1)
    assert story_lines(live, 9) == []


@pytest.mark.parametrize("table", [0, 4711])
async def test_a_table_there_is_none_of_is_refused_in_words(room, table):
    answer = await room.people[0].slash("replay", table=table)
    assert "no finished game of that number" in answer.text


async def test_a_game_that_is_not_over_cannot_be_replayed(room):
    ann, ben, *_ = room.people
    table_id = await dealt(room, [ann, ben])
    answer = await ann.slash("replay", table=table_id)
    assert "not over yet" in answer.text


async def test_finished_games_are_offered_by_number_and_name(room):
    ann, ben, *_ = room.people
    live = await play(room, [ann, ben])
    offered = await ann.complete("replay", "table", "")
    assert offered[0].startswith(f"{live.row.id} · House Canasta")
    assert await ann.complete("replay", "table", "ponytail") == []


async def test_the_score_sheet_tells_the_story_of_the_round_beside_it(room):
    ann, ben, *_ = room.people
    await final_message(room, [ann, ben])
    sheet = next(m for m in room.messages(room.channel.id) if "Round 1 is scored" in m.text)
    assert "The story of round 1" in sheet.text
