"""Contract rummy in words: a sentence for every rule and for every refusal."""

import pytest

import engine
from engine.refusals import Code
from render.catalogue import Catalogue
from tests.engine.board import at
from tests.engine.rulebook import known_ids
from tests.engine.rummy.refused_moves import ROWS

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


@pytest.mark.parametrize("code,game,keys,seat,move", ROWS)
def test_a_refusal_is_a_sentence_with_all_its_facts(
    code: Code, game: str, keys: dict[str, object], seat: int, move: str
) -> None:
    refused = engine.check(at(game, 2, **keys), seat, move)
    assert refused
    sentence = Catalogue.load().words(f"refused.{code}", **refused.facts)
    assert sentence.endswith(".")
