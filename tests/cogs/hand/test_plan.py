"""Tests of a plan for the next turn: a plan plays only legal moves and never goes out."""

from random import Random

import pytest

import engine
from cogs.core.refusals import Refusal
from cogs.hand.plan import parse_lays
from engine.advice.judgement import judge
from engine.advice.turn_plan import (
    LASTS,
    LAYS,
    STARTS,
    Plan,
    PlanStep,
    PlanStopped,
    following,
    turn_of,
)
from engine.model.cards import RANK_NAMES, read_cards
from engine.model.moves import Add, Discard, Draw, Meld, Take
from engine.players.heuristic.easy import choose

KINGS = "KS KH 9D 4S 5H"
QUEENS = [{"side": 0, "owner": 0, "cards": "QS QH QD QC"}]


def seen(table, seat):
    """Return a table as a seat knows it."""
    return engine.face_down(engine.view(table, seat))


def at(phase="draw", hand=KINGS, game="house-canasta", **more):
    """Return a table as seat 0 knows it."""
    seats = more.pop("seats", 4)
    hands = [hand, *["4C 5D 6H"] * (seats - 1)]
    given = {"game": game, "seats": seats, "turn": 0, "phase": phase, "hands": hands, **more}
    return seen(engine.from_position(given), 0)


def opened(**more):
    """Return a table as seat 0 knows it; seat 0 has a meld."""
    return at(melds=QUEENS, **more)


def then(plan, table):
    """Return the text of the next move, or the reason why there is none."""
    found = following(plan, engine.view(table, 0))
    return found.why if isinstance(found, PlanStopped) else engine.write(found.move)


def ranks(text):
    return tuple(RANK_NAMES.index(name) for name in text.split())


def cards(text):
    return read_cards(text)


# ---- to begin


def test_without_a_wish_a_plan_draws():
    assert then(Plan(), opened(pile="5S KD")) == "draw"


def test_the_pile_is_taken_when_that_is_legal():
    assert then(Plan("take"), opened(pile="5S KD")) == "take KS KH"


def test_a_pile_that_may_not_be_taken_is_left():
    assert then(Plan("take"), opened(pile="5S JD")) == "draw"


def test_the_pile_is_taken_for_one_of_the_ranks_wanted():
    table = opened(pile="5S KD")
    wishes = (Plan("ranks", ranks("9 K")), Plan("ranks", ranks("9")), Plan("ranks"))
    assert [then(plan, table) for plan in wishes] == ["take KS KH", "draw", "draw"]


def test_a_frozen_pile_is_not_taken_for_a_rank():
    table = opened(game="classic-canasta", pile="2S KD")
    assert [then(plan, table) for plan in (Plan("ranks", ranks("K")), Plan("take"))] == [
        "draw",
        "take KS KH",
    ]


def test_a_pile_that_is_frozen_to_who_has_not_opened_is_not_taken_for_a_rank():
    plan, hand = Plan("ranks", ranks("A")), "AS AH AC 9D 4S 5H"
    for game in ("classic-canasta", "ponytail-canasta"):
        assert then(Plan("take"), at(hand=hand, game=game, pile="5S AD")).startswith("take")
        assert then(plan, at(hand=hand, game=game, pile="5S AD")) == "draw"
        assert then(plan, opened(hand=hand, game=game, pile="5S AD")).startswith("take")


def test_a_pile_that_is_frozen_to_nobody_is_taken_for_a_rank_before_one_has_opened():
    table = at(hand="AS AH AC 9D 4S 5H", pile="5S AD")
    assert then(Plan("ranks", ranks("A")), table).startswith("take")


def test_a_hint_decides_about_the_pile():
    table = opened(pile="5S 7S 8S 9S TS JS KD")
    assert then(Plan("hint"), table).startswith(("take", "draw"))


def test_in_ten_pennies_the_upcard_is_taken_or_passed():
    table = at(game="ten-pennies", pile="9S", hand="9H 9D KS")
    assert then(Plan("take"), table) == "take"
    assert then(Plan("ranks", ranks("9")), table) == "take"
    assert then(Plan("ranks", ranks("K")), table) == "pass"
    assert then(Plan(), table) == "pass"


def test_once_the_upcard_is_declined_a_plan_draws():
    table = at(game="ten-pennies", pile="9S", hand="9H 9D KS", offered=False)
    assert then(Plan("take"), table) == "draw"


def test_online_the_upcard_is_bought_or_refused():
    table = at(game="ten-pennies-online", pile="9S", hand="9H 9D KS")
    assert [then(Plan(start), table) for start in ("take", "draw")] == ["buy", "draw"]


def test_a_plan_does_not_end_a_round_by_leaving_the_last_pile():
    table = opened(pile="5S KD", stock="")
    assert then(Plan(), table) == "ends"


# ---- to lay


def test_with_nothing_to_lay_a_plan_waits_for_its_member():
    assert then(Plan(), opened(phase="play")) == "yours"


def test_lay_offs_alone_start_no_meld():
    table = opened(phase="play", hand="KS KH KD QS 4S 5H")
    assert then(Plan(lay="adds"), table) == "add 1: QS"


def test_without_wild_cards_melds_are_laid_too():
    hand = "KS KH KD 2S 4S 5H"
    assert then(Plan(lay="naturals"), opened(phase="play", hand=hand)).startswith("meld K")


def test_no_wild_card_is_spent_unless_a_hint_says_so():
    table = opened(phase="play", hand="KS KH 2S 4S 5H 6D")
    assert then(Plan(lay="naturals"), table) == "yours"


def test_named_moves_are_made_in_their_order_and_once():
    moves = (Meld((cards("KS KH KD"),)), Add(1, cards("QS")))
    table = opened(phase="play", hand="KS KH KD QS 4S 5H")
    first = following(Plan(lay="named", moves=moves), engine.view(table, 0))
    assert isinstance(first, PlanStep)
    assert (first.move, first.rest) == (moves[0], Plan(lay="named", moves=moves[1:]))


def test_a_named_meld_that_is_not_legal_stops_the_plan_there():
    plan = Plan(lay="named", moves=(Meld((cards("KS KH KD"),)),), last="cheapest")
    assert then(plan, opened(phase="play", hand="KS KH QS 4S 5H")) == "refused"


def test_a_hint_lays_what_a_good_player_would():
    melds = [{"side": 0, "owner": 0, "cards": "QS QH QD QC QS QH"}]
    table = at("play", "QD 4S 5H 6C 7D", melds=melds)
    assert then(Plan(lay="hint"), table) == "add 1: QD"


def test_a_hint_keeps_the_wild_cards_of_who_has_just_opened():
    hand = "2S 2H Jo 4S 5H 6C 7D 8D"
    melds = [{"side": 0, "owner": 0, "cards": "AS AH AD"}]
    table = at("play", hand, "pennies-from-heaven", seats=6, melds=melds, laid=True)
    assert judge(table, 0).lays == ()
    assert then(Plan(lay="hint"), table) == "yours"


# ---- to end


def test_the_first_card_of_the_list_that_may_go_is_thrown():
    plan = Plan(cards=cards("AS 9D 4S"))
    assert then(plan, opened(phase="play")) == "discard 9D"


def test_when_no_card_of_the_list_may_go_the_member_is_waited_for():
    assert then(Plan(cards=cards("AS")), opened(phase="play")) == "no_discard"


def test_or_the_cheapest_goes_or_what_a_hint_throws():
    table = opened(phase="play")
    assert then(Plan(last="cheapest", cards=cards("AS")), table) == "discard 4S"
    assert then(Plan(last="hint"), table).startswith("discard")


def test_after_the_discard_nothing_is_left_of_the_plan():
    found = following(Plan(cards=cards("4S")), engine.view(opened(phase="play"), 0))
    assert isinstance(found, PlanStep)
    assert (found.move, found.rest) == (Discard(cards("4S")[0]), None)


def test_a_plan_never_goes_out():
    melds = [{"side": 0, "owner": 0, "cards": "8S 8H 8D 8C"}]
    table = at("play", "8S", "ten-pennies", melds=melds, down=[True] * 4)
    assert then(Plan(last="cheapest"), table) == "out"
    assert then(Plan(lay="named", moves=(Add(1, cards("8S")),)), table) == "out"


def test_a_discard_that_ends_the_round_is_left_to_the_member():
    table = at("play", "KS KH 9D 4S 5H", seats=2, stock="")
    for plan in (Plan(last="cheapest"), Plan(last="hint"), Plan(cards=cards("4S"))):
        assert then(plan, table) == "ends"


@pytest.mark.parametrize("game", ["classic-canasta", "pennies-from-heaven", "ponytail-canasta"])
def test_a_discard_that_the_next_may_be_unable_to_take_is_left_to_the_member(game):
    seats = engine.GAMES[game].seats[-1]
    queens = {"melds": QUEENS, "seats": seats}
    assert then(Plan(last="cheapest"), at("play", game=game, stock="", **queens)) == "ends"
    enough = at("play", game=game, stock="9S 9H 9D", **queens)
    assert then(Plan(last="cheapest"), enough) == "discard 4S"


@pytest.mark.parametrize("game", [game for game in engine.GAMES if "canasta" in game])
def test_the_last_of_the_stock_may_be_red_threes_so_drawing_it_is_left_to_the_member(game):
    keys = {"game": game, "seats": 4, "melds": QUEENS}
    assert then(Plan(), at(stock="3H", **keys)) == "ends"
    assert then(Plan(), at(stock="9S 9H 9D", **keys)) == "draw"
    seen = {"red_threes": ["3H 3H 3H 3H", "3D 3D 3D 3D", "3H 3H 3D 3D", ""]}
    assert then(Plan(), at(stock="9S", **keys, **seen)) == "draw"


def test_a_discard_that_brings_a_foot_and_the_last_of_the_stock_is_left_to_the_member():
    keys = {"game": "pennies-from-heaven", "seats": 6, "played_seventh": True}
    nines = {"side": 0, "owner": 0, "cards": "9S 9S 9H 9H 9D 9D 9C"}
    table = at("play", melds=[nines], feet=["5S 6S 8S TS", *[""] * 5], stock="8C", **keys)
    assert then(Plan(last="cheapest"), table) == "ends"


def test_red_threes_that_wait_with_the_next_player_may_take_the_last_of_the_stock():
    keys = {"game": "ponytail-canasta", "seats": 4, "melds": QUEENS, "stock": "8C"}
    assert then(Plan(last="cheapest"), at("play", **keys)) == "ends"
    feet = ["", "4C 5C 6C 7C", "", ""]
    assert then(Plan(last="cheapest"), at("play", feet=feet, **keys)) == "discard 4S"


def test_a_hand_of_sevens_may_draw_another_so_that_is_left_to_the_member():
    keys = {"game": "pennies-from-heaven", "seats": 6, "stock": "9S " * 20}
    assert then(Plan(), at(hand="7S 7H", **keys)) == "ends"
    assert then(Plan(), at(hand="7S 8H", **keys)) == "draw"


def test_where_no_pile_is_taken_an_empty_stock_stops_no_plan():
    table = at("play", game="ten-pennies", stock="", pile="6C 7C 8C")
    assert then(Plan(last="cheapest"), table).startswith("discard")


def test_what_comes_with_a_ponytail_is_for_its_member_to_see_first():
    melds = [{"side": 0, "owner": 0, "cards": "QS QH QD QC QS QH"}]
    feet = ["9S TS JS KS AS 4D"] * 4
    table = at("play", "QD 4S 5H 6C 7D 8D", "ponytail-canasta", melds=melds, feet=feet)
    plan = Plan(lay="named", moves=(Add(1, cards("QD")),), last="cheapest")
    found = following(plan, engine.view(table, 0))
    assert found == PlanStep(plan.moves[0], PlanStopped("foot"))


def test_whose_turn_it_is_not_has_nothing_to_follow():
    with pytest.raises(ValueError, match="turn"):
        following(Plan(), engine.view(engine.deal("house-canasta", 4, bytes(32)), 3))


# ---- as text


@pytest.mark.parametrize(
    "plan",
    [
        Plan(),
        Plan("ranks", ranks("9 K T"), "hint", last="cheapest"),
        Plan("take", lay="named", moves=(Meld((b"\0\0\0", b"\1\1\1")), Add(12, b"\0"))),
        Plan("hint", lay="adds", last="hint", cards=cards("5S Jo TH")),
    ],
    ids=str,
)
def test_a_plan_is_kept_as_text(plan):
    assert Plan.read(str(plan)) == plan


@pytest.mark.parametrize(
    "halt", [PlanStopped("yours"), PlanStopped("refused", Meld((b"\0\0\0",)))], ids=str
)
def test_why_it_stopped_is_kept_as_text(halt):
    assert PlanStopped.read(str(halt)) == halt


def test_moves_are_typed_as_in_the_move_command():
    view = engine.view(opened(phase="play"), 0)
    assert parse_lays("meld ks kh kd; add 1: q♠", view) == (
        Meld((cards("KS KH KD"),)),
        Add(1, cards("QS")),
    )


@pytest.mark.parametrize("text", ["draw", "discard 4S", "meld KS KH KD; take"])
def test_only_what_lays_cards_is_taken_as_a_lay(text):
    with pytest.raises(Refusal, match="only_lays"):
        parse_lays(text, engine.view(opened(phase="play"), 0))


def test_a_text_that_is_no_move_is_refused():
    with pytest.raises(engine.SyntaxRefused):
        parse_lays("the kings please", engine.view(opened(), 0))


# ---- every game


def any_plan(luck, hand):
    """Any plan."""
    some = bytes(luck.sample(sorted(hand), min(3, len(hand))))
    wanted = tuple(sorted(luck.sample(range(12), 4)))
    lay = luck.choice([lay for lay in LAYS if lay != "named"])
    return Plan(luck.choice(STARTS), wanted, lay, (), luck.choice(LASTS), some)


def one_turn(table, seat, plan):
    """Play as much of the plan as possible, each move by the real rules, and return the table."""
    while turn_of(engine.view(table, seat)):
        found = following(plan, engine.view(table, seat))
        if isinstance(found, PlanStopped):
            return table
        assert engine.check(table, seat, found.move) is None, found
        assert not isinstance(found.move, Draw | Take) or table.phase == "draw"
        table = engine.play(table, seat, found.move)
        if not isinstance(found.rest, Plan):
            return table
        plan = found.rest
    return table


@pytest.mark.parametrize("game", sorted(engine.GAMES))
def test_whatever_is_planned_only_legal_moves_come_of_it(game):
    luck, planned = Random(game), 0
    table = engine.deal(game, engine.GAMES[game].seats[-1], bytes(32))
    for _ in range(60):
        if not engine.pending(table):
            break
        seat = engine.pending(table)[0].seat
        if turn_of(engine.view(table, seat)):
            after = one_turn(table, seat, any_plan(luck, table.hands[seat]))
            planned += after != table
            table = after
        pending = engine.pending(table)
        if pending and pending[0].seat == seat:
            table = engine.play(table, seat, choose(engine.view(table, seat), luck))
    assert planned > 10
