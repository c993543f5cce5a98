"""The engine's public calls: what they refuse to deal, to read and to load."""

from itertools import product

import pytest

import engine
from engine.earlier_rules import settled_rules
from engine.model.cards import arranged, read_cards
from engine.model.moves import cards_laid
from engine.model.score import FinalReason, Result
from engine.notation.moves import read
from tests.engine.positions import after, at, hands, held, legal, meld, refusal
from tests.engine.rulebook import rule

SEED = bytes(range(32))
SEVENS = "7S 7S 7S 7D 7D 7D 7H"
FOUR = [meld(c) for c in ("KS KS KD KD KH KH KC", "QS QS QD QD QH QH 2S", "2S 2S 2D 2H 2C Jo Jo")]


@pytest.mark.parametrize(
    "game,options,reason",
    [
        ("whist", {}, "no game 'whist'"),
        ("house-canasta", {"jokers": True}, "no option 'jokers'"),
        ("house-canasta", {"wild_freezes": 1}, "'wild_freezes' cannot be 1"),
        ("house-canasta", {"max_rounds": True}, "'max_rounds' cannot be True"),
        ("house-canasta", {"max_rounds": 0}, "'max_rounds' cannot be 0"),
        ("house-canasta", {"out_bonus": 7}, "'out_bonus' cannot be 7"),
        ("ponytail-canasta", {"deck_rule": "many"}, "'deck_rule' cannot be 'many'"),
    ],
)
def test_an_unknown_game_option_or_value_is_named(
    game: str, options: dict[str, bool | int | str], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        engine.deal(game, 4, SEED, options)


def test_a_switch_may_be_named_on_or_off() -> None:
    table = engine.deal("house-canasta", 4, SEED, {"grab_bonus": "off", "wild_freezes": "on"})
    assert (table.rules.chosen["grab_bonus"], table.rules.chosen["wild_freezes"]) == (False, True)
    types = {option.name: option.type for option in table.rules.options}
    assert (types["grab_bonus"], types["max_rounds"]) == (bool, int)


def test_a_seed_has_thirty_two_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        engine.deal("house-canasta", 4, b"short")


@pytest.mark.parametrize(
    "keys,reason",
    [
        ({"pyle": "5S"}, "no such key in a position: pyle"),
        ({"phase": "sleep"}, "no such phase"),
        ({"stock": "1S"}, "not a card"),
        ({"hands": ["4C"]}, "hands needs 2 entries"),
        ({"scores": [1, 2, 3]}, "scores needs 2 entries"),
    ],
)
def test_a_position_that_cannot_be_is_refused(keys: dict[str, object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        at("house-canasta", 2, **keys)


def test_a_position_in_which_the_upcard_is_offered_asks_whoever_comes_after() -> None:
    table = at("ten-pennies-online", 4, phase="offer", turn=2, pile="8C")
    assert engine.position(table)["offer_to"] == [3, 0, 1]
    assert at("ten-pennies-online", 4, phase="draw", turn=2).offer_to == ()


def test_who_said_yes_to_the_upcard_is_not_asked_again() -> None:
    table = at("ten-pennies", 4, phase="offer", offer_yes=[2])
    assert table.offer_to == (1, 3)
    assert at("ten-pennies", 4, phase="draw", offer_yes=[2]).offer_to == ()


@pytest.mark.parametrize("asked", [[], [1, 3], [1, 2, 3]])
def test_who_is_asked_for_the_upcard_survives_position_and_snapshot(asked: list[int]) -> None:
    table = at("ten-pennies", 4, phase="offer", offer_yes=[2], offer_to=asked)
    assert engine.from_position(engine.position(table)) == table
    assert engine.load(engine.dump(table)) == table


def test_a_question_and_a_result_survive_position_and_snapshot() -> None:
    asked = at(
        "pennies-from-heaven",
        6,
        phase="answer",
        question={"asker": 0, "asked": 2, "plan": "meld 5S 5D 5H; discard 9C"},
    )
    over = at("house-canasta", 4, phase="over", scores=[8000, 100])
    for table in (asked, over):
        assert engine.from_position(engine.position(table)) == table
        assert engine.load(engine.dump(table)) == table
    assert engine.pending(over) == ()


def test_a_table_is_what_it_was_after_hundreds_of_other_house_rules() -> None:
    table = engine.deal("house-canasta", 4, SEED, {"max_rounds": 7})
    snapshot, position = engine.dump(table), engine.position(table)
    for seats, rounds in product((2, 3, 4), range(1, 101)):
        settled_rules("house-canasta", seats, {"max_rounds": rounds, "grab_bonus": False})
    for again in (engine.load(snapshot), engine.from_position(position)):
        assert again.rules is not table.rules
        assert (again, hash(again.rules)) == (table, hash(table.rules))


@pytest.mark.parametrize(
    "game,version,seats,options",
    [
        ("ten-pennies-online", None, 2, {}),
        ("ponytail-canasta", 1, 2, {}),
        ("ponytail-canasta", None, 4, {}),
        ("ponytail-canasta", None, 2, {"manual_pony": True}),
    ],
)
def test_rules_that_differ_in_one_setting_are_not_the_same(
    game: str, version: int | None, seats: int, options: dict[str, bool | int | str]
) -> None:
    assert settled_rules(game, seats, options, version) != settled_rules("ponytail-canasta", 2)


@pytest.mark.parametrize("cards", ["KS KH KD", "KS KD Jo", "2S 2D Jo"])
def test_a_position_names_the_rank_of_a_meld_only_where_its_cards_do_not(cards: str) -> None:
    table = at("house-canasta", 4, melds=[meld(cards)])
    assert engine.position(table)["melds"] == [{"side": 0, "owner": 0, "cards": cards}]


def test_what_is_no_snapshot_is_refused() -> None:
    with pytest.raises(ValueError, match="not a snapshot"):
        engine.load(b"what is this?")


def test_a_view_reads_text_with_the_viewers_hand() -> None:
    table = at("house-canasta", 2, hands=["KS KS 4C", "KD 4C"], phase="play")
    assert engine.read("discard k", engine.view(table, 0)) == engine.read("discard KS", table)
    assert engine.read("discard k", engine.view(table, 1)) == engine.read("discard KD", table)
    assert engine.view(table, 0).side_of(1) == 1
    assert table.rules.sides(table) == ((0,), (1,))


@pytest.mark.parametrize(
    "typed,meant",
    [
        ("  MELD ks kd ♥k / 10s 10d TH ", "meld KS KD KH / TS TD TH"),
        ("discard joker", "discard Jo"),
        ("discard 🃏", "discard Jo"),
        ("add 10: ks", "add 10: KS"),
        ("add 3 ks", "add 3: KS"),
        ("meld k k k", "meld KS KH KD"),
        ("take ks, kd / 3: qs", "take KS KD / 3: QS"),
        ("take / 3: q", "take / 3: QS"),
        ("ask 2: meld k k k; discard q", "ask 2: meld KS KH KD; discard QS"),
    ],
)
def test_forgiving_input_means_the_canonical_move(typed: str, meant: str) -> None:
    hand = arranged(read_cards("KS KD KH QS TS TD TH Jo"))
    assert engine.write(read(typed, hand)) == meant


@pytest.mark.parametrize(
    "text,laid",
    [
        ("take KS KD / 3: QS / TS TD TH", "KS KD QS TS TD TH"),
        ("meld KS KD KH / TS TD TH", "KS KD KH TS TD TH"),
        ("add 3: QS Jo", "QS Jo"),
        ("discard KS", ""),
        ("draw", ""),
    ],
)
def test_the_cards_that_a_move_lays_are_those_that_leave_the_hand_for_the_table(
    text: str, laid: str
) -> None:
    hand = arranged(read_cards("KS KD KH QS TS TD TH Jo"))
    assert arranged(cards_laid(read(text, hand))) == arranged(read_cards(laid))


@pytest.mark.parametrize(
    "typed", ["", "meld", "discard K♠ Q♠", "add x: KS", "ask 2: ask 4: discard KS", "discard 9"]
)
def test_what_is_no_move_is_refused(typed: str) -> None:
    with pytest.raises(engine.SyntaxRefused):
        read(typed, read_cards("KS KD"))


def test_a_rank_alone_that_could_be_two_cards_names_both() -> None:
    with pytest.raises(engine.Ambiguous) as caught:
        read("discard k", read_cards("KS KD QS"))
    assert caught.value.facts == {"text": "K", "choices": "KS KD"}


@pytest.mark.parametrize("game", ["house-canasta", "ten-pennies"])
@pytest.mark.parametrize("typed", ["discard KS", "add 1: KS", "meld KS KD KH", "juggle"])
def test_an_answer_of_no_keeps_nothing_of_what_was_looked_at_on_the_way(
    game: str, typed: str
) -> None:
    refused = engine.check(at(game, 2, hands=["QS 4C", "5D 5C"], phase="play"), 0, typed)
    assert refused is not None
    assert refused.__traceback__ is None


def test_garbage_is_no_legal_move() -> None:
    assert "juggle" not in engine.legal(at("house-canasta", 2), 0)
    assert engine.legal(at("house-canasta", 2), 0).room(3) == b""


@rule("PFH-Q24")
def test_a_hand_of_sevens_may_open_with_two_melds_of_them() -> None:
    drawn = hands(6, s0="7S 7S 7S 7D 7D 7D 7H 7H")
    table = after(at("pennies-from-heaven", 6, hands=drawn, stock="7H 7C 8C"), "draw")
    assert legal(table, f"meld {SEVENS} / 7H 7H 7C")
    assert refusal(table, f"meld {SEVENS}") == "below_minimum"


@rule("PFH-Q38")
def test_a_plan_is_melds_and_a_discard_that_end_the_round_with_the_asker_out() -> None:
    keys = {"phase": "play", "melds": [*FOUR, meld(SEVENS)], "hands": hands(6, s0="5S 5D 5H 9C 8C")}
    table = at("pennies-from-heaven", 6, **keys)
    assert refusal(table, "ask 2: draw; discard 9C") == "plan_stays_in"
    again = "ask 2: meld 5S 5D 5H; discard 9C; discard 8C"
    assert refusal(table, again) == "not_your_turn"


def test_yes_and_no_need_a_question() -> None:
    over = at("pennies-from-heaven", 6, phase="over")
    assert refusal(over, "yes", seat=0) == "game_over"
    assert refusal(over, "foot", seat=0) == "game_over"
    assert refusal(at("house-canasta", 4), "yes") == "not_in_this_game"


@rule("PFH-Q51")
def test_whoever_is_asked_answers_before_picking_up_a_foot() -> None:
    table = at(
        "pennies-from-heaven",
        6,
        phase="answer",
        earned=[False, False, True, False, False, False],
        feet=["", "", "8S", "", "", ""],
        question={"asker": 0, "asked": 2, "plan": "discard 4C"},
    )
    assert refusal(table, "foot", seat=2) == "foot_later"
    assert set(engine.legal(table, 2)) == {read("yes"), read("no")}


@rule("PFH-Q38")
def test_leave_for_a_plan_that_no_longer_works_only_lets_the_turn_go_on() -> None:
    question = {"asker": 0, "asked": 2, "plan": "discard 9C"}
    table = at("pennies-from-heaven", 6, phase="answer", question=question)
    assert (after(table, "yes").phase, held(after(table, "yes"), 0)) == ("play", "4C 5D 6H")


@rule("PT-Q51")
def test_a_ponytail_that_waits_is_one_of_the_legal_steps() -> None:
    table = at(
        "ponytail-canasta", 4, phase="play", earned=[True] + [False] * 3, feet=["8S"] + [""] * 3
    )
    assert read("foot") in set(engine.legal(table, 0))


@rule("HC-R8")
def test_a_red_three_cannot_be_laid_off_on_black_ones() -> None:
    table = at(
        "house-canasta", 4, phase="play", melds=[meld("3S 3S 3C")], hands=hands(4, s0="3H 4C")
    )
    assert refusal(table, "add 1: 3H") == "red_three"


def test_every_name_that_the_engine_promises_is_there() -> None:
    assert [name for name in engine.__all__ if not hasattr(engine, name)] == []


def test_places_begin_behind_all_who_have_won_and_equals_share_one() -> None:
    result = Result((0, 1), (500, 400, 450, 300, 300), FinalReason.TARGET)
    most = [result.place(side, lowest_wins=False) for side in range(5)]
    assert most == [1, 1, 3, 4, 4]
    fewest = Result((4,), (7, 9, 9, 12, 3), FinalReason.TARGET)
    assert [fewest.place(side, lowest_wins=True) for side in range(5)] == [2, 3, 3, 5, 1]


def test_a_view_of_a_contract_rummy_says_nothing_of_feet_and_partners() -> None:
    view = engine.view(engine.deal("ten-pennies", 4, SEED), 0)
    assert (view.packet, view.played_seventh, view.locked, view.frozen) == ("", False, b"", False)
    assert [seat.foot_count for seat in view.seats] == [0] * 4
    assert not any(side.personal_melds for side in view.sides)
