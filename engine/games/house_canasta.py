"""House Canasta (to 7,500): two packs, two to six players, melds belong to players.

Source: the rules HC-…, in `render/locales/en/rules-house-canasta.toml`. If these rules leave a
choice, the option is named.
"""

from collections.abc import Mapping
from typing import ClassVar

from engine.canasta.book.card_values import WILD_FACES
from engine.canasta.book.variant import NO_LIMIT, Goal, Grab, Kind
from engine.canasta.family import Canasta
from engine.model.cards import RED_THREES
from engine.model.option import Option, Value
from engine.model.refusals import Code
from engine.model.table import LaidMeld, Table


class HouseCanasta(Canasta):
    """Melds belong to the players who started them; a player needs two canastas to go out."""

    slug = "house-canasta"
    name = "House Canasta"
    version = 2
    seats = (2, 3, 4, 5, 6)
    options = (
        Option("grab_bonus", default=True, rule="HC-Q4"),
        Option("wild_freezes", default=False, rule="HC-Q51"),
        Option("r3_negative_if_unmelded", default=False, rule="HC-Q21"),
        Option("out_bonus", 0, (0, 50, 100, 150, 200, 300, 400, 500), rule="HC-Q28"),
        Option("max_rounds", 30, (), 1, 100, rule="HC-Q45"),
    )

    closing_rules: ClassVar[Mapping[int, str]] = {
        **dict.fromkeys(RED_THREES, "HC-Q6"),
        **dict.fromkeys(WILD_FACES, "HC-Q51"),
    }
    adds_upcard = False  # HC-R10
    locks_taken_cards = True  # HC-R11
    plays_on_without_stock = False  # HC-R20

    personal_melds = True  # HC-Q13
    merges_new_melds = True  # HC-Q12, Q46
    judges_groups_together = True  # HC-Q46
    cap = NO_LIMIT  # HC-Q11
    black_threes_any_time = True  # HC-R15
    most_black_threes = 6  # the seventh would make a canasta of threes (HC-R15, Q39)
    may_float = True  # HC-R21
    goals: ClassVar[Mapping[Goal, int]] = {"any": 2}

    bonuses: ClassVar[Mapping[Kind, int]] = {"natural": 500, "mixed": 300, "wild": 2000}
    all_red_threes = 800  # HC-R8
    brackets = ((0, 50), (1500, 90), (3000, 120))
    target = 7500
    target_must_be_passed = True  # HC-Q41

    def __init__(self, seat_count: int, chosen: Mapping[str, Value] | None = None) -> None:
        super().__init__(seat_count, chosen)
        self.hand_size = {2: 15, 3: 13}.get(seat_count, 11)
        if self.chosen["grab_bonus"]:
            self.grab = Grab(by_dealer=True, per_seat=self.hand_size, extra=0, bonus=50)
        self.wild_freezes = bool(self.chosen["wild_freezes"])
        # Two naturals take a frozen pile, so two wilds must not take a wild upcard.
        self.wild_pair_takes_wild = not self.wild_freezes
        self.out_bonus = int(self.chosen["out_bonus"])
        self.last_round = int(self.chosen["max_rounds"])

    @classmethod
    def decks(cls, seat_count: int) -> int:
        del seat_count
        return 2

    def count_sides(self) -> int:
        return {4: 2, 6: 3}.get(self.seat_count, self.seat_count)

    def partners(self, table: Table, seat: int) -> tuple[int, ...]:
        """Return the partners. With three players, the first to take the pile plays alone."""
        if self.seat_count != 3:
            return super().partners(table, seat)
        if table.lone is None or seat == table.lone:
            return ()
        return tuple(s for s in range(3) if s not in (seat, table.lone))

    def lone_after_take(self, table: Table, seat: int) -> int | None:
        return seat if self.seat_count == 3 and table.lone is None else table.lone

    def pools(self, table: Table, out: int | None) -> tuple[tuple[int, ...], ...]:
        """Return the sides that split a score: with three players, the two partners.

        A player who goes out before any take plays alone, too.
        """
        lone = out if table.lone is None else table.lone
        if self.seat_count != 3 or lone is None:
            return ()
        return (tuple(seat for seat in range(3) if seat != lone),)

    def red_threes_count_for(self, melds: tuple[LaidMeld, ...]) -> bool:
        return bool(melds) or not self.chosen["r3_negative_if_unmelded"]

    rule_ids: ClassVar[Mapping[Code, str]] = {
        Code.SYNTAX: "HC-R7",
        Code.AMBIGUOUS: "HC-Q33",
        Code.GAME_OVER: "HC-R2",
        Code.NOT_YOUR_TURN: "HC-R6",
        Code.WRONG_PHASE: "HC-R7",
        Code.NOT_IN_THIS_GAME: "HC-R7",
        Code.NOT_IN_HAND: "HC-R13",
        Code.NO_SUCH_MELD: "HC-R16",
        Code.NO_MELD_FITS: "HC-R16",
        Code.SEVERAL_MELDS: "HC-R16",
        Code.STOCK_GONE: "HC-R20",
        Code.PILE_EMPTY: "HC-R9",
        Code.PILE_BLOCKED: "HC-R12",
        Code.PILE_FROZEN: "HC-Q51",
        Code.NO_MATCH: "HC-R9",
        Code.NOTHING_NAMED: "HC-R13",
        Code.TOO_FEW_CARDS: "HC-R13",
        Code.MIXED_RANKS: "HC-R13",
        Code.TOO_FEW_NATURALS: "HC-Q9",
        Code.TOO_MANY_WILDS: "HC-R14",
        Code.RED_THREE: "HC-R8",
        Code.PURE_WILDS: "HC-Q37",
        Code.PURE_BLACK_THREES: "HC-Q39",
        Code.BLACK_THREES_FULL: "HC-R15",
        Code.WRONG_RANK: "HC-R16",
        Code.NOT_YOUR_MELD: "HC-Q13",
        Code.PARTNERS_NOT_MELDED: "HC-R18",
        Code.BELOW_MINIMUM: "HC-R17",
        Code.LOCKED: "HC-R11",
        Code.KEEP_A_CARD: "HC-Q29",
        Code.CAN_DISCARD: "HC-R7",
    }
