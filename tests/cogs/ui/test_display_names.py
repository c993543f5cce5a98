"""Tests of display names: no name that Discord allows breaks a message."""

import unicodedata

import pytest

from cogs.ui.texts import COLUMNS, ISOLATE, POP, escaped_name, normalize_name

CORPUS = (
    "@everyone",
    "@here",
    "<@1234567890>",
    "<@&1234567890>",
    "<#1234567890>",
    "</play:1234567890>",
    "<:coin:1234567890>",
    "<t:1700000000:R>",
    "# Headline",
    "-# small print",
    "1. first",
    "- a list",
    "> quoted",
    ">>> all quoted",
    "```ansi\n\x1b[31mred\x1b[0m```",
    "`code`",
    "||spoiler||",
    "**bold** __line__ ~~gone~~ *it*",
    "[click](https://example.com)",
    "https://example.com",
    "\u202egnp.exe",
    "\u2067right\u2069",
    "Z" + "\u0341\u0317\u0324" * 20,
    "\u200b\u200c\u200d",
    "\u3164\u2800\u115f",
    "two\nlines\tand a tab",
    "W" * 80,
    "\N{CJK UNIFIED IDEOGRAPH-6771}" * 40,
    "",
    "'); DROP TABLE seats;--",
)


@pytest.mark.parametrize("name", CORPUS)
def test_no_name_reaches_anybody_by_mention(name):
    shown = escaped_name(name)
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert not any(part in shown.replace("\\<", "") for part in ("<@", "<#", "</", "<:", "<t:"))


@pytest.mark.parametrize("name", CORPUS)
def test_no_name_begins_markup_or_a_link(name):
    unescaped = escaped_name(name).replace("\\\\", "")
    for character in "*_~|`#>[]()":
        assert unescaped.count(character) == unescaped.count(f"\\{character}")
    assert "://" not in unescaped


@pytest.mark.parametrize("name", CORPUS)
def test_no_name_turns_the_line_around_or_breaks_it(name):
    inside = escaped_name(name)[1:-1]
    assert escaped_name(name)[0] == ISOLATE
    assert escaped_name(name)[-1] == POP
    kinds = {unicodedata.category(character) for character in inside.replace("\u200b", "")}
    assert not any(kind.startswith("C") or kind in {"Zl", "Zp"} for kind in kinds)


@pytest.mark.parametrize("name", CORPUS)
def test_every_name_has_something_to_see_in_at_most_32_columns(name):
    shown = normalize_name(name)
    widths = [2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown]
    marks = sum(unicodedata.combining(c) > 0 for c in shown)
    assert 0 < sum(widths) - marks <= COLUMNS


def test_a_letter_carries_at_most_two_marks():
    shown = unicodedata.normalize("NFD", normalize_name("q" + "\u0317\u0324\u0341" * 9))
    assert len(shown) == len("q") + 2


def test_an_ordinary_name_is_left_as_it_is():
    assert normalize_name("Zoë O'Neill") == "Zoë O'Neill"
    assert escaped_name("Ann") == f"{ISOLATE}Ann{POP}"


def test_a_name_of_nothing_visible_becomes_a_word():
    assert normalize_name("\u3164\u200b") == "a player"
