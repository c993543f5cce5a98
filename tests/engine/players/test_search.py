"""The search: worlds from the view, leads within a world, confidence, and a deadline."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

import engine
from engine.canasta.book.variant import CanastaAnswers
from engine.model.cards import JOKER_RANK, RANK, RANK_NAMES, THREE
from engine.players.heuristic.normal import decided
from engine.players.search import search
from engine.players.search.candidates import MOST, candidates
from engine.players.search.likely_worlds import likeliest_world
from engine.players.search.search import (
    CONVINCING,
    DOUBT,
    HOPED,
    MOST_WORLDS,
    Candidate,
    better_half,
    in_question,
    is_clear,
    is_trusted,
    roll_out,
    search_move,
)
from engine.players.thinking.thought import CAREFUL, Reason, Thought
from engine.players.tuned.hard import hard_style
from tests.engine.players.positions import GAMES, a_round, seat_view, worlds
from tests.engine.positions import actor, at, meld, own


def house_in_the_middle():
    return next(
        table
        for table in a_round("house-canasta", 2, "normal", seed=2)
        if table.phase == "play" and len(table.stock) < 40
    )


DRAW = engine.read("draw", at("house-canasta", 2))


def test_a_clear_gain_convinces_and_luck_does_not():
    clear = Candidate(DRAW, [90.0, 110.0, 100.0, 95.0] * 3)
    lucky = Candidate(DRAW, [2000.0, -900.0, -1100.0, 100.0] * 3)
    assert clear.convinces
    assert not lucky.convinces
    assert lucky.mean > 0


def test_few_worlds_convince_nobody():
    assert not Candidate(DRAW, [100.0] * (CONVINCING - 1)).convinces


def test_of_a_mean_the_more_is_believed_the_more_worlds_it_comes_from():
    few, many = Candidate(DRAW, [100.0] * DOUBT), Candidate(DRAW, [100.0] * 9 * DOUBT)
    assert few.believed == pytest.approx(50)
    assert many.believed == pytest.approx(90)


def test_worlds_go_to_those_that_lead():
    others = [Candidate(DRAW, [gain]) for gain in (10.0, 40.0, -20.0, 30.0, 20.0)]
    assert [each.mean for each in better_half(others)] == [40.0, 30.0, 20.0]


def test_a_candidate_stays_until_it_is_clearly_behind():
    move = engine.read("draw", at("house-canasta", 2))
    assert Candidate(move, [-300.0, 250.0, -400.0, 300.0]).is_open
    assert not Candidate(move, [-300.0, -250.0, -400.0, -200.0]).is_open
    assert not Candidate(move, [0.0, 0.0, 0.0, 0.0]).is_open


def test_who_is_clearly_behind_lies_a_standard_error_behind():
    """The leads deviate by 100, so the standard error of the mean of sixteen worlds is 25."""
    half, one_and_a_half = [-113.0, 87.0], [-140.0, 60.0]
    assert Candidate(DRAW, half * 8).is_open
    assert not Candidate(DRAW, one_and_a_half * 8).is_open


def test_the_deadline_is_asked_once_for_each_further_world():
    table = house_in_the_middle()
    asked = []

    def more_time():
        asked.append(True)
        return len(asked) < 3

    search_move(table.rules, seat_view(table), actor(table), Random(1), more_time)
    assert len(asked) == 3


def all_the_time(table):
    """Return how many worlds a search plays without a deadline."""
    asked = []

    def more_time():
        asked.append(True)
        return True

    search_move(table.rules, seat_view(table), actor(table), Random(1), more_time)
    return len(asked)


def test_with_all_the_time_there_is_no_more_worlds_are_played_than_tell_something(monkeypatch):
    late = [*a_round("house-canasta", 2, "normal", seed=4)][-8:]
    assert 8 < max(map(all_the_time, late)) < MOST_WORLDS
    monkeypatch.setattr(search, "MOST_WORLDS", 6)
    assert max(map(all_the_time, late)) == 6


def test_who_can_hardly_convince_any_more_leaves_its_time_to_the_rest():
    near, far = [-300.0, 320.0, -280.0, 300.0], [-260.0, 180.0, -240.0, 200.0]
    assert Candidate(DRAW, near * 4).may_convince
    assert not Candidate(DRAW, far * 4).may_convince
    assert Candidate(DRAW, far * 4).is_open
    left = in_question([Candidate(DRAW, near), Candidate(DRAW, [-20.0, 10.0, -20.0, 10.0])])
    assert [each.gains for each in left] == [near]


def test_who_convinces_may_convince_still_in_the_last_of_the_worlds_hoped_for():
    convincing, lost = [90.0, -60.0] * (HOPED // 2), [60.0, -60.0] * (HOPED // 2)
    assert Candidate(DRAW, convincing).convinces
    assert Candidate(DRAW, convincing).may_convince
    assert not Candidate(DRAW, lost).may_convince


def test_a_search_ends_where_one_is_far_ahead_of_all():
    clear = Candidate(DRAW, [90.0, 110.0, 100.0, 95.0] * 2)
    near = Candidate(DRAW, [85.0, 115.0, 100.0, 90.0] * 2)
    behind = Candidate(DRAW, [5.0, -10.0, 20.0, 0.0] * 2)
    assert is_clear([clear])
    assert is_clear([behind, clear])
    assert not is_clear([clear, near])
    assert not is_clear([behind])
    assert not is_clear([])


def test_the_same_move_by_detours_does_not_keep_a_search_going():
    clear = Candidate(DRAW, [90.0, 110.0, 100.0, 95.0] * 2)
    assert is_clear([clear, Candidate(DRAW, list(clear.gains))])


def test_nothing_is_tried_out_while_a_round_of_house_canasta_is_young():
    table = house_in_the_middle()
    seat, rules = actor(table), table.rules
    young = table.but(stock=table.stock + table.hands[1 - seat] * 4)
    style = hard_style(rules)
    default, _ = decided(rules, table, seat, style)
    assert not is_trusted(rules, table, default, style)
    assert is_trusted(rules, young, default, style)


@pytest.mark.parametrize(
    "game, seats, reason",
    [
        ("ponytail-canasta", 4, Reason.EXTEND),
        ("ponytail-canasta", 4, Reason.WILD_MELD),
        ("pennies-from-heaven", 6, Reason.NEW_MELD),
        ("pennies-from-heaven", 6, Reason.THROW_LEAST_RISK),
        ("pennies-from-heaven", 6, Reason.THROW_DEARER),
    ],
)
def test_what_is_done_for_a_trusted_reason_stands(game: str, seats: int, reason: Reason):
    table = engine.deal(game, seats, bytes(32))
    trusted, other = (Thought(DRAW, each) for each in (reason, Reason.COMPLETE))
    rules, style = table.rules, hard_style(table.rules)
    assert isinstance(rules, CanastaAnswers)
    assert is_trusted(rules, table, trusted, style)
    assert not is_trusted(rules, table, other, style)


def test_without_time_the_default_stands():
    table = house_in_the_middle()
    default, _ = decided(table.rules, table, actor(table), hard_style(table.rules))
    thought = search_move(table.rules, seat_view(table), actor(table), Random(1), worlds(0))
    assert thought == default


def test_a_move_without_alternative_needs_no_search():
    table = at("house-canasta", 2, hands=["4C 5D", "6C 7D"], phase="draw", pile="KC")
    thought = search_move(table.rules, seat_view(table), 0, Random(1), pytest.fail)
    assert thought.reason == Reason.NOTHING_TO_TAKE


@pytest.mark.parametrize("game, seats", GAMES)
def test_candidates_are_legal_few_and_not_the_default(game, seats):
    for table in islice(a_round(game, seats, "normal"), 5, 60, 11):
        seat = actor(table)
        default, _ = decided(table.rules, table, seat, CAREFUL)
        found = candidates(table.rules, table, seat, default, CAREFUL)
        assert len(found) <= MOST
        assert default.move not in found
        assert all(engine.check(table, seat, move) is None for move in found)


def test_a_rollout_does_not_change_the_table_it_starts_from():
    table = house_in_the_middle()
    before = engine.position(table)
    default, _ = decided(table.rules, table, actor(table), CAREFUL)
    first = roll_out(table, actor(table), default.move, CAREFUL)
    assert engine.position(table) == before
    assert roll_out(table, actor(table), default.move, CAREFUL) == first


def test_a_card_that_the_next_seat_surely_takes_is_no_candidate():
    table = at(
        "house-canasta",
        2,
        hands=["9D JD 6S 4C", "JS JH 4D"],
        melds=[own("KH KH KC", 0, 2), own("AH AH AC", 1, 2)],
        known=["", "JS JH"],
        pile="5S 6D 7D 8D TD QD 4D",
        phase="play",
        stock="8C 8D 9H 9S",
    )
    default, _ = decided(table.rules, table, 0, CAREFUL)
    found = [engine.write(move) for move in candidates(table.rules, table, 0, default, CAREFUL)]
    assert "discard JD" not in found
    assert any(text.startswith("discard") for text in found)


def kept(world, seat):
    """Return how many cards in the others' hands are one of several of their rank.

    Threes and wild cards do not count.
    """
    hands = [hand for other, hand in enumerate(world.hands) if other != seat]
    ranks = [[RANK[face] for face in hand if THREE < RANK[face] < JOKER_RANK] for hand in hands]
    return sum(held.count(rank) > 1 for held in ranks for rank in held)


@pytest.mark.parametrize("dealt", [3, 6])
def test_the_likeliest_of_the_worlds_dealt_is_where_others_hold_most_that_goes_together(dealt):
    table = house_in_the_middle()
    rules, seat = table.rules, actor(table)
    for seed in range(8):
        rng = Random(seed)
        sampled = [rules.sample(seat_view(table), rng) for _ in range(dealt)]
        style = replace(CAREFUL, dealt=dealt)
        found = likeliest_world(rules, seat_view(table), seat, Random(seed), style)
        assert kept(found, seat) == max(kept(world, seat) for world in sampled)


def pairs_of_the_next(table, rank, *, recalls):
    """Return in how many of forty likely worlds the next seat holds a pair of a rank."""
    style = replace(CAREFUL, dealt=12, recalls=recalls)
    seat = table.turn
    dealt = (
        likeliest_world(table.rules, seat_view(table), seat, Random(n), style) for n in range(40)
    )
    return sum(world.hands[(seat + 1) % 4].translate(RANK).count(rank) > 1 for world in dealt)


@pytest.mark.parametrize(
    "told",
    [
        # The next seat discarded it: newest first, so the other seats' cards come before it.
        {"pile": "4C QD 8S 5C"},
        # The seat itself discarded it; the next seat, whose side has opened, left a rich pile.
        {"pile": "4C 6D 7S TC QD AC 8S 5C", "melds": [meld("KS KD KH", 1)]},
    ],
    ids=["thrown", "left lying"],
)
def test_who_recalls_what_was_thrown_and_left_lying_deals_worlds_with_fewer_pairs_of_it(told):
    keys = {"hands": ["9D JD 6S 4C", *["4C 5D 6H 8S 9D TD AC AH 7S JS"] * 3], "stock": "8C " * 20}
    table = at("classic-canasta", 4, **keys, **told, phase="play")
    rank = RANK_NAMES.index("Q")
    assert pairs_of_the_next(table, rank, recalls=True) < pairs_of_the_next(
        table, rank, recalls=False
    )


def test_going_out_now_and_freezing_the_pile_are_among_the_candidates():
    table = at(
        "classic-canasta",
        4,
        hands=["KS 2D", *["4C 5D 6H 8S 9D TD"] * 3],
        melds=[own("KH KH KC KD KC", 0, 2), own("8S 8D 8H 8C 8S 8D 8H", 0, 2)],
        pile="6C 7D 9D TD",
        phase="play",
        stock="8C " * 40,
    )
    default = Thought(engine.read("discard KS", table), Reason.DEFAULT)
    found = candidates(table.rules, table, 0, default, CAREFUL)
    texts = [engine.write(move) for move in found]
    assert texts[0].startswith(("add", "lay"))
    assert "discard 2D" in texts
