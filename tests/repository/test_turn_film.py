"""Tests that the film of one turn in README can be made, and is a small file."""

from tests.repository.turn_film import PUBLISHED, film, one_turn

MOST_BYTES = 600_000
"""README should load quickly on a phone."""


async def test_the_film_shows_the_table_the_hand_and_the_three_steps_of_a_turn():
    frames = await one_turn()
    captions = [caption for caption, _ in frames]
    assert [words.split()[0] for words in captions] == ["The", "My", "Draw", "Play", "Discard"]
    assert film(frames).startswith(b"GIF89a")


def test_the_published_film_is_light():
    assert PUBLISHED.stat().st_size <= MOST_BYTES
