"""Partners: moves that a computer player leaves to its partner."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.model.score import Item
from engine.model.table import Table
from engine.players import choose
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.outcome import decides
from engine.players.canasta.partners import needless_wild
from engine.players.heuristic.normal import decided
from engine.players.search.candidates import candidates
from engine.players.thinking.thought import CAREFUL, Reason, Thought
from tests.engine.players.positions import advice, seat_view, wish, worlds
from tests.engine.positions import at, meld

STOCK = " ".join(["8C 8D 9H 9S TC TD JH JS"] * 8)
LONG = f"{STOCK} {STOCK}"
OPENED = (meld("KH KH KC"), meld("AH AH AC", 1))
SELFISH = replace(CAREFUL, canasta=replace(CAREFUL.canasta, safety=0.0, mates=0.0))


def pennies(hand: str, *melds: dict[str, Any], **keys: Any) -> Table:
    """Pennies From Heaven, seat 0 to lay, with a full stock; its partners are seats 2 and 4."""
    hands = [hand, *["4C 5D 6H"] * 5]
    drawn = {"hands": hands, "melds": list(melds), "phase": "play", "stock": LONG}
    return at("pennies-from-heaven", 6, **drawn | keys)


def classic(hand: str, *melds: dict[str, Any], **keys: Any) -> Table:
    hands = [hand, *["4C 5D 6H 8S"] * 3]
    drawn = {"hands": hands, "melds": list(melds), "phase": "play", "stock": STOCK}
    return at("classic-canasta", 4, **drawn | keys)


def selfish(table: Table) -> str:
    """Return what the player would do if it ignored everybody else's needs."""
    seat = engine.pending(table)[0].seat
    return engine.write(decided(table.rules, table, seat, SELFISH)[0].move)


def known(seat: int, cards: str, seats: int) -> list[str]:
    """Return the known cards of each seat after `seat` took these with the pile."""
    return [cards if other == seat else "" for other in range(seats)]


def test_a_safe_card_is_thrown_although_it_costs_a_little_more():
    hands = ["9D 3S", "4C 5D 6H 8S 4D", "4C 5D", "4C 5D"]
    table = classic("", *OPENED, hands=hands, pile="4S 4C 4D")
    assert selfish(table) == "discard 9D"
    assert wish(table) == "discard 3S"


@pytest.mark.parametrize("level", ["normal", "hard"])
def test_before_the_end_no_wild_card_lies_on_a_natural_canasta_that_is_made(level: str):
    table = at(
        "house-canasta",
        4,
        hands=["2S 4C 5C 9D", *["4C 5D 6H 8S"] * 3],
        melds=[meld("KH KH KC KC KD KD KS")],
        phase="play",
        stock="8C",
    )
    assert advice(table).reason != Reason.LAY_BEFORE_END
    move = choose(seat_view(table), level, Random(1), more_time=worlds(20))
    assert not engine.write(move).startswith("add")


def test_to_go_out_it_lies_there_and_elsewhere_rather():
    canasta = meld("QS QS QD QD QH QH QC")
    assert wish(classic("2S 4C", canasta)) == "add 1: 2S"
    assert wish(classic("2S 4C", canasta, meld("KH KH KC"))) == "add 2: 2S"


@pytest.mark.parametrize("hand, plan", [("2S", ""), ("KD 2S", "add 2: KD")])
def test_it_is_discarded_rather_where_it_would_lie_on_a_natural_canasta(hand: str, plan: str):
    queens, kings = meld("QS QS QD QD QH QH QC"), meld("KS KS KD KD KH KH KC")
    table = classic(hand, queens, kings)
    seen = CanastaObservation(_rules(table), table, 0, CAREFUL)
    steps = [engine.write(move) for move in moves_to_go_out(seen)]
    assert steps == [*filter(None, [plan]), "discard 2S"]


def test_the_search_does_not_try_wild_cards_that_spoil_a_clean_meld():
    table = pennies("2S QC 4C 5C 8D 9D", meld("QS QS QD QD QH"), meld("KS KS KD KD"))
    rules = table.rules
    default = Thought(engine.read("discard 4C", table), Reason.DEFAULT)
    tried = candidates(rules, table, 0, default, CAREFUL)
    assert tried
    assert "add 1: 2S" not in map(engine.write, tried)


def test_a_wild_card_spoils_nothing_where_the_natural_came_with_the_pile_and_is_locked():
    table = at(
        "house-canasta",
        4,
        hands=["2S KC 4C 5C", *["4C 5D 6H 8S"] * 3],
        melds=[meld("KH KH KC KD KS")],
        phase="play",
        locked="KC",
        stock=STOCK,
    )
    seen = CanastaObservation(_rules(table), table, 0, CAREFUL)
    assert needless_wild(seen, engine.read("add 1: 2S", table)) == ""


def _rules(table: Table) -> CanastaAnswers:
    assert isinstance(table.rules, CanastaAnswers)
    return table.rules


def test_a_canasta_is_left_to_the_partner_whom_it_brings_a_foot_and_who_has_the_card():
    six = meld("QS QS QD QD QH QH")
    feet = {"feet": ["", "4C 5D", "4C 5D", "", "", ""]}
    hands = ["QC 4C 5C 9D TS", "4C 5D 6H", "QC 5D 6H", *["4C 5D 6H"] * 3]
    table = pennies("", six, hands=hands, known=known(2, "QC", 6), **feet)
    assert selfish(table) == "add 1: QC"
    assert wish(table) != "add 1: QC"
    soon = {"stock": " ".join(STOCK.split()[:12])}
    assert wish(pennies("", six, hands=hands, **feet, **soon)) == "add 1: QC"
    assert (
        wish(pennies("", six, hands=hands, known=known(2, "QC", 6), **feet, **soon)) != "add 1: QC"
    )


def test_no_wild_card_completes_what_a_partner_is_seen_to_complete_without():
    melds = (meld("KS KS KD KD KH KH 2C"), meld("QS QS QD QD QH QH"))
    table = classic("2S 4C 5C 9D TS", *melds, known=known(2, "QC", 4))
    assert not wish(table).startswith("add 2: 2S")


def test_of_openings_alike_the_one_is_laid_that_suits_the_partner():
    hand = "QS QD QH JS JD JH KS KD KH 4C 5D 7H 8S"
    hands = [hand, "4C 5D 6H 8S", "KS KD 5D", "4C 5D 6H 8S"]
    takes_kings = classic("", hands=hands, known=known(2, "KS KD", 4))
    assert "K" in wish(takes_kings)
    assert "K" not in selfish(takes_kings)


def test_a_rank_that_the_partner_has_thrown_is_opened_with_last():
    hand = "QS QD QH JS JD JH KS KD KH 4C 5D 7H 8S"
    hands = [hand, *["4C 5D 6H 8S"] * 3]
    # Newest first: seat 3 discarded the six, seat 2 the jack.
    threw = classic("", hands=hands, pile="4D 5S JC 6C")
    assert "J" in selfish(threw)
    assert "J" not in wish(threw)


def question(hand: str, scores: list[int], **keys: Any) -> Table:
    """Seat 0 of Pennies From Heaven asks seat 2 whether it may go out, at these scores."""
    kinds = ("AS AS AD AD AH AH AC", "KS KS KD KD KH KH 2C", "2S 2S 2D 2D Jo Jo Jo")
    melds = [meld(cards) for cards in (*kinds, "7S 7S 7D 7D 7H 7H 7C")]
    hands = ["4C 5D", "4C 5D 6H", hand, *["4C 5D 6H"] * 3]
    asked = {"asker": 0, "asked": 2, "plan": "meld 4C 4C 4C; discard 5D"}
    drawn = {"hands": hands, "melds": melds, "phase": "answer", "question": asked}
    return at("pennies-from-heaven", 6, **drawn | {"scores": scores, "stock": LONG} | keys)


MUCH = "QS QD QH QC JS JD JH JC TS TD TH TC"


def test_leave_is_given_at_once_where_going_out_wins_the_game():
    assert wish(question(MUCH, [0, 0])) == "no"
    table = question(MUCH, [60_000, 0])
    assert wish(table) == "yes"
    assert advice(table).reason == Reason.LEAVE_WINS


def test_leave_is_refused_where_the_others_would_have_won_by_it():
    assert wish(question("4S 9D JH", [0, 0])) == "yes"
    table = question("4S 9D JH", [0, 90_000])
    assert wish(table) == "no"
    assert advice(table).reason == Reason.LEAVE_LOSES


def test_leave_is_refused_while_a_foot_still_waits():
    feet = {"feet": ["", "", "4C 5D 6H 8S 9D TC JC QC 4D 5S 6S", "", "", ""]}
    assert advice(question("4S 9D JH", [0, 0], **feet)).reason == Reason.LEAVE_FOOT


WAITS = "4C 5D 6H 8S 9D TC JC QC 4D 5S 6S"


def test_a_foot_is_no_reason_to_wait_where_the_others_wait_for_theirs_too():
    feet = {"feet": ["", WAITS, WAITS, "", "", ""]}
    assert advice(question("4S 9D JH", [0, 0], **feet)).reason == Reason.LEAVE_YES


@pytest.mark.parametrize("stock, answer", [("8C 8D", "yes"), ("8C 8D 9H 9S", "no")])
def test_leave_is_refused_while_the_stock_lasts_until_the_own_turn(stock: str, answer: str):
    assert wish(question(MUCH, [0, 0], stock=stock)) == answer


@pytest.mark.parametrize("seat, answer", [(1, "yes"), (3, "no")])
def test_leave_is_given_if_somebody_may_be_out_before_the_own_turn(seat: int, answer: str):
    kinds = ("AS AS AD AD AH AH AC", "KS KS KD KD KH KH 2C", "2S 2S 2D 2D Jo Jo Jo")
    sevens = "7S 7S 7D 7D 7H 7H 7C"
    melds = [meld(cards, side) for side in (0, 1) for cards in (*kinds, sevens)]
    hands = ["4C 5D", "4C 5D 6H 8S 9D", MUCH, *["4C 5D 6H 8S 9D"] * 3]
    hands[seat] = "4C"
    assert wish(question(MUCH, [0, 0], melds=melds, hands=hands)) == answer


def test_leave_is_asked_although_nothing_would_be_left_to_discard():
    full = ["4C 5D 6H 8S 8H 9C JD TS 4D 6S"] * 3
    lying = meld("QS QS QD QD QH QH QC"), meld("KS KH KD")
    table = classic("KC 5S 5H 5D", *lying, hands=["KC 5S 5H 5D", *full])
    assert wish(table).startswith("ask 2:")


def test_what_decides_the_game_is_told_for_sure_only():
    table = question("4S 9D JH", [0, 0])
    rules = _rules(table)
    target = rules.target
    for scores, verdict in (([0, 0], 0), ([10 * target, 0], 1), ([0, 10 * target], -1)):
        seen = CanastaObservation(rules, table.but(scores=tuple(scores)), 2, CAREFUL)
        assert decides(seen, 0) == verdict


def test_what_is_left_in_hand_is_counted_once_when_it_is_asked_whether_the_game_is_won():
    table = question("4S 9D JH", [0, 0])
    rules = _rules(table)
    scored = rules.score(table, 0)[0]
    shown = scored.total - scored.items.get(Item.HANDS, 0) - scored.items.get(Item.FEET, 0)
    caught = sum(len(table.hands[s]) + len(table.feet[s]) for s in rules.seats_by_side()[0] if s)
    enough = rules.target + 25 * caught - shown
    for had, verdict in ((enough, 0), (enough + 5, 1)):
        seen = CanastaObservation(rules, table.but(scores=(had, 0)), 2, CAREFUL)
        assert decides(seen, 0) == verdict


def test_what_going_out_lays_counts_when_it_is_asked_whether_the_game_would_be_lost():
    lying = meld("KS KD KH KC KS"), meld("AS AD AH AC AS AD AH", 1)
    hands = ["KH KD 4C", "4C 5D 6H 8S", "4C 5D 6H 8S", "4C 5D 6H"]
    table = classic("KH KD 4C", *lying, hands=hands, scores=[4_400, 4_560])
    seen = CanastaObservation(_rules(table), table, 0, CAREFUL)
    assert decides(seen, 0) == -1
    assert decides(seen, 0, moves_to_go_out(seen)) == 0
    dearer = CanastaObservation(seen.rules, table.but(scores=(4_200, 4_560)), 0, CAREFUL)
    assert decides(dearer, 0, moves_to_go_out(dearer)) == -1


@pytest.mark.parametrize(
    "number, scores, verdict",
    [
        (3, [32_000, 20_000], 0),
        (3, [20_000, 32_000], 0),
        (4, [32_000, 20_000], 1),
        (4, [20_000, 32_000], -1),
    ],
)
def test_in_the_last_round_whoever_leads_clearly_wins(number: int, scores: list[int], verdict: int):
    hands = ["4C 5D"] * 4
    table = at("ponytail-canasta", 4, hands=hands, phase="play", round=number, scores=scores)
    assert decides(CanastaObservation(_rules(table), table, 0, CAREFUL), 0) == verdict


def test_a_plan_that_a_partner_asks_about_is_laid_whatever_it_is_thought_to_hold():
    lost = []
    for held in ("4C 4C 4C 5D", "8S 9D JH KC"):
        table = question("", [0, 0], hands=[held, "4C", "4S 9D JH", *["4C 5D 6H"] * 3])
        assert table.question is not None
        rules, plan = _rules(table), table.question.plan
        scores = (table.but(scores=(18_000, had)) for had in range(18_000, 26_000, 5))
        verdicts = [
            decides(CanastaObservation(rules, each, 2, CAREFUL), 0, plan) for each in scores
        ]
        lost.append(verdicts.count(-1))
    assert lost[0] == lost[1] > 0


NEARLY = range(14_000, 20_000, 50)
"""Scores before a round of Pennies From Heaven that may or may not win the game by it."""


def test_no_card_that_nobody_sees_says_whether_the_game_is_won():
    verdicts = []
    for foot in ("3H 3D 4C 5D", "8S 9D 4C 5D"):
        feet = {"feet": ["", "", foot, foot, "", ""]}
        at_each = [question("4S 9D JH", [had, 0], **feet) for had in NEARLY]
        seen = [CanastaObservation(_rules(table), table, 2, CAREFUL) for table in at_each]
        verdicts.append([decides(each, 0) for each in seen])
    assert verdicts[0] == verdicts[1]
    assert set(verdicts[0]) == {0, 1}
