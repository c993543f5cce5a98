"""Ponytail Canasta: at least six packs, and a ponytail of thirteen cards for the first canasta.

Source: the rules PT-…, in `render/locales/en/rules-ponytail-canasta.toml`. If these rules leave a
choice, the option is named.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.canasta.book.card_values import WILD_FACES
from engine.canasta.book.variant import Goal, Grab, Kind
from engine.canasta.family import Canasta
from engine.model.cards import RED_THREES, SEVENS
from engine.model.option import Option, Value
from engine.model.refusals import Code


class PonytailCanasta(Canasta):
    """Melds belong to the side; going out needs one canasta of each of four kinds."""

    slug = "ponytail-canasta"
    name = "Ponytail Canasta"
    version = 5
    seats = (2, 3, 4, 6, 8)
    options: ClassVar[tuple[Option, ...]] = (
        Option("grab_bonus", default=True, rule="PT-Q4"),
        Option("manual_pony", default=False, rule="PT-Q22"),
        Option("pure_sevens_only", default=False, rule="PT-Q11"),
        Option("deck_rule", "letter", ("letter", "pairs"), rule="PT-Q2"),
        Option("max_rounds", 4, (1, 2, 3, 4), rule="PT-R28"),
    )

    hand_size = 15
    packet = "pony"
    packet_size = 13
    buried_upcards = SEVENS + WILD_FACES
    # A buried wild card freezes the pile from inside it anyway; a buried seven does so only here.
    set_up_freezers = SEVENS + RED_THREES
    closing_rules: ClassVar[Mapping[int, str]] = dict.fromkeys(RED_THREES, "PT-Q6")
    red_threes_wait = True  # PT-Q48

    freezes_before_meld = True
    naturals_outnumber_wilds = True
    must_discard_last = False  # PT-Q45
    goals: ClassVar[Mapping[Goal, int]] = {"natural": 1, "mixed": 1, "wild": 1, "sevens": 1}

    bonuses: ClassVar[Mapping[Kind, int]] = {
        "natural": 500,
        "mixed": 300,
        "wild": 2500,
        "sevens": 5000,
    }
    unlaid_red_three = -100
    black_three_in_hand = -100
    out_bonus = 200
    brackets = ((0, 50), (15000, 90), (30000, 120))
    target = 50000
    last_round = 4
    shares_ties = True

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        super().__init__(seat_count, chosen)
        if self.chosen["grab_bonus"]:
            self.grab = Grab(by_dealer=False, per_seat=self.hand_size, extra=1, bonus=100)
        self.auto_foot = not self.chosen["manual_pony"]
        self.pure_sevens = bool(self.chosen["pure_sevens_only"])
        self.last_round = int(self.chosen.get("max_rounds", self.last_round))

    @classmethod
    def decks(cls, seat_count: int) -> int:
        return 8 if seat_count == 8 else 6

    def deck_count(self) -> int:
        """Return the number of packs; with `pairs`, two more for each pair after the second."""
        if self.chosen["deck_rule"] == "pairs":
            return max(6, self.seat_count + 2)
        return self.decks(self.seat_count)

    def count_sides(self) -> int:
        return self.seat_count if self.seat_count < 4 else self.seat_count // 2

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "PT-R10",
        Code.AMBIGUOUS: "PT-R10",
        Code.GAME_OVER: "PT-R28",
        Code.NOT_YOUR_TURN: "PT-R9",
        Code.WRONG_PHASE: "PT-R10",
        Code.NOT_IN_THIS_GAME: "PT-R10",
        Code.NOT_IN_HAND: "PT-R18",
        Code.NO_SUCH_MELD: "PT-R18",
        Code.NO_MELD_FITS: "PT-R18",
        Code.SEVERAL_MELDS: "PT-R18",
        Code.PILE_EMPTY: "PT-R14",
        Code.PILE_BLOCKED: "PT-Q29",
        Code.PILE_FROZEN: "PT-R16",
        Code.NO_MATCH: "PT-R14",
        Code.NOTHING_NAMED: "PT-R18",
        Code.TOO_FEW_CARDS: "PT-R18",
        Code.MIXED_RANKS: "PT-R18",
        Code.TOO_FEW_NATURALS: "PT-R19",
        Code.TOO_MANY_WILDS: "PT-R19",
        Code.WILDS_OUTNUMBER: "PT-R19",
        Code.PURE_SEVENS: "PT-Q11",
        Code.RED_THREE: "PT-R11",
        Code.PURE_BLACK_THREES: "PT-Q17",
        Code.BLACK_THREES_LATE: "PT-R12",
        Code.BLACK_THREES_FULL: "PT-Q17",
        Code.MELD_FULL: "PT-R20",
        Code.MELD_CLOSED: "PT-R20",
        Code.ALREADY_OPEN: "PT-Q16",
        Code.WRONG_RANK: "PT-R18",
        Code.NOT_YOUR_MELD: "PT-R18",
        Code.BELOW_MINIMUM: "PT-R21",
        Code.NOT_READY: "PT-R24",
        Code.LEAVE_DENIED: "PT-Q36",
        Code.CAN_DISCARD: "PT-R10",
        Code.NO_FOOT_DUE: "PT-R23",
        Code.FOOT_LATER: "PT-Q51",
        Code.FOOT_STAYS: "PT-Q17",
    }
