"""Tests of replays and receipts, as members press for them."""

from itertools import pairwise

import pytest

from cogs.game.state import TableState
from cogs.history.film_frames import film_input, frames, moments_of_round
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.history.replay_page import position_line, sentences_by_moment
from cogs.narration.summary import story_lines
from cogs.ui.texts import without_markdown
from engine.record.highlights import TurnHighlights
from render.pictures.replay import alt_text
from render.renderer import PictureStyle
from render.text.catalogue import LANGUAGES, use_language
from render.text.catalogue import format_number as figures
from tests.cogs.support.finished_games import dealt, final_message, play, play_on
from tests.simulator import Member, Shown, Simulator


async def replayed(simulator: Simulator, person: Member, live: TableState) -> Shown:
    answer = await person.slash("replay", table=live.row.id)
    assert answer.message is not None
    return answer.message


async def test_a_replay_begins_with_the_deal_and_is_for_nobody_else(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    shown = await replayed(simulator, ann, live)
    assert shown.private
    assert f"move 0 of {len(live.game.steps)}" in shown.text
    assert list(shown.images()) == ["table.png"]


async def test_pressing_on_and_back_walks_through_the_moves(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(simulator, ann, await play(simulator, [ann, ben]))
    await ann.press(shown, "▶")
    assert "move 1 of" in shown.text
    await ann.press(shown, "▶")
    await ann.press(shown, "◀")
    assert "move 1 of" in shown.text


async def test_the_last_moment_tells_the_story_of_the_round(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(simulator, ann, await play(simulator, [ann, ben]))
    await ann.press(shown, "⏭")
    assert "The story of round 1" in shown.text
    assert "best moment" in shown.text
    assert next(c.disabled for c in shown.controls if c.label == "▶")


async def test_a_round_can_be_jumped_to(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben], options={"max_rounds": 2})
    shown = await replayed(simulator, ben, live)
    await ben.choose(shown, "Jump to a round", ["Round 2"])
    replay = Replay(live)
    step = replay.moments[replay.begins(2)].step
    assert f"Round 2 · the deal · move {step} of" in shown.text


async def test_a_moment_can_be_shown_to_everybody(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(simulator, ann, await play(simulator, [ann, ben]))
    await ann.press(shown, "▶")
    answer = await ann.press(shown, "Show everyone")
    assert not answer.private
    assert "move 1 of" in answer.text
    assert answer.message.controls == ()


async def test_a_round_can_be_had_as_a_film(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(simulator, ann, await play(simulator, [ann, ben]))
    answer = await ann.press(shown, "Film of the round")
    assert answer.private
    assert next(iter(answer.message.images().values())).startswith(b"GIF89a")


async def test_who_presses_twice_has_one_film_made_and_is_told_so(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(simulator, ann, await play(simulator, [ann, ben]))
    press = ann.pressing(shown, "film")
    answers = await simulator.together(press, press)
    assert sorted("One at a time" in answer.text for answer in answers) == [False, True]


async def test_the_whole_game_can_be_had_as_a_film(simulator):
    ann, ben, *_ = simulator.members
    shown = await replayed(
        simulator, ann, await play(simulator, [ann, ben], options={"max_rounds": 2})
    )
    answer = await ann.press(shown, "Film of the game")
    assert "the whole game" in answer.text
    assert next(iter(answer.message.images().values())).startswith(b"GIF89a")


async def test_the_film_of_a_game_has_a_frame_for_every_turn(simulator):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben], options={"max_rounds": 2}))
    made = frames(replay, WHOLE_GAME)
    assert [frame.view.round for frame in (made[0], made[-1])] == [1, 2]
    assert all(
        (one.view.turn, one.view.round) != (next_.view.turn, next_.view.round)
        for one, next_ in pairwise(made[:-1])
    )


async def test_titles_of_a_film_have_no_markup(simulator):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben]))
    titles = [frame.caption for frame in (*frames(replay, 1), *frames(replay, WHOLE_GAME))]
    assert not any(set(title) & set("*\\\u2068\u2069\ufe0e") for title in titles)
    assert any(f": {ann.name} " in title for title in titles)


async def test_moves_of_which_there_is_nothing_to_say_are_no_frames(simulator):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben], 1, game="ten-pennies"))
    passes = [n for n in range(1, replay.last) if not any(replay.captions(n))]
    assert passes
    assert not set(passes) & set(list(moments_of_round(replay, 1))[1:-1])
    assert "answers the offer" in replay.caption(passes[0])


# ---- the story and the replay


def told_turns(replay: Replay, number: int) -> list[tuple[str, TurnHighlights]]:
    """Return the sentences of a round's story that name a turn."""
    return [(one.words, one.turn) for one in replay.story(number) if one.turn is not None]


@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
async def test_story_and_replay_count_the_same_turns(simulator, game):
    ann, ben, *_ = simulator.members
    options = {"max_rounds": 2} if game == "house-canasta" else {}
    replay = Replay(await play(simulator, [ann, ben], 1, game=game, options=options))
    found = [one for number in replay.rounds for one in told_turns(replay, number)]
    assert found
    for words, turn in found:
        at = replay.at(turn)
        assert f"turn {turn.number}" in words
        assert replay.turn(at) == turn.number
        assert f"Round {turn.round} · turn {turn.number} of " in position_line(replay, at)
        # The seat that the sentence names made the move, and no round was dealt since.
        assert replay.table(at).round == turn.round
        assert replay.state.player_name(turn.seat) in words


async def test_the_turns_of_a_replay_go_up_by_one(simulator):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben], options={"max_rounds": 2}))
    for number, begin in replay.rounds.items():
        counted = [replay.turn(at) for at in range(begin, replay.ends(number) + 1)]
        assert counted[0] == 0
        assert counted[-1] == len(replay.turns(number))
        assert {after - one for one, after in pairwise(counted)} <= {0, 1}


async def test_each_sentence_of_the_story_leads_to_its_moment(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    shown, replay = await replayed(simulator, ann, live), Replay(live)
    hint = "Key moments of round 1"
    for words, turn in told_turns(replay, 1):
        at = replay.at(turn)
        assert without_markdown(words) in "".join(sentences_by_moment(replay, 1)[at])
        found = shown.find(hint, "select").options.items()
        await ann.choose(shown, hint, [next(label for label, value in found if value == str(at))])
        assert f"turn {turn.number} of" in shown.text


async def test_the_star_leads_from_one_key_moment_to_the_next(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben], options={"max_rounds": 2})
    shown, replay = await replayed(simulator, ann, live), Replay(live)
    keys = replay.key_moments
    assert keys
    for at in keys:
        await ann.press(shown, "★ ▶")
        assert position_line(replay, at) in shown.text
    assert next(c.disabled for c in shown.controls if c.label == "★ ▶")


async def test_a_round_ends_with_what_all_were_caught_with_before_the_next_is_dealt(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben], options={"max_rounds": 2})
    shown, replay = await replayed(simulator, ann, live), Replay(live)
    await ann.press(shown, "⏭")
    assert "Round 1 · turn" in shown.text
    held = [len(hand) for hand in replay.table(replay.ends(1)).hands]
    assert sum(held) > 0
    scored = replay.scored(replay.ends(1))
    assert scored is not None
    (line,) = (line for line in shown.text.splitlines() if "Left in hand" in line)
    for count, score in zip(held, scored.scores, strict=True):
        cards = f"{count} card" if count else "nothing"
        assert cards in line
        assert not count or f"({abs(score.items['hands'])} points)" in line
    assert "dealt" not in shown.text
    await ann.press(shown, "▶")
    assert "Round 2 was dealt" in shown.text
    assert "Round 2 · the deal" in shown.text


@pytest.mark.parametrize("game", ["house-canasta", "pennies-from-heaven", "ten-pennies"])
async def test_a_move_that_ends_a_round_and_deals_the_next_is_two_moments(simulator, game):
    ann, ben, *_ = simulator.members
    options = {"max_rounds": 2} if game == "house-canasta" else {}
    live = await play(
        simulator,
        [ann, ben],
        4 if game == "pennies-from-heaven" else 1,
        game=game,
        options=options,
        agreed=True,
    )
    replay = Replay(live)
    assert replay.last == len(live.game.steps) + len(replay.rounds) - 1
    for number in list(replay.rounds)[:-1]:
        end = replay.ends(number)
        assert replay.moments[end].step == replay.moments[end + 1].step
        assert (replay.table(end).round, replay.table(end + 1).round) == (number, number + 1)
        kept = [len(view.hand) for view in replay.hands(end)]
        assert kept == [seat.hand_count for seat in replay.view(end).seats]
    assert replay.table(replay.last) == live.game.table


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_film_is_described_without_markup_and_with_the_turns_it_tells(simulator, language):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben], options={"max_rounds": 2}))
    turns = [len(replay.turns(number)) for number in (1, 2)]
    with use_language(language):
        for number, count in ((1, turns[0]), (2, turns[1]), (WHOLE_GAME, sum(turns))):
            film = film_input(replay, number, PictureStyle())
            words = alt_text(film.title, film.turns, film.result)
            assert not set(words) & set("*#\\`\u2068\u2069")
            assert f" {count} " in words
        assert all(figures(score) in words for score in replay.state.game.table.scores)


# ---- hands


async def test_no_moment_shows_a_hand_unless_the_table_agreed(simulator):
    ann, ben, *_ = simulator.members
    replay = Replay(await play(simulator, [ann, ben]))
    for moment in range(replay.last + 1):
        assert replay.view(moment).hand == b""
        assert replay.view(moment).viewer is None
        assert replay.hands(moment) == ()
    assert not any(frame.hands for frame in frames(replay, 1))


async def test_where_everybody_agreed_each_moment_shows_all_hands(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben], agreed=True)
    shown = await replayed(simulator, ann, live)
    assert list(shown.images()) == ["table.png", "hands.png"]
    assert shown.text.count("👐") == 2
    dealt_hands = [view.hand for view in Replay(live).hands(0)]
    assert [len(hand) for hand in dealt_hands] == [
        seat.hand_count for seat in Replay(live).view(0).seats
    ]
    assert all(frame.hands for frame in frames(Replay(live), WHOLE_GAME))


async def test_a_game_in_play_shows_no_hand_whatever_its_table_agreed_on(simulator):
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben], agreed=True), moves=3)
    assert live.row.open_hands
    assert Replay(live).hands(0) == ()


async def test_a_round_that_was_never_played_has_no_story(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    assert story_lines(live, 1)
    assert story_lines(live, 9) == []


@pytest.mark.parametrize("table", [0, 4711])
async def test_a_table_there_is_none_of_is_refused_in_words(simulator, table):
    answer = await simulator.members[0].slash("replay", table=table)
    assert "no finished game with that number" in answer.text


async def test_a_game_that_is_not_over_cannot_be_replayed(simulator):
    ann, ben, *_ = simulator.members
    table_id = await dealt(simulator, [ann, ben])
    answer = await ann.slash("replay", table=table_id)
    assert "isn't over yet" in answer.text


async def test_finished_games_are_offered_by_number_and_name(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    offered = await ann.complete("replay", "table", "")
    assert offered[0].startswith(f"{live.row.id} · House Canasta")
    assert await ann.complete("replay", "table", "ponytail") == []


async def test_the_score_sheet_tells_the_story_of_the_round_beside_it(simulator):
    ann, ben, *_ = simulator.members
    await final_message(simulator, [ann, ben])
    sheet = next(m for m in simulator.messages(simulator.channel.id) if "## Round 1\n" in m.text)
    assert "The story of round 1" in sheet.text
