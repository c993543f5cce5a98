"""Tests of the highlights on a table's picture, and of its cloth."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from cogs.table.layout import CLOTHS, cloth_of, look_of, made
from data.models.moves import MoveEntry
from data.models.tables import TablePurpose
from render.drawing.themes import THEMES
from tests.cogs.support.finished_games import play_on
from tests.cogs.support.play import open_lobby
from tests.cogs.support.positions import live, row

SIX_EIGHTS = {
    "seats": 2,
    "phase": "play",
    "turn": 0,
    "melds": [{"side": 0, "owner": 0, "cards": "8S 8H 8D 8C 8S 8H"}],
    "hands": ["8D 4C 5C 6H", "9C 9D"],
    "pile": "JS",
}


def after(*moves, **more):
    """Return a table after some moves of its first seat."""
    state = live(SIX_EIGHTS, **more)
    for seq, move in enumerate(moves, 1):
        state = replace(state, game=state.game.then(MoveEntry(seq, 0, f"k{seq}", 0.0, move)))
    return replace(state, row=replace(state.row, seq=len(moves)))


def test_a_canasta_is_told_of_in_the_picture_after_the_move_that_makes_it():
    assert made(after("add 1 8D", rendered_seq=0)) == {1}


def test_a_canasta_is_told_of_though_the_picture_shows_later_moves_as_well():
    assert made(after("add 1 8D", "discard 4C", rendered_seq=0)) == {1}


def test_a_canasta_is_told_of_once():
    assert made(after("add 1 8D", "discard 4C", rendered_seq=1)) == set()


def test_a_meld_that_becomes_no_canasta_is_not_told_of():
    assert made(after("discard 4C", rendered_seq=0)) == set()


def test_a_private_table_tells_of_a_canasta_until_the_next_move():
    practice = {"rendered_seq": -1, "purpose": TablePurpose.PRACTICE}
    assert made(after("add 1 8D", **practice)) == {1}
    assert made(after("add 1 8D", "discard 4C", **practice)) == set()


@pytest.mark.parametrize("stored,shown", [("", "emerald"), ("claret", "claret"), ("?", "emerald")])
def test_a_cloth_that_this_version_does_not_know_is_the_usual_one(stored, shown):
    assert cloth_of(row(2, cloth=stored)) == shown
    assert look_of(row(2, cloth=stored)).theme == shown


def ground(message, name, at):
    """Return a pixel of a picture in a message."""
    return Image.open(io.BytesIO(message.images()[name])).convert("RGB").getpixel(at)


@pytest.mark.pictures
async def test_the_host_chooses_the_cloth_of_all_pictures_of_a_table(simulator):
    ann, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.choose(lobby, "cloth", [str(CLOTHS.index("midnight"))])
    await ann.press(lobby, "fill")
    (thread,) = simulator.threads()
    board = next(one for one in simulator.messages(thread) if "table.png" in one.images())
    midnight = THEMES["midnight"].panel
    assert ground(board, "table.png", (700, 393)) == midnight
    hand = (await ann.press(board, "hand")).message
    assert ground(hand, "hand.png", (700, 21)) == midnight


async def test_only_the_host_chooses_the_cloth(simulator):
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    page = (await ben.press(lobby, "Set up")).message
    assert "cloth" not in {control.verb for control in page.controls}
    answer = await ben.press_stale(page, "t1:cloth:1:0", values=["1"])
    assert "host" in answer.text
    assert (await simulator.bot.database.tables.find(1)).cloth == ""


async def test_a_rematch_is_played_on_the_same_cloth(simulator):
    ann, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.choose(lobby, "cloth", [str(CLOTHS.index("claret"))])
    await ann.press(lobby, "fill")
    with simulator.env._bot_scope():
        state = await play_on(simulator, 1)
        simulator.bot.services.activity.show(state.row)
    await simulator.wait(0)
    (thread,) = simulator.threads()
    final = next(one for one in simulator.messages(thread) if "Rematch" in one.labels)
    await ann.press(final, "Rematch")
    assert (await simulator.bot.database.tables.find(2)).cloth == "claret"
