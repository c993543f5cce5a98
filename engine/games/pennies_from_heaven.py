"""Pennies From Heaven: two teams of three, four packs, a foot each, canastas of sevens.

Source: the rules PFH-…, in `render/locales/en/rules-pennies-from-heaven.toml`. If these rules leave
a choice, the option is named.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.canasta.book.variant import Goal, Kind
from engine.canasta.family import Canasta
from engine.canasta.melds.canastas import counted
from engine.model.cards import RED_THREES
from engine.model.option import Option, Value
from engine.model.refusals import Code
from engine.model.table import LaidMeld


class PenniesFromHeaven(Canasta):
    """Melds belong to the team; going out needs one canasta of each of four kinds."""

    slug = "pennies-from-heaven"
    name = "Pennies From Heaven"
    version = 3
    seats = (6,)
    options = (
        Option("auto_foot", default=True, rule="PFH-Q17"),
        Option("pair_with_wild", default=False, rule="PFH-Q9"),
        Option("mixed_sevens", default=False, rule="PFH-Q12"),
        Option("empty_ok_if_foot_due", default=False, rule="PFH-Q22"),
        Option("max_rounds", 25, (), 1, 100, rule="PFH-Q41"),
    )

    hand_size = 13
    packet = "foot"
    packet_size = 11
    set_up_freezers = RED_THREES
    closing_rules: ClassVar[Mapping[int, str]] = dict.fromkeys(RED_THREES, "PFH-Q4")
    replaces_red_threes_of_pile = False  # PFH-Q5

    bars_sevens = True  # PFH-Q26
    asks_leave = True  # PFH-Q38
    goals: ClassVar[Mapping[Goal, int]] = {"natural": 1, "mixed": 1, "wild": 1, "sevens": 1}

    bonuses: ClassVar[Mapping[Kind, int]] = {
        "natural": 500,
        "mixed": 300,
        "wild": 1000,
        "sevens": 1500,
    }
    all_red_threes = 1000
    unlaid_red_three = -100
    out_bonus = 100
    brackets = ((0, 50), (5000, 90), (10000, 120), (15000, 150))
    target = 20000

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        super().__init__(seat_count, chosen)
        self.auto_foot = bool(self.chosen["auto_foot"])
        self.pair_with_wild = bool(self.chosen["pair_with_wild"])
        self.pure_sevens = not self.chosen["mixed_sevens"]
        self.empty_ok_if_foot_due = bool(self.chosen["empty_ok_if_foot_due"])
        self.last_round = int(self.chosen["max_rounds"])

    @classmethod
    def decks(cls, seat_count: int) -> int:
        del seat_count
        return 4

    def count_sides(self) -> int:
        return 2

    def red_threes_count_for(self, melds: tuple[LaidMeld, ...]) -> bool:
        return counted(self, melds)["sevens"] > 0

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "PFH-R10",
        Code.AMBIGUOUS: "PFH-R10",
        Code.GAME_OVER: "PFH-R38",
        Code.NOT_YOUR_TURN: "PFH-R3",
        Code.WRONG_PHASE: "PFH-R10",
        Code.NOT_IN_THIS_GAME: "PFH-R10",
        Code.NOT_IN_HAND: "PFH-R10",
        Code.NO_SUCH_MELD: "PFH-R10",
        Code.NO_MELD_FITS: "PFH-R10",
        Code.SEVERAL_MELDS: "PFH-R10",
        Code.PILE_EMPTY: "PFH-R10",
        Code.PILE_BLOCKED: "PFH-Q7",
        Code.PILE_FROZEN: "PFH-R14",
        Code.NO_MATCH: "PFH-R14",
        Code.NOTHING_NAMED: "PFH-R19",
        Code.TOO_FEW_CARDS: "PFH-R19",
        Code.MIXED_RANKS: "PFH-R21",
        Code.TOO_FEW_NATURALS: "PFH-R22",
        Code.TOO_MANY_WILDS: "PFH-R22",
        Code.PURE_SEVENS: "PFH-Q12",
        Code.RED_THREE: "PFH-R18",
        Code.PURE_BLACK_THREES: "PFH-R24",
        Code.BLACK_THREES_LATE: "PFH-Q49",
        Code.BLACK_THREES_FULL: "PFH-Q29",
        Code.MELD_FULL: "PFH-R19",
        Code.MELD_CLOSED: "PFH-R19",
        Code.ALREADY_OPEN: "PFH-Q48",
        Code.WRONG_RANK: "PFH-R21",
        Code.NOT_YOUR_MELD: "PFH-R10",
        Code.BELOW_MINIMUM: "PFH-R25",
        Code.KEEP_A_CARD: "PFH-Q28",
        Code.NOT_READY: "PFH-R30",
        Code.LEAVE_DENIED: "PFH-R32",
        Code.NO_DISCARD_LEFT: "PFH-Q23",
        Code.SEVEN_BARRED: "PFH-R11",
        Code.SEVEN_LAST: "PFH-R31",
        Code.CAN_DISCARD: "PFH-Q46",
        Code.NO_FOOT_DUE: "PFH-R27",
        Code.FOOT_LATER: "PFH-Q51",
        Code.NOT_A_TEAMMATE: "PFH-R32",
        Code.ALREADY_ASKED: "PFH-Q38",
        Code.PLAN_STAYS_IN: "PFH-Q38",
        Code.NO_WAY_BACK: "PFH-Q45",
    }
