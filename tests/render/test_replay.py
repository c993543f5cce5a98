"""A game as an animation."""

import io

import pytest
from PIL import Image, ImageChops, ImageSequence

from render.artist import Look
from render.canvas import palette
from render.film import Film
from render.samples import NAMES, canasta, house, open_hands, replays
from render.scenes import replay
from tests.render.pictures import EMERALD

FRAMES = [replay.Frame(*one) for one in replays.FRAMES]


def opened(gif):
    return Image.open(io.BytesIO(gif))


def test_each_move_is_a_frame_and_the_last_one_stays():
    moving = opened(replay.animation(FRAMES, NAMES, EMERALD))
    times = [frame.info["duration"] for frame in ImageSequence.Iterator(moving)]
    assert times == [700, 700, 700, 3000]


def test_a_replay_is_half_as_wide_as_the_table_and_plays_once():
    moving = opened(replay.animation(FRAMES, NAMES, EMERALD))
    assert moving.width == 550
    assert "loop" not in moving.info


def test_tables_of_different_height_make_frames_of_one_size():
    mixed = [*FRAMES, replay.Frame(house.two(), "Next round", {})]
    moving = opened(replay.animation(mixed, NAMES, EMERALD))
    assert {frame.size for frame in ImageSequence.Iterator(moving)} == {moving.size}


def test_a_caption_is_cut_to_its_strip():
    long = replay.Frame(house.two(), "W" * 400, {})
    assert replay.draw(long, NAMES, EMERALD).width == 550


def test_a_very_long_game_is_thinned_and_keeps_its_end():
    many = [replay.Frame(house.two(), str(i), {}) for i in range(1001)]
    kept = replay.thinned(many, 180)
    assert len(kept) == 180
    assert kept[-1].caption == "1000"
    assert replay.thinned(many[:60], 180) == many[:60]


def heavy():
    frames = FRAMES[::2] * 3
    return [palette.indexed(replay.draw(frame, NAMES, EMERALD), EMERALD) for frame in frames]


@pytest.mark.parametrize("most", [60_000, 120_000])
def test_a_heavy_game_is_thinned_until_it_is_light(most):
    pages = heavy()
    light = replay.fitting(pages, most)
    assert len(light) <= most
    assert opened(light).n_frames < len(pages)


@pytest.mark.parametrize("most", [1, 20_000])
def test_of_a_game_that_cannot_be_light_enough_one_page_is_left(most):
    assert opened(replay.fitting(heavy(), most)).n_frames == 1


def test_hands_stand_below_the_table_where_they_may_be_shown():
    (hands, _) = open_hands.STATES
    bare = replay.draw(replay.Frame(canasta.pennies(), "", {}), NAMES, EMERALD)
    shown = replay.draw(replay.Frame(canasta.pennies(), "", {}, hands), NAMES, EMERALD)
    assert shown.height > bare.height
    assert not ImageChops.difference(shown.crop((0, 0, *bare.size)), bare).getbbox()


def test_nothing_cannot_be_replayed():
    with pytest.raises(ValueError, match="a replay needs a move"):
        replay.animation([], NAMES, EMERALD)


def test_a_film_tells_length_and_result_in_its_language():
    picture = Film(FRAMES, NAMES, "House Canasta", "Tails win.", "en", Look()).drawn()
    assert picture.png.startswith(b"GIF8")
    assert picture.alt == "Replay of House Canasta, 4 moves. Tails win."
    german = Film(FRAMES[:1], NAMES, "House Canasta", "", "de", Look()).drawn()
    assert "Wiederholung" in german.alt
    assert picture.filename == "replay.gif"
