"""Tests that sentences for players are short."""

import re
from collections.abc import Iterator

import pytest

from render.text.catalogue import LANGUAGES, Catalogue

MOST_WORDS = 16
OPERATORS = ("doctor", "store")
"""Sections of the operators' texts."""
END = re.compile(r"(?<=[.!?…])[*_”“»)]*\s+|\n| · ")
CODE = re.compile(r"`[^`]*`")


def word_count(sentence: str) -> int:
    """Return the number of words. Something to type, such as `/move`, counts as one word."""
    return len(re.findall(r"\S*\w\S*", CODE.sub("code", sentence)))


def long_sentences(language: str) -> Iterator[str]:
    for key, text in Catalogue.load(language).texts.items():
        if key.partition(".")[0] not in OPERATORS:
            for sentence in END.split(text):
                if (count := word_count(sentence)) > MOST_WORDS:
                    yield f"{key}: {count} words: {sentence}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_for_players_has_at_most_sixteen_words(language: str) -> None:
    assert [*long_sentences(language)] == []
