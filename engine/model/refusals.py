"""Refusals: why a move is not allowed, as data.

The sentences for people are in `render/locales`.

`SyntaxRefused` (the text is not a move) and `Ambiguous` (it could mean several) extend `Refused`. A
new reason needs a new member of `Code`, a sentence in the message catalogue and a test that
triggers it.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Self

from engine.model.moves import Move

Fact = int | str


class Code(StrEnum):
    """Every reason for which a move can be refused."""

    # Both families.
    SYNTAX = "syntax"
    AMBIGUOUS = "ambiguous"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_IN_HAND = "not_in_hand"
    NO_SUCH_MELD = "no_such_meld"
    NO_MELD_FITS = "no_meld_fits"
    SEVERAL_MELDS = "several_melds"
    # Canasta: drawing and taking the pile.
    MUST_TAKE = "must_take"
    STOCK_GONE = "stock_gone"
    PILE_EMPTY = "pile_empty"
    PILE_BLOCKED = "pile_blocked"
    PILE_FROZEN = "pile_frozen"
    NO_MATCH = "no_match"
    ONE_CARD_EACH = "one_card_each"
    # Canasta: melding and laying off.
    NOTHING_NAMED = "nothing_named"
    TOO_FEW_CARDS = "too_few_cards"
    MIXED_RANKS = "mixed_ranks"
    TOO_FEW_NATURALS = "too_few_naturals"
    TOO_MANY_WILDS = "too_many_wilds"
    WILDS_OUTNUMBER = "wilds_outnumber"
    NO_WILD_MELDS = "no_wild_melds"
    PURE_SEVENS = "pure_sevens"
    RED_THREE = "red_three"
    PURE_WILDS = "pure_wilds"
    PURE_BLACK_THREES = "pure_black_threes"
    BLACK_THREES_LATE = "black_threes_late"
    BLACK_THREES_FULL = "black_threes_full"
    MELD_FULL = "meld_full"
    MELD_CLOSED = "meld_closed"
    ALREADY_OPEN = "already_open"
    WRONG_RANK = "wrong_rank"
    NOT_YOUR_MELD = "not_your_meld"
    PARTNERS_NOT_MELDED = "partners_not_melded"
    BELOW_MINIMUM = "below_minimum"
    LOCKED = "locked"
    # Canasta: ending the turn and the round.
    KEEP_A_CARD = "keep_a_card"
    NOT_READY = "not_ready"
    LEAVE_DENIED = "leave_denied"
    NO_DISCARD_LEFT = "no_discard_left"
    SEVEN_BARRED = "seven_barred"
    SEVEN_LAST = "seven_last"
    CAN_DISCARD = "can_discard"
    NO_FOOT_DUE = "no_foot_due"
    FOOT_LATER = "foot_later"
    FOOT_STAYS = "foot_stays"
    NOT_A_TEAMMATE = "not_a_teammate"
    ALREADY_ASKED = "already_asked"
    PLAN_STAYS_IN = "plan_stays_in"
    NO_WAY_BACK = "no_way_back"
    # Contract rummy.
    NOT_ON_OFFER = "not_on_offer"
    ANSWER_FIRST = "answer_first"
    NOT_ASKED = "not_asked"
    TAKE_INSTEAD = "take_instead"
    BUY_INSTEAD = "buy_instead"
    NO_PENNY = "no_penny"
    TOO_FEW_TO_BUY = "too_few_to_buy"
    SET_TOO_SMALL = "set_too_small"
    SET_MIXED = "set_mixed"
    SET_ALL_JOKERS = "set_all_jokers"
    SET_DUPLICATE = "set_duplicate"
    SET_TOO_WILD = "set_too_wild"
    FIRST_DOWN_TOO_WILD = "first_down_too_wild"
    CONTRACT_UNMET = "contract_unmet"
    NOT_DOWN = "not_down"
    DOES_NOT_FIT = "does_not_fit"
    JUST_TAKEN = "just_taken"


class Refused(Exception):  # noqa: N818 - the contract's word: a move is refused, not an error
    """A move that the rules do not allow; nothing has changed.

    Attributes:
        rule: the id of the rule that forbids it.
        code: the reason.
        facts: numbers and card texts for the sentence, such as need 90, have 75.
        mend: searches for the `fix`. It runs only when `fix` is read: `check` and `legal` ask for
            most refusals and want the answer alone.

    """

    def __init__(
        self,
        rule: str,
        code: Code,
        facts: Mapping[str, Fact] | None = None,
        mend: "Callable[[], Move | None] | None" = None,
    ) -> None:
        super().__init__(rule, code)
        self.rule = rule
        self.code = code
        self.facts: Mapping[str, Fact] = facts or {}
        self.mend = mend

    def answered(self) -> Self:
        """Return this refusal without its traceback, so that it can be stored.

        A traceback would keep every table and list of its frames alive.
        """
        return self.with_traceback(None)

    @property
    def fix(self) -> "Move | None":
        """A legal move nearby, or None."""
        return self.mend() if self.mend else None

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule} {self.code} {facts}".rstrip()


class SyntaxRefused(Refused):
    """The text is not a move, or names cards that fit no meld."""


class Ambiguous(Refused):
    """The text fits several cards of the hand, or does not say which of several melds it means."""
