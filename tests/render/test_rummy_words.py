"""Tests of contract rummy's texts: a sentence for every rule and for every refusal."""

import re

import pytest

import engine
from engine.model.refusals import Code
from render.text.catalogue import Catalogue
from tests.engine.positions import at
from tests.engine.rulebook import known_ids
from tests.engine.rummy.refused_moves import ROWS
from tests.judge.rummy.variants import sheet
from tests.support.each import each

PREFIXES = {"ten-pennies": "TPW-", "ten-pennies-online": "TPC-"}


@pytest.mark.parametrize("slug,prefix", PREFIXES.items())
def test_every_rule_and_decision_has_its_sentence_and_nothing_else_has(
    slug: str, prefix: str
) -> None:
    told = {key.rpartition(".")[2] for key in Catalogue.load().under(f"rules.{slug}")}
    rules = {rule for rule in known_ids() if rule.startswith(prefix) and "-E" not in rule}
    assert told == rules | {"short"}


@pytest.mark.parametrize("slug", PREFIXES)
def test_every_rule_a_refusal_cites_can_be_shown(slug: str) -> None:
    words = Catalogue.load()
    assert all(words.has(f"rules.{slug}.{rule}") for rule in engine.GAMES[slug].rule_ids.values())


@each(ROWS)
def test_a_refusal_is_a_sentence_with_all_its_facts(
    code: Code, game: str, keys: dict[str, object], seat: int, move: str
) -> None:
    refused = engine.check(at(game, 2, **keys), seat, move)
    assert refused
    sentence = Catalogue.load().words(f"refused.{code}", **refused.facts)
    assert sentence.endswith(".")


def _largest(number: int, base: str) -> int:
    """Return the largest set online: four suits, and all the wild cards that it may contain."""
    options = {"decks_per_pair": 2, "separate_purse": False}
    rules = sheet({"game": "ten-pennies-online", "seats": 4, "round": number, "options": options})
    return 4 + rules.cap * len(rules.wilds - {base})


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_largest_sets_online_are_told_for_every_round(language: str) -> None:
    told = re.findall(r"\d+", Catalogue.load(language).words("rules.ten-pennies-online.TPC-Q14"))
    natural = dict.fromkeys(_largest(number, "K") for number in range(1, 8))
    wild = dict.fromkeys(_largest(number, "A") for number in range(5, 8))
    assert [*map(int, told)] == [*natural, *wild]


@pytest.mark.parametrize("language,others", [("en", "any other"), ("de", "irgendeine andere")])
@pytest.mark.parametrize("rule", ["ten-pennies.TPW-Q34", "ten-pennies-online.TPC-Q30"])
def test_a_face_just_taken_is_barred_while_any_other_card_is_held(
    language: str, others: str, rule: str
) -> None:
    assert others in Catalogue.load(language).words(f"rules.{rule}")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    "slug,rule", [("ten-pennies", "TPW-R11"), ("ten-pennies-online", "TPC-R9")]
)
def test_the_rule_of_the_rounds_says_what_is_wild_when(language: str, slug: str, rule: str) -> None:
    words = Catalogue.load(language).words(f"rules.{slug}.{rule}").lower()
    kinds = {"en": ("twos", "aces", "jokers"), "de": ("zweien", "asse", "joker")}
    assert all(kind in words for kind in kinds[language])
