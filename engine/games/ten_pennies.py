"""Ten Pennies: seven contracts, and ten pennies to buy other players' discards.

Source: the rules TPW-…, in `render/locales/en/rules-ten-pennies.toml`.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.model.cards import JOKER_RANK, TWO
from engine.model.option import Option
from engine.model.refusals import Code
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import ROUNDS

MOST_DECKS = 8


class TenPennies(ContractRummy):
    """Ten Pennies as the encyclopedia describes it."""

    slug = "ten-pennies"
    name = "Ten Pennies"
    version = 2
    seats = (2, 3, 4, 5, 6, 7, 8)
    options: ClassVar[tuple[Option, ...]] = (
        Option("turn_player_buys", default=False, rule="TPW-Q2"),
        Option("jokers_always_wild", default=False, rule="TPW-Q9"),
        Option("decks_override", default=0, choices=(), most=MOST_DECKS, rule="TPW-Q29"),
        Option("max_rounds", default=ROUNDS, choices=(), least=1, most=ROUNDS, rule="TPW-R21"),
    )

    def settle(self) -> None:
        self.turn_player_buys = bool(self.chosen["turn_player_buys"])
        self.early_wilds = (TWO, JOKER_RANK) if self.chosen["jokers_always_wild"] else (TWO,)

    @classmethod
    def decks(cls, seat_count: int) -> int:
        return (seat_count + 1) // 2

    def deck_count(self) -> int:
        return int(self.chosen["decks_override"]) or self.decks(self.seat_count)

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "TPW-R6",
        Code.AMBIGUOUS: "TPW-Q31",
        Code.GAME_OVER: "TPW-R21",
        Code.NOT_YOUR_TURN: "TPW-R8",
        Code.WRONG_PHASE: "TPW-R9",
        Code.NOT_IN_THIS_GAME: "TPW-R6",
        Code.NOT_IN_HAND: "TPW-R17",
        Code.NOTHING_NAMED: "TPW-R14",
        Code.NO_SUCH_MELD: "TPW-R16",
        Code.NO_MELD_FITS: "TPW-R16",
        Code.SEVERAL_MELDS: "TPW-R16",
        Code.NOT_ON_OFFER: "TPW-R10",
        Code.ANSWER_FIRST: "TPW-Q39",
        Code.NOT_ASKED: "TPW-Q4",
        Code.TAKE_INSTEAD: "TPW-Q2",
        Code.BUY_INSTEAD: "TPW-Q42",
        Code.NO_PENNY: "TPW-Q5",
        Code.TOO_FEW_TO_BUY: "TPW-Q6",
        Code.SET_TOO_SMALL: "TPW-R14",
        Code.SET_MIXED: "TPW-R12",
        Code.SET_TOO_WILD: "TPW-Q14",
        Code.FIRST_DOWN_TOO_WILD: "TPW-R11",
        Code.CONTRACT_UNMET: "TPW-Q12",
        Code.NOT_DOWN: "TPW-Q16",
        Code.DOES_NOT_FIT: "TPW-R16",
        Code.JUST_TAKEN: "TPW-Q34",
    }
