"""Invalid calls: each gets one clear error and changes nothing."""

import json
import zlib
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.positions import at, hands, meld

SEED = bytes(range(32))
PENNIES, HOUSE, ONLINE = "pennies-from-heaven", "house-canasta", "ten-pennies-online"
QUESTION = {"asker": 0, "asked": 2, "plan": "meld 5S 5D 5H; discard 9C"}


@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("number", [4.0, True, "4", None])
def test_a_number_of_seats_that_is_none_is_refused_and_spoils_no_later_table(
    game: str, number: Any
) -> None:
    with pytest.raises(ValueError, match="seats"):
        engine.deal(game, number, SEED)
    seats = engine.GAMES[game].seats[-1]
    with pytest.raises(ValueError, match="seats"):
        engine.from_position({"game": game, "seats": float(seats)})
    assert engine.pending(engine.deal(game, seats, SEED))


@pytest.mark.parametrize(
    "game, seed, options",
    [
        (["house-canasta"], SEED, {}),
        (HOUSE, "0" * 32, {}),
        (HOUSE, bytearray(SEED), {}),
        (HOUSE, SEED, {"grab_bonus": []}),
    ],
)
def test_what_cannot_be_dealt_is_a_value_error(game: Any, seed: Any, options: Any) -> None:
    with pytest.raises(ValueError, match=r"no game|32 bytes|cannot be"):
        engine.deal(game, 4, seed, options)


@pytest.mark.parametrize(
    "position, reason",
    [
        ({"seats": 4}, "a position needs: game"),
        ({"game": HOUSE}, "a position needs: seats"),
        ({"game": HOUSE, "seats": 4, "turn": 9}, "the seats are 0 to 3"),
        ({"game": HOUSE, "seats": 4, "lone": 4}, "the seats are 0 to 3"),
        ({"game": HOUSE, "seats": 4, "seed": "00"}, "32 bytes"),
        ({"game": HOUSE, "seats": 4, "round": 0}, "no round 0"),
        ({"game": ONLINE, "seats": 4, "round": 8}, "no round 8"),
        ({"game": HOUSE, "seats": 4, "phase": "offer"}, "nothing is asked in phase 'offer'"),
        ({"game": ONLINE, "seats": 4, "phase": "answer"}, "nothing is asked in phase 'answer'"),
        ({"game": PENNIES, "seats": 6, "phase": "answer"}, "nothing is asked in phase 'answer'"),
        ({"game": HOUSE, "seats": 4, "melds": [{"ownr": 2, "cards": "KS KH KD"}]}, "ownr"),
        ({"game": HOUSE, "seats": 4, "melds": [{"owner": 2}]}, "a position needs: cards"),
        ({"game": HOUSE, "seats": 4, "melds": [{"side": 2, "cards": "KS KH KD"}]}, "the sides are"),
        (
            {"game": PENNIES, "seats": 6, "phase": "answer", "question": {**QUESTION, "plan": "x"}},
            "no plan: 'x'",
        ),
    ],
)
def test_a_position_of_no_table_is_refused_with_what_is_wrong(
    position: dict[str, Any], reason: str
) -> None:
    with pytest.raises(ValueError, match=reason):
        engine.from_position(position)


@pytest.mark.parametrize(
    "text", ["[]", "{}", '"x"', "7", '{"game":"house-canasta","seats":4,"pile":"?"}']
)
def test_what_is_no_snapshot_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        engine.load(zlib.compress(text.encode()))


def test_a_snapshot_ends_where_it_ends() -> None:
    snapshot = engine.dump(at(HOUSE, 4))
    for wrong in (snapshot + b"more", snapshot[:-4], b""):
        with pytest.raises(ValueError, match="not a snapshot"):
            engine.load(wrong)


@pytest.mark.parametrize("game", engine.GAMES)
@pytest.mark.parametrize("seat", [99, -1, None, "0"])
def test_nobody_moves_from_a_seat_that_does_not_exist(game: str, seat: Any) -> None:
    table = engine.deal(game, engine.GAMES[game].seats[-1], SEED)
    refused = engine.check(table, seat, "draw")
    assert refused is not None
    assert refused.code == "not_your_turn"
    assert "draw" not in engine.legal(table, seat)
    assert not list(engine.legal(table, seat))


@pytest.mark.parametrize("seat", [4, -1])
def test_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    with pytest.raises(ValueError, match="no seat"):
        engine.view(at(HOUSE, 4), seat)


def test_a_plan_may_be_written_with_or_without_a_space_between_its_moves() -> None:
    spaced = at(PENNIES, 6, phase="answer", question=QUESTION)
    tight = QUESTION | {"plan": "meld 5S 5D 5H;discard 9C"}
    assert at(PENNIES, 6, phase="answer", question=tight) == spaced


@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_a_world_of_whoever_is_not_let_into_a_plan_survives_position_and_snapshot(
    viewer: int | None,
) -> None:
    hand = hands(6, s0="5S 5D 5H 9C")
    table = at(PENNIES, 6, phase="answer", question=QUESTION, hands=hand)
    world = engine.sample(engine.view(table, viewer), Random(1))
    assert engine.from_position(json.loads(json.dumps(engine.position(world)))) == world
    assert engine.load(engine.dump(world)) == world


@pytest.mark.parametrize("game, seats", [(PENNIES, 6), (HOUSE, 2), (HOUSE, 4)])
def test_a_world_of_a_position_without_a_whole_pack_deals_every_hand_in_full(
    game: str, seats: int
) -> None:
    view = engine.view(
        at(game, seats, stock="", pile="9S", hands=hands(seats, s0="9H 9C QS QH")), 0
    )
    for number in range(50):
        assert engine.view(engine.sample(view, Random(number)), 0) == view


@pytest.mark.parametrize("game", [HOUSE, "classic-canasta"])
def test_a_foot_in_a_game_without_one_is_no_legal_move(game: str) -> None:
    table = at(game, 4, earned=[True] * 4, feet=["8S"] * 4)
    assert "foot" not in map(engine.write, engine.legal(table, 0))
    assert "foot" not in engine.legal(table, 0)


def test_a_foot_in_hand_of_a_turn_not_begun_may_be_picked_up_whatever_lies_there() -> None:
    waiting = {"earned": [True, *[False] * 5], "feet": ["8S", *[""] * 5]}
    table = at(PENNIES, 6, melds=[meld("3S 3S 3C")], **waiting)
    assert "foot" in engine.legal(table, 0)
    assert "foot" in map(engine.write, engine.legal(table, 0))
