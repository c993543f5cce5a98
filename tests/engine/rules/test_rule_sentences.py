"""The rules in players' words: a sentence for each rule and decision of the canasta games."""

import pytest

import engine
from engine.model.refusals import Code
from render.text.catalogue import Catalogue
from tests.engine.rulebook import known_ids

PREFIXES = {
    "house-canasta": "HC-",
    "pennies-from-heaven": "PFH-",
    "ponytail-canasta": "PT-",
    "classic-canasta": "CC-",
}


@pytest.mark.parametrize("slug,prefix", PREFIXES.items())
def test_every_rule_has_its_sentence_and_nothing_else_has(slug: str, prefix: str) -> None:
    told = {key.rpartition(".")[2] for key in Catalogue.load().under(f"rules.{slug}")}
    rules = {rule for rule in known_ids() if rule.startswith(prefix) and "-E" not in rule}
    assert told == rules | {"short"}


@pytest.mark.parametrize("slug", PREFIXES)
def test_every_rule_a_refusal_or_an_option_cites_can_be_shown(slug: str) -> None:
    game = engine.GAMES[slug]
    cited = {*game.rule_ids.values(), *(option.rule for option in game.options)}
    assert all(Catalogue.load().words(f"rules.{slug}.{rule}").endswith(".") for rule in cited)


@pytest.mark.parametrize("slug", engine.GAMES)
def test_that_a_card_is_not_held_is_refused_by_no_rule_of_going_out(slug: str) -> None:
    rule = engine.GAMES[slug].rule_ids[Code.NOT_IN_HAND]
    assert "out" not in Catalogue.load().words(f"rules.{slug}.{rule}").split()
