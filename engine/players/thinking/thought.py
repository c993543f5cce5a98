"""Thoughts: a move that a computer player would make, and its reason.

The code that finds a move records its reason, so a hint always gives the real one. Further motives
are in `engine.advice.motives`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import NamedTuple

from engine.model.moves import Move
from engine.players.thinking.weights import CanastaWeights, RummyWeights

Facts = Mapping[str, int | str]
NO_FACTS: Facts = {}


class Reason(StrEnum):
    """The reason for a move. The sentence for each is `hints.<reason>` in the message catalogue."""

    # Drawing, in every game.
    NOTHING_TO_TAKE = "nothing_to_take"
    NO_PILE = "no_pile"
    PILE_CLOSED = "pile_closed"
    PILE_FROZEN = "pile_frozen"
    PILE_NOT_WORTH_IT = "pile_not_worth_it"
    PILE_TOO_LATE = "pile_too_late"
    TAKE_PILE = "take_pile"
    TAKE_TO_OPEN = "take_to_open"
    # Drawing with an empty stock, in canasta.
    TAKE_MUST = "take_must"
    TAKE_LAST = "take_last"
    LET_END = "let_end"
    # Taking a single card that goes onto a meld, in canasta.
    TAKE_ONTO = "take_onto"
    # Laying in canasta.
    OPEN = "open"
    GO_OUT = "go_out"
    COMPLETE = "complete"
    COMPLETE_ASKED = "complete_asked"
    EXTEND = "extend"
    EXTEND_FULL = "extend_full"
    EXTEND_THREES = "extend_threes"
    NEW_MELD = "new_meld"
    WILD_MELD = "wild_meld"
    LAY_BEFORE_END = "lay_before_end"
    LAY_WILD = "lay_wild"
    PICK_UP = "pick_up"
    NO_MORE = "no_more"
    # Discarding.
    THROW_SAFE = "throw_safe"
    THROW_LEAST_RISK = "throw_least_risk"
    THROW_GIVEN = "throw_given"
    THROW_TAKEN = "throw_taken"
    THROW_DEARER = "throw_dearer"
    THROW_USELESS = "throw_useless"
    THROW_BLOCKER = "throw_blocker"
    THROW_FREEZER = "throw_freezer"
    THROW_STOPPER = "throw_stopper"
    THROW_SPARE = "throw_spare"
    KEEP_PAIRS = "keep_pairs"
    THROW_POINTS = "throw_points"
    LAST_CARD = "last_card"
    # Discarding before a partner, in canasta.
    THROW_TO_PARTNER = "throw_to_partner"
    # Discarding with regard to the next player, in contract rummy.
    KEEP_WANTED = "keep_wanted"
    KEEP_LAYABLE = "keep_layable"
    GIVE_WANTED = "give_wanted"
    GIVE_LAYABLE = "give_layable"
    # Leave to go out.
    ASK_LEAVE = "ask_leave"
    LEAVE_YES = "leave_yes"
    LEAVE_LATE = "leave_late"
    LEAVE_NO = "leave_no"
    LEAVE_FOOT = "leave_foot"
    LEAVE_WINS = "leave_wins"
    LEAVE_LOSES = "leave_loses"
    # Contract rummy.
    TAKE_FITS = "take_fits"
    BUY_FITS = "buy_fits"
    BUY_CARDS = "buy_cards"
    LEAVE_USELESS = "leave_useless"
    LEAVE_UNFIT = "leave_unfit"
    LEAVE_MADE = "leave_made"
    NOT_ON_OFFER = "not_on_offer"
    SAVE_PENNIES = "save_pennies"
    FEW_POINTS = "few_points"
    LEAVE_EXTRA = "leave_extra"
    LEAVE_LITTLE = "leave_little"
    LEAVE_NO_PENNY = "leave_no_penny"
    NO_PENNY = "no_penny"
    LEAVE_NO_BUYING = "leave_no_buying"
    NO_BUYING = "no_buying"
    GO_DOWN = "go_down"
    LAY_OFF = "lay_off"
    NEW_SET = "new_set"
    # Any game.
    DEFAULT = "default"
    SEARCHED = "searched"


class Thought(NamedTuple):
    """A move with its reason; `facts` are numbers, ranks (`"9"`) and cards (`"9S 9D"`)."""

    move: Move
    reason: Reason
    facts: Facts = NO_FACTS


CANASTA_WEIGHTS = CanastaWeights()
RUMMY_WEIGHTS = RummyWeights()


@dataclass(frozen=True, slots=True)
class Style:
    """The style of decisions of a computer player. Each level has one."""

    counts: bool = True
    """Whether the player counts the cards seen, to judge the risk of a discard."""
    holds_pairs: bool = True
    """Whether the player keeps pairs in hand for taking the pile."""
    plans: bool = True
    """Whether the player saves wild cards for a canasta, waits for natural cards, and asks to go
    out.
    """
    tells_copies: bool = True
    """Whether a second copy has less value, in games whose sets contain no equal cards."""
    slips: int = 0
    """Percentage of discards chosen almost at random."""
    overlooks: int = 0
    """Percentage of good upcards and piles that the player overlooks."""
    horizon: int = 30
    """Moves after which a rollout stops and is judged as it is (search only)."""
    clear: float = inf
    """Lead at the end of a round beyond which further points hardly count (search only).

    The same holds for points behind.
    """
    dealt: int = 3
    """Worlds dealt for each one that is played: the likeliest of them is used (search only)."""
    young: int = 999
    """No search while the stock lasts for at least so many turns."""
    trusted: frozenset[Reason] = frozenset()
    """No search in place of moves made for these reasons."""
    recalls: bool = False
    """Whether sampled worlds take into account what the others discarded and left on the pile."""
    canasta: CanastaWeights = CANASTA_WEIGHTS
    rummy: RummyWeights = RUMMY_WEIGHTS


CAREFUL = Style()
CARELESS = Style(
    counts=False,
    holds_pairs=False,
    plans=False,
    tells_copies=False,
    slips=35,
    overlooks=40,
    canasta=CanastaWeights(closing_rounds=0.5),  # Notices late that the stock is running out.
)
