"""Classic Canasta for four, from which the other canasta games descend.

Source: the rules CC-…, in `render/locales/en/rules-classic-canasta.toml`.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.canasta.book.card_values import WILD_FACES
from engine.canasta.book.variant import NO_LIMIT, Goal, Kind
from engine.canasta.family import Canasta
from engine.model.cards import RED_THREES
from engine.model.option import Option, Value
from engine.model.refusals import Code
from engine.model.table import LaidMeld


class ClassicCanasta(Canasta):
    """Two pairs; going out needs one canasta of the pair, and wild cards alone form no meld."""

    slug = "classic-canasta"
    name = "Classic Canasta"
    version = 3
    seats = (4,)
    options: ClassVar[tuple[Option, ...]] = (Option("max_rounds", 0, (), 0, 100, rule="CC-R12"),)

    hand_size = 11
    draws = 1
    buried_upcards = WILD_FACES + RED_THREES
    set_up_freezers = RED_THREES
    red_threes_wait = True
    replaces_red_threes_of_pile = False
    must_take_without_stock = True  # CC-R10
    single_cards_stay = True  # CC-R14

    freezes_before_meld = True
    cap = NO_LIMIT
    wild_melds = False
    must_discard_last = False
    whole_hand_opens = True  # CC-R15
    asks_leave = True
    goals: ClassVar[Mapping[Goal, int]] = {"any": 1}

    bonuses: ClassVar[Mapping[Kind, int]] = {"natural": 500, "mixed": 300}
    all_red_threes = 800
    out_bonus = 100
    concealed_bonus = 200
    brackets = ((0, 50), (1500, 90), (3000, 120))
    target = 5000

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        super().__init__(seat_count, chosen)
        self.last_round = int(self.chosen.get("max_rounds", self.last_round))

    @classmethod
    def decks(cls, seat_count: int) -> int:
        del seat_count
        return 2

    def count_sides(self) -> int:
        return 2

    def red_threes_count_for(self, melds: tuple[LaidMeld, ...]) -> bool:
        return bool(melds)

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "CC-R4",
        Code.AMBIGUOUS: "CC-R4",
        Code.GAME_OVER: "CC-R12",
        Code.NOT_YOUR_TURN: "CC-R4",
        Code.WRONG_PHASE: "CC-R4",
        Code.NOT_IN_THIS_GAME: "CC-R4",
        Code.NOT_IN_HAND: "CC-R7",
        Code.NO_SUCH_MELD: "CC-R7",
        Code.NO_MELD_FITS: "CC-R7",
        Code.SEVERAL_MELDS: "CC-R7",
        Code.MUST_TAKE: "CC-R10",
        Code.PILE_EMPTY: "CC-R5",
        Code.PILE_BLOCKED: "CC-R5",
        Code.PILE_FROZEN: "CC-R6",
        Code.NO_MATCH: "CC-R5",
        Code.ONE_CARD_EACH: "CC-R14",
        Code.NOTHING_NAMED: "CC-R7",
        Code.TOO_FEW_CARDS: "CC-R7",
        Code.MIXED_RANKS: "CC-R7",
        Code.TOO_FEW_NATURALS: "CC-R7",
        Code.TOO_MANY_WILDS: "CC-R7",
        Code.NO_WILD_MELDS: "CC-R7",
        Code.RED_THREE: "CC-R3",
        Code.PURE_BLACK_THREES: "CC-R9",
        Code.BLACK_THREES_LATE: "CC-R9",
        Code.BLACK_THREES_FULL: "CC-R9",
        Code.ALREADY_OPEN: "CC-R7",
        Code.WRONG_RANK: "CC-R7",
        Code.NOT_YOUR_MELD: "CC-R7",
        Code.BELOW_MINIMUM: "CC-R8",
        Code.NOT_READY: "CC-R9",
        Code.LEAVE_DENIED: "CC-R11",
        Code.CAN_DISCARD: "CC-R4",
        Code.NOT_A_TEAMMATE: "CC-R11",
        Code.ALREADY_ASKED: "CC-R11",
        Code.PLAN_STAYS_IN: "CC-R11",
        Code.NO_WAY_BACK: "CC-R11",
    }
