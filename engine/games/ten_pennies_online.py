"""Ten Pennies by the PlayingCards.io rules: everybody buys, no duplicates, persistent caps.

Source: the rules TPC-…, in `render/locales/en/rules-ten-pennies-online.toml`.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.model.cards import JOKER_RANK
from engine.model.option import Option
from engine.model.refusals import Code
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import ROUNDS


class TenPenniesOnline(ContractRummy):
    """Ten Pennies as played on PlayingCards.io."""

    slug = "ten-pennies-online"
    name = "Ten Pennies, PlayingCards.io rules"
    version = 2
    seats = (2, 3, 4)
    options: ClassVar[tuple[Option, ...]] = (
        Option("decks_per_pair", default=2, choices=(1, 2), rule="TPC-Q1"),
        Option("separate_purse", default=False, rule="TPC-Q8"),
        Option("max_rounds", default=ROUNDS, choices=(), least=1, most=ROUNDS, rule="TPC-R1"),
    )
    early_wilds = (JOKER_RANK,)
    caps_each_kind = True
    bans_duplicates = True  # TPC-Q13
    jokers_as_base = False
    caps_persist = True  # TPC-Q12
    offers_after_draw = True  # TPC-Q4
    turn_player_buys = True  # TPC-Q31

    def settle(self) -> None:
        self.separate_purse = bool(self.chosen["separate_purse"])

    @classmethod
    def decks(cls, seat_count: int) -> int:
        return 2 * ((seat_count + 1) // 2)

    def deck_count(self) -> int:
        return int(self.chosen["decks_per_pair"]) * ((self.seat_count + 1) // 2)

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "TPC-R5",
        Code.AMBIGUOUS: "TPC-R8",
        Code.GAME_OVER: "TPC-R1",
        Code.NOT_YOUR_TURN: "TPC-Q28",
        Code.WRONG_PHASE: "TPC-R7",
        Code.NOT_IN_THIS_GAME: "TPC-R5",
        Code.NOT_IN_HAND: "TPC-R10",
        Code.NOTHING_NAMED: "TPC-R8",
        Code.NO_SUCH_MELD: "TPC-R7",
        Code.NO_MELD_FITS: "TPC-R7",
        Code.SEVERAL_MELDS: "TPC-R7",
        Code.NOT_ON_OFFER: "TPC-Q7",
        Code.NOT_ASKED: "TPC-Q5",
        Code.BUY_INSTEAD: "TPC-Q2",
        Code.NO_PENNY: "TPC-Q6",
        Code.TOO_FEW_TO_BUY: "TPC-Q25",
        Code.SET_TOO_SMALL: "TPC-Q17",
        Code.SET_MIXED: "TPC-R8",
        Code.SET_ALL_JOKERS: "TPC-Q10",
        Code.SET_DUPLICATE: "TPC-Q13",
        Code.SET_TOO_WILD: "TPC-Q12",
        Code.FIRST_DOWN_TOO_WILD: "TPC-R9",
        Code.CONTRACT_UNMET: "TPC-Q18",
        Code.NOT_DOWN: "TPC-Q15",
        Code.DOES_NOT_FIT: "TPC-Q16",
        Code.JUST_TAKEN: "TPC-Q30",
    }
