"""A practice game: wholly in the private panel, with a coach, and nobody else hears of it."""

import pytest

from tests.cogs.learning.novice import (
    Practiser,
    practice_table,
    practised_by_taps,
    practised_by_words,
)
from tests.cogs.playing import start
from tests.simulated import Person, Room, Shown

# `tests.campaigns.novice` plays them all, in both languages, by taps and by words; by taps they are
# all played at a table, too: `tests/cogs/evenings/test_taps.py`.
BY_TAPS = pytest.mark.parametrize("game", ["classic-canasta", "house-canasta", "ten-pennies"])
BY_WORDS = pytest.mark.parametrize("game", ["pennies-from-heaven"])


async def practice(room: Room, person: Person, game: str = "classic-canasta") -> Shown:
    """The panel of a new practice game."""
    room.bot.parlour.computers.pause = 0
    return (await person.slash("practice", game=game)).message


async def test_it_is_dealt_at_once_and_says_that_nobody_else_sees_it(room):
    ann = room.people[0]
    shown = await practice(room, ann)
    assert shown.private
    assert "only you can see this table" in shown.text
    await room.wait(2)  # somebody else may begin
    assert "Draw first" in shown.text
    assert not room.threads()
    live = await room.bot.parlour.tables.load(await practice_table(room, ann))
    assert [live.driver(seat).kind for seat in range(4)] == ["member", *["computer"] * 3]


async def test_the_others_play_on_the_panel_alone(room):
    ann, ben, *_ = room.people
    before = len(room.messages(viewer=ben.actor))
    novice = Practiser(ann, await practice(room, ann))
    for _ in range(8):
        await novice.press_best()
        await room.wait(2)
    assert len(room.messages(viewer=ben.actor)) == before
    assert not room.threads()
    live = await room.bot.parlour.tables.load(await practice_table(room, ann))
    assert {step.by for step in live.game.steps} == {"", "computer"}
    assert live.row.deadline is None


async def test_the_coach_says_nothing_once_it_is_switched_off(room):
    ann = room.people[0]
    shown = await practice(room, ann)
    await ann.press(shown, "Coach: on")
    assert "💡" not in shown.text
    assert "Coach: off" in shown.labels
    await ann.press(shown, "Coach: off")
    assert "💡 Draw first" in shown.text


async def test_it_goes_on_where_it_was_left_also_after_a_restart(room):
    ann = room.people[0]
    shown = await practice(room, ann)
    await ann.press(shown, "say")
    number = await practice_table(room, ann)
    await room.restart()
    again = await practice(room, ann)
    assert await practice_table(room, ann) == number
    assert "discard" in again.text


async def test_a_new_one_takes_the_place_of_the_old(room):
    ann = room.people[0]
    shown = await practice(room, ann)
    number = await practice_table(room, ann)
    await ann.press(shown, "New practice game")
    assert await practice_table(room, ann) != number
    assert await room.bot.store.tables.find(number) is None


@BY_TAPS
async def test_a_novice_plays_a_round_by_taps(room: Room, game: str) -> None:
    ann = room.people[0]
    assert await practised_by_taps(room, ann, game) > 0
    assert not room.threads()
    assert (await room.bot.store.ladders.profile(room.guild.id, ann.id)).games == 0


@BY_WORDS
async def test_a_novice_plays_a_round_by_words_in_german(room: Room, game: str) -> None:
    ann = room.people[0]
    ann.locale = "de"
    assert "diesen Tisch siehst nur du" in (await practice(room, ann, game)).text
    assert await practised_by_words(room, ann, game) > 0
    assert not room.threads()


async def test_whoever_has_finished_no_game_is_shown_the_way_to_the_lessons(room):
    ann = room.people[0]
    panel = await (await start(room, [ann])).hand(ann)
    answer = await ann.press(panel, "How to play")
    assert "House Canasta: what's different" in answer.message.text
    assert "How to play" not in (await practice(room, ann)).labels
