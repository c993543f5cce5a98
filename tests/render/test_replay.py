"""Tests of a game as an animation."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops, ImageSequence

from render.animation import ReplayAnimation
from render.drawing import palette
from render.drawing.fonts import width
from render.gallery import foot_and_ponytail, house_canasta, open_hands, replays
from render.gallery.builders import NAMES
from render.pictures import replay
from render.renderer import PictureStyle
from render.text import display_names
from tests.render.images import EMERALD
from tests.render.test_legibility import LEAST
from tests.render.text_boxes import watching

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
    mixed = [*FRAMES, replay.Frame(house_canasta.two(), "Next round", {})]
    moving = opened(replay.animation(mixed, NAMES, EMERALD))
    assert {frame.size for frame in ImageSequence.Iterator(moving)} == {moving.size}


@pytest.mark.parametrize("long", ["W" * 400, "W " * 200, "a word " * 60, "", "W" * 30 + " i"])
def test_a_caption_is_cut_to_the_two_lines_of_its_strip(long):
    with watching() as pictures:
        assert replay.draw(replay.Frame(house_canasta.two(), long, {}), NAMES, EMERALD).width == 550
    assert [fault for picture in pictures for fault in picture.faults()] == []
    told = replay.lines(long)
    assert len(told) <= 2
    assert all(width(line, replay.SIZE, 700) <= 550 - 2 * replay.MARGIN for line in told)


def test_a_caption_of_some_length_is_read_whole():
    words = "Turn 12: xX_Dragonfly_Xx laid K♠ K♥ K♦, discarded 10♦"
    assert " ".join(replay.lines(words)) == words


def test_every_word_of_a_film_is_read_on_a_phone():
    """An animation is half as wide as a table picture, so its texts may be half as large."""
    (hands, _) = open_hands.STATES
    (frame,) = FRAMES[1:2]
    with watching() as pictures:
        replay.draw(replace(frame, hands=hands), NAMES, EMERALD)
    written = [one for picture in pictures for one in picture.written]
    small = {one.text.strip(display_names.LEFT_TO_RIGHT) for one in written if one.size < LEAST}
    assert small == set(replay.lines(frame.caption))
    assert min(one.size for one in written) * replay.HALF >= LEAST


def test_a_very_long_game_is_thinned_and_keeps_its_end():
    many = [replay.Frame(house_canasta.two(), str(i), {}) for i in range(1001)]
    kept = replay.evenly_spread(many, 180)
    assert len(kept) == 180
    assert kept[-1].caption == "1000"
    assert replay.evenly_spread(many[:60], 180) == many[:60]


def heavy():
    frames = FRAMES[::2] * 3
    return [palette.to_palette(replay.draw(frame, NAMES, EMERALD), EMERALD) for frame in frames]


@pytest.mark.parametrize("most", [60_000, 120_000])
def test_a_heavy_game_is_thinned_until_it_is_light(most):
    pages = heavy()
    light = replay.fit_gif(pages, most)
    assert len(light) <= most
    assert opened(light).n_frames < len(pages)


@pytest.mark.parametrize("most", [1, 20_000])
def test_of_a_game_that_cannot_be_light_enough_one_page_is_left(most):
    assert opened(replay.fit_gif(heavy(), most)).n_frames == 1


def test_hands_stand_below_the_table_where_they_may_be_shown():
    (hands, _) = open_hands.STATES
    bare = replay.draw(replay.Frame(foot_and_ponytail.pennies(), "", {}), NAMES, EMERALD)
    shown = replay.draw(replay.Frame(foot_and_ponytail.pennies(), "", {}, hands), NAMES, EMERALD)
    assert shown.height > bare.height
    assert not ImageChops.difference(shown.crop((0, 0, *bare.size)), bare).getbbox()


def test_nothing_cannot_be_replayed():
    with pytest.raises(ValueError, match="a replay needs a move"):
        replay.animation([], NAMES, EMERALD)


def test_a_film_tells_length_and_result_in_its_language():
    picture = ReplayAnimation(
        FRAMES, NAMES, "House Canasta", 31, "Tails 40.", "en", PictureStyle()
    ).drawn()
    assert picture.png.startswith(b"GIF8")
    assert picture.alt == "Film of House Canasta, 31 turns. Tails 40."
    german = ReplayAnimation(
        FRAMES[:1], NAMES, "House Canasta", 1, "", "de", PictureStyle()
    ).drawn()
    assert german.alt == "Film: House Canasta, ein Zug."
    assert picture.filename == "replay.gif"
