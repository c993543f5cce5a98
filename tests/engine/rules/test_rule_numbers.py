"""Tests that the numbers in the rules' texts equal those of the engine.

Each fact is listed here once, with its value from the game. A sentence must name all its facts, and
may name no other number in figures. (Small numbers may be words, and then a card can look like one:
"a seven".)
"""

import re
from collections.abc import Callable
from typing import Any

import pytest

import engine
from cogs.narration.labels import reason
from engine.canasta.book.variant import CANASTA
from engine.canasta.round.dealing import GRAB_SPREAD
from engine.earlier_rules import settled_rules
from engine.model.cards import RED_THREES, SEVENS, read_cards
from engine.model.refusals import Code
from render.text.catalogue import LANGUAGES, Catalogue, use_language
from tests.engine.positions import at, meld
from tests.support.each import each

FIGURES = re.compile(r"\d+(?:[.,]\d{3})*")
WORDS = {
    "en": "zero one two three four five six seven eight nine ten eleven twelve thirteen",
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici",
    "pt": "zero um dois/duas três quatro cinco seis sete oito nove dez onze doze treze",
}
"""Numbers from zero on, with both genders of a number that has two."""
CARDS = {"it": "tre neri", "pt": "três pretos"}
"""Names of cards that hold a number as a word of its own."""
PENNIES, HOUSE, PONY, CLASSIC = (
    *("pennies-from-heaven", "house-canasta"),
    *("ponytail-canasta", "classic-canasta"),
)
SEATS = {PENNIES: (6,), HOUSE: (2, 3, 4, 5, 6), PONY: (2, 3, 4, 6, 8), CLASSIC: (4,)}
USUAL = {PENNIES: 6, HOUSE: 4, PONY: 4, CLASSIC: 4}
"""The seats that a sentence refers to if it does not say so."""
Numbers = set[int]
Fact = Callable[[Any], Numbers]


def sentence(game: str, rule: str, language: str) -> str:
    return Catalogue.load(language).words(f"rules.{game}.{rule}")


def figures(text: str) -> Numbers:
    """Return the numbers written in figures."""
    return {int(re.sub("[.,]", "", found)) for found in FIGURES.findall(text)}


def numbers(text: str, language: str) -> Numbers:
    """Return all numbers, including those in words."""
    spoken = {*re.findall(r"\w+", text.lower().replace(CARDS.get(language, "\0"), ""))}
    words = [set(forms.split("/")) for forms in WORDS[language].split()]
    return figures(text) | {number for number, forms in enumerate(words) if forms & spoken}


def brackets(game: Any) -> Numbers:
    """Return scores and points of the initial meld, below zero and above."""
    above = {n for bracket in game.brackets for n in bracket if n}
    return above | {game.minimum_at(-5)}


def values(game: Any) -> Numbers:
    """Return the points of each kind of card."""
    return {
        game.values(1).in_melds(card) for card in map(read_cards, ("Jo", "2S", "AS", "KS", "4S"))
    }


def bonuses(game: Any) -> Numbers:
    return set(game.bonuses.values())


def packs(game: Any) -> Numbers:
    """Return the numbers of packs, and the numbers of players who use more than the fewest."""
    by_seats = {seats: game.decks(seats) for seats in game.seats}
    fewest = min(by_seats.values())
    return set(by_seats.values()) | {n for n, decks in by_seats.items() if decks > fewest}


def dealt(seats: int) -> int:
    """Return the hand size of House Canasta for a number of seats."""
    rules: Any = settled_rules(HOUSE, seats)
    return int(rules.hand_size)


FACTS: dict[str, dict[str, Fact]] = {
    PENNIES: {
        "PFH-R1": lambda g: {g.seat_count, g.side_count, g.seat_count // g.side_count},
        "PFH-R4": lambda g: {g.deck_count(), 2 * g.deck_count()},
        "PFH-R6": values,
        "PFH-R7": lambda g: {g.hand_size, g.packet_size},
        "PFH-R10": lambda g: {g.draws},
        "PFH-R19": lambda g: {3, g.cap},
        "PFH-R21": lambda g: {g.most_wilds},
        "PFH-R22": lambda g: {g.fewest_naturals, g.most_wilds},
        "PFH-R23": bonuses,
        "PFH-R25": brackets,
        "PFH-R35": lambda g: {g.out_bonus},
        "PFH-R37": lambda g: {g.red_three, g.all_red_threes, 2 * g.deck_count()},
        "PFH-R38": lambda g: {g.target},
        "PFH-Q10": lambda g: {g.cap},
        "PFH-Q29": lambda g: {3, g.most_black_threes, 5},
        "PFH-Q41": lambda g: {g.last_round},
    },
    HOUSE: {
        "HC-R2": lambda g: {g.target},
        "HC-R3": lambda g: values(g) | packs(g),
        "HC-R4": lambda _: {2, dealt(2), 3, dealt(3), 4, dealt(4)},
        "HC-R5": lambda g: {g.grab.bonus},
        "HC-R8": lambda g: {g.red_three, g.all_red_threes},
        "HC-R13": lambda _: {3, CANASTA},
        "HC-R14": lambda g: bonuses(g) | {CANASTA - g.most_wilds, g.most_wilds},
        "HC-R17": brackets,
        "HC-R19": lambda g: {g.goals["any"]},
        "HC-Q1": lambda _: {5, dealt(5), 6, dealt(6)},
        "HC-Q3": lambda g: {g.grab.bonus},
        "HC-Q4": lambda _: {GRAB_SPREAD},
        "HC-Q10": lambda g: {CANASTA, g.fewest_naturals, g.most_wilds},
        "HC-Q20": lambda g: {g.all_red_threes, 5},
        "HC-Q22": lambda g: {g.all_red_threes},
        "HC-Q41": lambda g: {g.target},
        "HC-Q42": lambda g: {g.target},
        "HC-Q45": lambda g: {g.last_round},
    },
    PONY: {
        "PT-R2": packs,
        "PT-R3": values,
        "PT-R5": lambda g: {g.hand_size, g.packet_size},
        "PT-R6": lambda g: {g.grab.bonus},
        "PT-R11": lambda g: {g.red_three},
        "PT-R12": lambda g: {-g.black_three_in_hand, 3},
        "PT-R19": lambda g: {g.most_wilds},
        "PT-R20": lambda g: {g.cap},
        "PT-R21": brackets,
        "PT-R22": bonuses,
        "PT-R24": lambda g: {g.out_bonus},
        "PT-R28": lambda g: {g.target, g.last_round},
        "PT-Q1": lambda g: set(g.seats),
        "PT-Q2": lambda g: packs(g) | {2},
        "PT-Q4": lambda g: {g.hand_size, GRAB_SPREAD},
        "PT-Q17": lambda g: {3, g.most_black_threes},
        "PT-Q18": lambda g: {5, -g.black_three_in_hand},
        "PT-Q19": lambda g: {g.minimum_at(-5)},
        "PT-Q20": lambda g: {0, 14_995, g.minimum_at(0), g.minimum_at(14_995)},
        "PT-Q26": lambda g: {-g.unlaid_red_three},
        "PT-Q41": lambda g: {g.target},
    },
    CLASSIC: {
        "CC-R1": lambda g: {g.seat_count, g.side_count, g.deck_count(), g.hand_size},
        "CC-R7": lambda g: {g.fewest_naturals, g.most_wilds, CANASTA},
        "CC-R8": brackets,
        "CC-R12": lambda g: {
            *(g.out_bonus, g.concealed_bonus, g.red_three, g.all_red_threes, g.target)
        },
        "CC-R13": lambda g: values(g) | bonuses(g),
    },
}
CASES = [(game, rule, fact) for game, facts in FACTS.items() for rule, fact in facts.items()]


@each({f"{case[1]} {language}": (*case, language) for case in CASES for language in LANGUAGES})
def test_a_sentence_names_the_numbers_the_engine_plays_by(
    game: str, rule: str, fact: Fact, language: str
) -> None:
    text, known = sentence(game, rule, language), fact(settled_rules(game, USUAL[game]))
    assert known <= numbers(text, language)
    assert figures(text) <= known


def whole(game: Any) -> Numbers:
    """Return what the short text of a game has to name."""
    red_threes = {game.red_three, game.all_red_threes or game.red_three}
    going_out = {game.out_bonus, game.concealed_bonus} - {0}
    packets = {game.packet_size} - {0}
    last = {game.last_round} if game.slug == PONY else set()
    return {
        *(game.target, *brackets(game), *values(game), *bonuses(game), *packs(game), *last),
        *(*red_threes, *going_out, *packets, game.most_wilds, CANASTA),
        *(() if game.slug == HOUSE else (game.hand_size,)),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FACTS)
def test_the_short_text_names_the_numbers_one_plays_by_and_no_others(
    game: str, language: str
) -> None:
    text, known = sentence(game, "short", language), whole(settled_rules(game, USUAL[game]))
    assert known <= numbers(text, language)
    assert figures(text) <= known


# ---- the pile

PILE = {"en": "pile**", "de": "apel**", "it": "pozzo**", "pt": "lixo**"}
SIGNS = {
    "en": {"wild": "wild", "red": "red three", "seven": "seven"},
    "de": {"wild": "wilde", "red": "rote Drei", "seven": "Sieben"},
    "it": {"wild": "matta", "red": "tre rosso", "seven": "sette"},
    "pt": {"wild": "curinga", "red": "três vermelho", "seven": "sete"},
}
FREEZING = {PENNIES: ("PFH-R9", "PFH-R13"), PONY: ("PT-R16",), CLASSIC: ("CC-R6",)}


def pile_of(game: str, language: str) -> str:
    """Return the part of the short text about the pile."""
    (told,) = (
        part
        for part in sentence(game, "short", language).split("\n\n")
        if part.startswith("**") and PILE[language] in part
    )
    return told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FREEZING)
def test_whatever_freezes_the_pile_is_told_and_nothing_else(game: str, language: str) -> None:
    rules: Any = settled_rules(game, USUAL[game])
    freezes = {
        "wild": rules.wild_freezes,
        "red": set(RED_THREES) <= set(rules.set_up_freezers),
        "seven": set(SEVENS) <= set(rules.set_up_freezers),
    }
    rule = " ".join(sentence(game, rule, language) for rule in FREEZING[game])
    for told in (rule, pile_of(game, language)):
        assert {kind: SIGNS[language][kind] in told for kind in freezes} == freezes


UNOPENED = {
    "en": ("has opened",),
    "de": ("eröffnet hat",),
    "it": ("non apre",),
    "pt": ("seu lado abrir",),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", FREEZING)
def test_where_the_pile_is_frozen_until_one_has_opened_it_is_told(game: str, language: str) -> None:
    rules: Any = settled_rules(game, USUAL[game])
    said = any(sign in pile_of(game, language) for sign in UNOPENED[language])
    assert said == rules.freezes_before_meld


# ---- refusals

REFUSED: dict[Code, Fact] = {
    Code.TOO_FEW_NATURALS: lambda g: {g.fewest_naturals},
    Code.TOO_MANY_WILDS: lambda g: {g.most_wilds},
    Code.BLACK_THREES_FULL: lambda g: set() if g.slug == HOUSE else {g.most_black_threes},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "game,code",
    [(game, code) for game in USUAL for code in REFUSED if code in engine.GAMES[game].rule_ids],
)
def test_a_refusal_names_the_limit_that_was_passed(game: str, code: Code, language: str) -> None:
    rules = settled_rules(game, USUAL[game])
    with use_language(language):
        told = reason(rules.refusal(code))
    assert numbers(told, language) == REFUSED[code](rules)


def test_whoever_has_to_take_the_pile_is_not_told_to_let_the_round_end() -> None:
    refused = engine.check(at(CLASSIC, 4, stock="", pile="JC", melds=[meld("JS JD JH")]), 0, "draw")
    assert refused
    assert reason(refused).endswith("you must take the pile.")
