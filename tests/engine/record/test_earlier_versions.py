"""Tests that a correction of the rules does not change a game that is already in play."""

import zlib
from typing import Any

import pytest

import engine
from engine.earlier_rules import EDITIONS
from engine.record.feats import first_table
from tests.engine.positions import actor, at, hands, meld, named, refusal

PENNIES, HOUSE, PONY, CLASSIC = (
    "pennies-from-heaven",
    "house-canasta",
    "ponytail-canasta",
    "classic-canasta",
)
SEATS = {PENNIES: 6, HOUSE: 4, PONY: 4, CLASSIC: 4}
SEVENS = "7S 7S 7S 7D 7D 7D 7H"
READY = ("AS AS AD AD AH AH AC", "QS QS QD QD 2S 2D 2H", SEVENS, "Jo Jo Jo 2S 2S 2D 2D")
NO_FEET = [""] * 5


def seat_0(game: str, hand: str, *melds: str, **keys: Any) -> dict[str, Any]:
    """Keys of a position with seat 0 to move; its side has these melds."""
    held = hands(SEATS[game], s0=hand)
    return {"hands": held, "melds": [meld(cards) for cards in melds], **keys}


def before(game: str, hand: str, *melds: str, **keys: Any) -> dict[str, Any]:
    """Keys of a position in which the last seat discards a king and the turn comes to seat 0."""
    last = SEATS[game] - 1
    held = hands(SEATS[game], **{"s0": hand, f"s{last}": "KC 4C 5D"})
    plain = {"hands": held, "turn": last, "phase": "play", "stock": "", "pile": ""}
    return {**plain, "melds": [meld(cards) for cards in melds], **keys}


def outcome(game: str, version: int, keys: dict[str, Any], move: str) -> str:
    """Return the code of a move's refusal, or its events up to the end of the round."""
    table = at(game, SEATS[game], version=version, **keys)
    seat = 0 if move == "foot" else actor(table)
    if code := refusal(table, move, seat):
        return code
    events = named(engine.decide(table, seat, move))
    return " ".join(events[: events.index("RoundEnded") + 1] if "RoundEnded" in events else events)


CASES = {
    "a take from a hand of barred sevens leaves barred sevens": (
        PENNIES,
        seat_0(PENNIES, "7S 7D 7H 7H", pile="7C", melds=[meld("AS AD AH")]),
        "take 7S 7D",
        ("PileTaken", "no_discard_left"),
    ),
    "a seven that is free is left for the foot that is due": (
        PENNIES,
        seat_0(PENNIES, "7S", phase="play", played_seventh=True, feet=["8S", *NO_FEET])
        | {"melds": [meld(SEVENS), meld(SEVENS, 1)], "options": {"empty_ok_if_foot_due": True}},
        "discard 7S",
        ("seven_last", "Discarded FootPickedUp"),
    ),
    "a foot that was earned in an earlier turn is still due": (
        PENNIES,
        seat_0(PENNIES, "5D", "8S 8S 8D 8D 8H 8H 8C", phase="play", feet=["4S", *NO_FEET])
        | {"earned": [True, *[False] * 5]}
        | {"options": {"empty_ok_if_foot_due": True, "auto_foot": False}},
        "discard 5D",
        ("not_ready", "Discarded"),
    ),
    "a no keeps a card although a foot is due": (
        PENNIES,
        seat_0(PENNIES, "5D", SEVENS, phase="play", feet=["4S", *NO_FEET], played_seventh=True)
        | {"no_out": True, "options": {"empty_ok_if_foot_due": True}},
        "discard 5D",
        ("Discarded FootPickedUp", "leave_denied"),
    ),
    "a foot takes the last card of the stock": (
        PENNIES,
        {"feet": ["8S 3H", *NO_FEET], "earned": [True, *[False] * 5], "turn": 1, "stock": "8C"}
        | {"options": {"auto_foot": False}},
        "foot",
        ("FootPickedUp", "FootPickedUp RoundEnded"),
    ),
    "a part of a rank takes the last pile of Pennies From Heaven": (
        PENNIES,
        before(PENNIES, "KS KS KD KD KH 4C"),
        "discard KC",
        ("Discarded RoundEnded", "Discarded"),
    ),
    "a natural card goes with a wild upcard": (
        HOUSE,
        seat_0(HOUSE, "2S 2D KS 4C", "AS AD AH", pile="9H 2H"),
        "take 2S 2D KS",
        ("PileTaken", "pure_wilds"),
    ),
    "two groups make one set": (
        HOUSE,
        seat_0(HOUSE, "KS KD KH 4C", "AS AD AH", phase="play"),
        "meld KS / KD KH",
        ("too_few_cards", "Melded"),
    ),
    "a red three of the pile is replaced by the card to discard": (
        HOUSE,
        seat_0(HOUSE, "9S 9D", "AS AD AH", pile="3H 9H"),
        "take 9S 9D",
        ("keep_a_card", "PileTaken"),
    ),
    "a red three of the pile is replaced in Ponytail Canasta": (
        PONY,
        seat_0(PONY, "9S 9D 4C", "AS AD AH", pile="3H 9H"),
        "take 9S 9D",
        ("not_ready", "PileTaken"),
    ),
    "a lay-off brings the ponytail": (
        PONY,
        before(PONY, "KS KD QH", "QS QS QD QD QH QC", feet=["8S 9S TS", "", "", ""]),
        "discard KC",
        ("Discarded RoundEnded", "Discarded"),
    ),
    "a replaced red three is the only card and goes out": (
        PONY,
        before(PONY, "3H", *READY, stock="8C"),
        "discard KC",
        ("Discarded RedThreesLaid RoundEnded", "Discarded RedThreesLaid"),
    ),
    "a lay-off goes out without a stock": (
        CLASSIC,
        before(CLASSIC, "KS KD QH", "QS QS QD QD QH QC"),
        "discard KC",
        ("Discarded RoundEnded", "Discarded"),
    ),
}


def test_ten_black_threes_went_out_as_two_melds_before_version_3_of_ponytail_canasta() -> None:
    threes = seat_0(PONY, "3S 3S 3S 3S 3S 3C 3C 3C 3C 3C", *READY, phase="play")
    move = "meld 3S 3S 3S 3S 3S 3C 3C / 3C 3C 3C"
    answers = [outcome(PONY, version, threes, move) for version in (1, 2, 3)]
    assert answers == ["Melded RoundEnded", "Melded RoundEnded", "black_threes_full"]


def test_a_ponytail_joined_black_threes_before_version_4_of_ponytail_canasta() -> None:
    keys: dict[str, Any] = {"feet": ["8S 9S", "", "", ""], "earned": [True, *[False] * 3]}
    keys |= {"options": {"manual_pony": True}, "phase": "play"}
    melded = seat_0(PONY, "9D", *READY, "3S 3S 3C", **keys)
    answers = [outcome(PONY, version, melded, "foot") for version in (1, 2, 3, 4)]
    assert answers == ["FootPickedUp", "FootPickedUp", "FootPickedUp", "foot_stays"]


def test_free_sevens_ended_the_round_before_version_3_of_pennies_from_heaven() -> None:
    keys: dict[str, Any] = {"feet": ["8S", *NO_FEET], "options": {"empty_ok_if_foot_due": True}}
    keys |= {"melds": [meld(SEVENS), meld(SEVENS, 1)], "played_seventh": True, "phase": "play"}
    free = seat_0(PENNIES, "7S 7D 7H 7C") | keys
    answers = [outcome(PENNIES, version, free, "meld 7S 7D 7H") for version in (1, 2, 3)]
    assert answers == ["Melded RoundEnded", "Melded RoundEnded", "Melded"]


@pytest.mark.parametrize("name", CASES)
def test_each_version_answers_as_it_always_has(name: str) -> None:
    game, keys, move, (first, second) = CASES[name]
    assert outcome(game, 1, keys, move) == first
    assert outcome(game, 2, keys, move) == second


def test_a_last_discard_made_a_hand_concealed_in_version_1_of_classic_canasta() -> None:
    assert [out_points(version) for version in (1, 2)] == [200, 100]


def test_a_single_card_took_a_single_pile_before_version_3_of_classic_canasta() -> None:
    sevens = "7S 7S 7D 7D 7H 7H 7C"
    keys = seat_0(CLASSIC, "KS", "KS KD KH", sevens, phase="draw", pile="KC", stock="")
    answers = [outcome(CLASSIC, version, keys, "draw") for version in (1, 2, 3)]
    assert answers == ["must_take", "must_take", "RoundEnded"]


def test_a_whole_hand_needed_the_minimum_before_version_3_of_classic_canasta() -> None:
    keys = seat_0(CLASSIC, "4S 4D 4H 4C 4S 4D 4H 5S 5D 5H 6C", phase="play", scores=[1500, 0])
    move = "meld 4S 4D 4H 4C 4S 4D 4H / 5S 5D 5H"
    answers = [outcome(CLASSIC, version, keys, move) for version in (1, 2, 3)]
    assert answers == ["below_minimum", "below_minimum", "Melded"]


def out_points(version: int) -> int:
    """Return the bonus for going out by a discard after cards were laid in two turns."""
    keys = {"melds": [meld(READY[0])], "phase": "play", "laid": True, "down": [True, *[False] * 3]}
    table = at(CLASSIC, 4, version=version, hands=hands(4, s0="4C"), **keys)
    ended = engine.play(table, 0, "discard 4C")
    kept = at(CLASSIC, 4, version=version, hands=hands(4, s0=""), **keys)
    return ended.scores[0] - engine.score(kept)[0].total


@pytest.mark.parametrize("slug,version", EDITIONS)
def test_every_version_is_dealt_seen_kept_and_written(slug: str, version: int) -> None:
    game = EDITIONS[slug, version]
    table = engine.deal(slug, game.seats[0], bytes(32), version=version)
    assert (table.rules.version, engine.view(table, 0).version) == (version, version)
    assert engine.load(engine.dump(table)) == table
    assert engine.from_position(engine.position(table)) == table
    assert engine.sample(engine.view(table, 0), Still()).rules is table.rules


class Still:
    """An `Rng` that always returns 0."""

    def randrange(self, _stop: int, /) -> int:
        return 0


def test_the_newest_version_is_dealt_unless_another_is_asked_for() -> None:
    for slug, game in engine.GAMES.items():
        assert engine.deal(slug, game.seats[0], bytes(32)).rules.version == game.version
        assert {number for name, number in EDITIONS if name == slug} == {
            *range(1, game.version + 1)
        }


def test_a_version_that_never_was_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="House Canasta has no rules of version 99"):
        engine.deal(HOUSE, 4, bytes(32), version=99)


def test_a_snapshot_that_names_no_version_is_of_the_first() -> None:
    # Written before snapshots named the version: House Canasta for two, seat 1 to move.
    snapshot = zlib.compress(b'{"game":"house-canasta","seats":2,"turn":1}')
    assert engine.load(snapshot).rules.version == 1


@pytest.mark.parametrize("game", SEATS)
@pytest.mark.parametrize("version", [1, 2])
def test_a_story_and_a_replay_are_told_by_the_rules_of_the_game(game: str, version: int) -> None:
    table = engine.deal(game, SEATS[game], bytes(32), version=version)
    assert first_table(table) == table
