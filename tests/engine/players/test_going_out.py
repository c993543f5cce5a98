"""Going out: players and hints find every way to empty the hand."""

from typing import Any

import pytest

import engine
from engine.advice.going_out import goes_out, moves_to_go_out
from engine.canasta.book.variant import CanastaAnswers
from engine.model.chance import Chance
from engine.players import advise
from engine.players.canasta import layout
from engine.players.canasta.observation import CanastaObservation
from engine.players.thinking.thought import CAREFUL, Reason


def seen(game: str, hand: str, *melds: tuple[int, str], seats: int = 4) -> engine.FaceDown:
    """The table as seat 0 knows it; seat 0 has to lay, and each meld has its owner."""
    lying = [{"side": 0, "owner": owner, "cards": cards} for owner, cards in melds]
    hands = [hand, *["4C 5D 6H"] * (seats - 1)]
    at: dict[str, Any] = {"game": game, "seats": seats, "turn": 0, "phase": "play"}
    table = engine.from_position({**at, "hands": hands, "melds": lying})
    return engine.face_down(engine.view(table, 0))


ORDERS = {
    "the canasta is completed before the last but one card is laid": seen(
        "classic-canasta", "TS 2D", (0, "TH TD TD TC TC"), (0, "AS AH AD AC 2C")
    ),
    "the wild card completes a canasta, and what fits elsewhere is laid after it": seen(
        "classic-canasta", "8D 2C", (0, "AS AH AH AC 2H Jo"), (0, "8S 8C Jo")
    ),
    "two wild cards lie on one meld at once": seen(
        "classic-canasta", "2D Jo", (0, "AS AH AD AC 2C"), (0, "TH TD TD TC TC")
    ),
    "the wild card goes with the pair that would be left": seen(
        "classic-canasta", "JC AC AC 2D", (0, "6S 6H 6D 6C 6S 6H 6D"), (0, "QS QS QD QD QC 2C")
    ),
    "the seat's own canasta is completed before its partner's": seen(
        "house-canasta",
        "9S 2S",
        (2, "8S 8S 8H 8D 8D 8C"),
        (0, "JS JH JD JD JC JC"),
        (0, "AS AS AH AD AD AC AC 2D"),
    ),
    "first melds are laid as one, the canasta among them": seen(
        "classic-canasta", "6S 6S 6D 6D 6D 6D 6C JS JS JS"
    ),
    "the last black threes lie beside them": seen(
        "classic-canasta", "3S 3S 3C 5S 5S 5S 5H 5D 5C 5C 6S 6S 6C"
    ),
}


@pytest.mark.parametrize("order", ORDERS)
def test_in_whatever_order_it_takes_going_out_is_found(order: str) -> None:
    table = ORDERS[order]
    plan = moves_to_go_out(table, 0)
    assert plan
    assert goes_out(table, 0, plan)


@pytest.mark.parametrize("order", ORDERS)
def test_a_hint_and_a_panel_go_out_by_the_same_moves(order: str) -> None:
    table = ORDERS[order]
    assert isinstance(table.rules, CanastaAnswers)
    assert layout.moves_to_go_out(
        CanastaObservation(table.rules, table, 0, CAREFUL)
    ) == moves_to_go_out(table, 0)


def test_whoever_has_no_canasta_and_completes_none_does_not_go_out() -> None:
    assert (
        moves_to_go_out(seen("classic-canasta", "TS 2D", (0, "TH TD TC"), (0, "AS AH AD")), 0) == ()
    )


@pytest.mark.parametrize(
    "hand,moves",
    [
        ("5S 5H 5D 9C", ["meld 5S 5H 5D", "discard 9C"]),
        ("KC 9C", ["add 1: KC", "discard 9C"]),
    ],
)
def test_a_contract_rummy_hand_goes_out_step_by_step(hand: str, moves: list[str]) -> None:
    hands = [hand, "4C", "4C", "4C"]
    at = {"game": "ten-pennies", "seats": 4, "turn": 0, "phase": "play", "hands": hands}
    melds = [{"side": 0, "owner": 0, "cards": "KS KH KD"}]
    table = engine.from_position({**at, "melds": melds, "down": [True] + [False] * 3})
    plan = moves_to_go_out(engine.face_down(engine.view(table, 0)), 0)
    assert [engine.write(move) for move in plan] == moves


def test_a_hint_goes_out_where_it_wins_the_round() -> None:
    table = ORDERS["first melds are laid as one, the canasta among them"]
    assert advise(engine.view(table, 0), Chance("hint")).reason is Reason.GO_OUT
