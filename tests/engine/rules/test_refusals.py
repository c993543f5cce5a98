"""Every reason for which canasta refuses a move: its rule, its sentence and its fix."""

from typing import Any

import pytest

import engine
from engine.model.moves import Meld, Move
from engine.model.refusals import Code
from render.text.catalogue import Catalogue
from tests.engine.positions import at, hands, meld
from tests.engine.rulebook import known_ids
from tests.engine.rummy.refused_moves import CASES as RUMMY_CASES
from tests.support.each import each

HOUSE, PENNIES, PONY, CLASSIC = (
    "house-canasta",
    "pennies-from-heaven",
    "ponytail-canasta",
    "classic-canasta",
)
SEATS = {HOUSE: 4, PENNIES: 6, PONY: 4, CLASSIC: 4}
Case = tuple[str, dict[str, Any], str | Move]

ACES = [meld("AS AD AH")]
RED = "KS KS KD KD KH KH KC"
SEVENS = "7S 7S 7S 7D 7D 7D 7H"
FOUR = [meld(c) for c in (RED, "QS QS QD QD QH QH 2S", "2S 2S 2D 2H 2C Jo Jo", SEVENS)]


def play(hand: str, melds: list[dict[str, Any]] | None = None, **keys: Any) -> dict[str, Any]:
    """Seat 0 in the play phase."""
    return {"s0": hand, "phase": "play", "melds": ACES if melds is None else melds, **keys}


def draw(hand: str, pile: str, **keys: Any) -> dict[str, Any]:
    """Seat 0 before its draw."""
    return {"s0": hand, "pile": pile, "melds": ACES, **keys}


CASES: dict[Code, list[Case]] = {
    Code.SYNTAX: [(HOUSE, {}, "juggle"), (PENNIES, {}, "discard"), (PONY, {}, "meld KX")],
    Code.AMBIGUOUS: [(HOUSE, play("4C 4D 5C"), "discard 4"), (PENNIES, play("4C 4D"), "discard 4")],
    Code.GAME_OVER: [(game, {"phase": "over"}, "draw") for game in SEATS],
    Code.NOT_YOUR_TURN: [(game, {"turn": 1}, "draw") for game in SEATS],
    Code.WRONG_PHASE: [(game, {}, "discard 4C") for game in SEATS],
    Code.NOT_IN_THIS_GAME: [*((game, {}, "buy") for game in SEATS), (HOUSE, {}, "foot")],
    Code.NOT_IN_HAND: [(game, play("4C 5C"), "discard KS") for game in SEATS],
    Code.NO_SUCH_MELD: [(game, play("4C 5C"), "add 7: 4C") for game in SEATS],
    Code.NO_MELD_FITS: [(game, play("KS 4C 5C"), "add KS") for game in SEATS],
    Code.SEVERAL_MELDS: [(g, play("2S 4C 5C", [*ACES, meld("KS KD KH")]), "add 2S") for g in SEATS],
    Code.MUST_TAKE: [(CLASSIC, draw("4C 5C", "JC", stock="", melds=[meld("JS JD JH")]), "draw")],
    Code.STOCK_GONE: [(HOUSE, draw("KS KD 4C", "KH", stock=""), "take KS KD")],
    Code.PILE_EMPTY: [(game, draw("KS KD 4C 5C", ""), "take KS KD") for game in SEATS],
    Code.PILE_BLOCKED: [(game, draw("3S 3C 4C 5C", "3S"), "take 3S 3C") for game in SEATS],
    Code.PILE_FROZEN: [
        *((g, draw("KS Jo 4C 5C", "2S KH"), "take KS Jo") for g in (PENNIES, PONY, CLASSIC)),
        (HOUSE, draw("KS Jo 4C", "2S KH", options={"wild_freezes": True}), "take KS Jo"),
    ],
    Code.NO_MATCH: [(game, draw("2S Jo 4C 5C", "KH"), "take 2S Jo") for game in SEATS],
    Code.ONE_CARD_EACH: [(CLASSIC, draw("AC", "AC"), "take")],
    Code.NOTHING_NAMED: [(game, play("4C 5C"), Meld(())) for game in SEATS],
    Code.TOO_FEW_CARDS: [(game, play("KS KD 4C 5C"), "meld KS KD") for game in SEATS],
    Code.MIXED_RANKS: [(game, play("KS KD QC 4C 5C"), "meld KS KD QC") for game in SEATS],
    Code.TOO_FEW_NATURALS: [
        (g, play("KS 2S 2D 4C 5C"), "meld KS 2S 2D") for g in (HOUSE, PENNIES, CLASSIC)
    ],
    Code.TOO_MANY_WILDS: [
        (g, play("KS KD KH KC KS 2S 2D 2H Jo 4C 5C"), "meld KS KS KD KH KC 2S 2D 2H Jo")
        for g in SEATS
    ],
    Code.WILDS_OUTNUMBER: [(PONY, play("6S 6D 2S 2D 4C 5C"), "meld 6S 6D 2S 2D")],
    Code.NO_WILD_MELDS: [(CLASSIC, play("2S 2D Jo 4C 5C"), "meld 2S 2D Jo")],
    Code.PURE_SEVENS: [(PENNIES, play("7S 7D 2S 4C 5C"), "meld 7S 7D 2S")],
    Code.RED_THREE: [(game, play("3H 4C 5C"), "discard 3H") for game in SEATS],
    Code.PURE_WILDS: [(HOUSE, draw("2S 2D KS 4C 5C", "9H 2H"), "take 2S 2D KS")],
    Code.PURE_BLACK_THREES: [(game, play("3S 3C 2S 4C"), "meld 3S 3C 2S") for game in SEATS],
    Code.BLACK_THREES_LATE: [
        (g, play("3S 3S 3C 4C 5C"), "meld 3S 3S 3C") for g in (PENNIES, PONY, CLASSIC)
    ],
    Code.BLACK_THREES_FULL: [
        (HOUSE, play("3S 4C", [meld("3S 3S 3S 3C 3C 3C")]), "add 1: 3S"),
        (PENNIES, play("3S 3S 3S 3S 3C 3C 3C 3C 4C", FOUR), "meld 3S 3S 3S 3S 3C 3C 3C 3C"),
    ],
    Code.MELD_FULL: [
        (g, play("KS KS KD KD 4C 5C", [meld("KS KH KH KC")]), "add 1: KS KS KD KD")
        for g in (PENNIES, PONY)
    ],
    Code.MELD_CLOSED: [(g, play("KC 4C 5C", [meld(RED)]), "add 1: KC") for g in (PENNIES, PONY)],
    Code.ALREADY_OPEN: [
        (g, play("KS KD KH 4C 5C", [meld("KS KD KH")]), "meld KS KD KH")
        for g in (PENNIES, PONY, CLASSIC)
    ],
    Code.WRONG_RANK: [(game, play("KS 4C 5C"), "add 1: KS") for game in SEATS],
    Code.NOT_YOUR_MELD: [
        (game, play("KC 4C 5C", [*ACES, meld("KS KD KH", 1)]), "add 2: KC") for game in SEATS
    ],
    Code.PARTNERS_NOT_MELDED: [
        (HOUSE, play("KC 4C", [{"owner": 2, "cards": "KS KD KH"}]), "add 1: KC")
    ],
    Code.BELOW_MINIMUM: [(game, play("4S 4D 4H KC KD", []), "meld 4S 4D 4H") for game in SEATS],
    Code.LOCKED: [(HOUSE, play("KC 4C", [meld("KS KD KH")], locked="KC"), "add 1: KC")],
    Code.KEEP_A_CARD: [
        (HOUSE, play("KS KD KH"), "meld KS KD KH"),
        (PENNIES, play("5S 5D 5H", FOUR), "meld 5S 5D 5H"),
    ],
    Code.NOT_READY: [(game, play("4C"), "discard 4C") for game in (PENNIES, PONY, CLASSIC)],
    Code.LEAVE_DENIED: [
        (game, play("4C", FOUR, no_out=True), "discard 4C") for game in (PENNIES, PONY, CLASSIC)
    ],
    Code.NO_DISCARD_LEFT: [(PENNIES, play("KS KD KH 7C 7D", [meld(SEVENS)]), "meld KS KD KH")],
    Code.SEVEN_BARRED: [(PENNIES, play("7C KC 4C", [meld(SEVENS)]), "discard 7C")],
    Code.SEVEN_LAST: [(PENNIES, play("7C", [*FOUR, meld(SEVENS, 1)]), "discard 7C")],
    Code.CAN_DISCARD: [(game, play("4C 5C"), "pass") for game in SEATS],
    Code.NO_FOOT_DUE: [(game, play("4C 5C"), "foot") for game in (PENNIES, PONY)],
    Code.FOOT_LATER: [
        (PENNIES, play("4C", earned=[True] + [False] * 5, feet=["8S"] + [""] * 5), "foot"),
        (PONY, {"earned": [True] + [False] * 3, "feet": ["8S"] + [""] * 3}, "foot"),
    ],
    Code.FOOT_STAYS: [
        (
            PONY,
            play("4C", [meld("3S 3S 3C")], earned=[True] + [False] * 3, feet=["8S"] + [""] * 3),
            "foot",
        ),
    ],
    Code.NOT_A_TEAMMATE: [(g, play("4C 5C"), "ask 1: discard 4C") for g in (PENNIES, CLASSIC)],
    Code.ALREADY_ASKED: [
        (g, play("4C 5C", FOUR, asked=True), "ask 2: discard 4C") for g in (PENNIES, CLASSIC)
    ],
    Code.PLAN_STAYS_IN: [(g, play("4C 5C", FOUR), "ask 2: discard 4C") for g in (PENNIES, CLASSIC)],
    Code.NO_WAY_BACK: [(g, play("4C", FOUR), "ask 2: discard 4C") for g in (PENNIES, CLASSIC)],
}

CASE_LIST = [(code, *case) for code, cases in CASES.items() for case in cases]


def table_of(game: str, keys: dict[str, Any]) -> engine.Table:
    drawn = dict(keys)
    drawn["hands"] = hands(SEATS[game], s0=drawn.pop("s0", "4C 5D 6H"))
    return at(game, SEATS[game], **drawn)


@each(CASE_LIST)
def test_a_refusal_cites_its_rule_and_offers_only_legal_moves(
    code: Code, game: str, keys: dict[str, Any], text: str | Move
) -> None:
    table = table_of(game, keys)
    refused = engine.check(table, 0, text)
    assert refused is not None
    assert refused.code is code
    assert refused.rule in known_ids()
    assert refused.fix is None or refused.fix in engine.legal(table, 0)


@each(CASE_LIST)
def test_a_refusal_has_a_sentence_that_its_facts_can_fill(
    code: Code, game: str, keys: dict[str, Any], text: str | Move
) -> None:
    refused = engine.check(table_of(game, keys), 0, text)
    assert refused is not None
    assert Catalogue.load().words(f"refused.{code}", **refused.facts)


@pytest.mark.parametrize(
    "game,top,keys,rule",
    [
        (HOUSE, "3S", {}, "HC-R12"),
        (HOUSE, "3H", {}, "HC-Q6"),
        (HOUSE, "2S", {"options": {"wild_freezes": True}}, "HC-Q51"),
        (HOUSE, "Jo", {"options": {"wild_freezes": True}}, "HC-Q51"),
        (PENNIES, "3S", {}, "PFH-Q7"),
        (PENNIES, "3D", {}, "PFH-Q4"),
        (PONY, "3S", {}, "PT-Q29"),
        (PONY, "Jo", {}, "PT-Q29"),
        (PONY, "3D", {}, "PT-Q6"),
    ],
)
def test_a_closed_pile_is_refused_by_the_rule_of_the_card_on_top(
    game: str, top: str, keys: dict[str, Any], rule: str
) -> None:
    refused = engine.check(table_of(game, draw("9S 9H 4C 5C", top, **keys)), 0, "take 9S 9H")
    assert refused is not None
    assert (refused.rule, refused.code, refused.facts) == (rule, Code.PILE_BLOCKED, {"card": top})
    assert rule in known_ids()


def test_every_code_is_triggered_in_some_game() -> None:
    assert set(Code) == set(CASES) | set(RUMMY_CASES)


@pytest.mark.parametrize("game", engine.GAMES)
def test_a_game_cites_rules_that_exist(game: str) -> None:
    assert set(engine.GAMES[game].rule_ids.values()) <= known_ids()


@pytest.mark.parametrize("game", SEATS)
def test_a_game_cites_a_rule_for_every_reason_it_was_seen_to_give(game: str) -> None:
    given = {code for code, case_game, _, _ in CASE_LIST if case_game == game}
    assert given <= set(engine.GAMES[game].rule_ids)


def test_a_refusal_in_words_names_rule_code_and_facts() -> None:
    refused = engine.check(table_of(HOUSE, play("4S 4D 4H KC", [])), 0, "meld 4S 4D 4H")
    assert str(refused) == "HC-R17 below_minimum need=50 have=15"


def test_the_fix_for_a_take_too_cheap_adds_the_cheapest_meld() -> None:
    table = table_of(HOUSE, {"s0": "KS KD AS AD AH 4C", "pile": "KH"})
    refused = engine.check(table, 0, "take KS KD")
    assert refused is not None
    assert refused.fix is not None
    assert engine.write(refused.fix) == "take KS KD / AS AH AD"
