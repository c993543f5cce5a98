"""The differences between the two contract rummies, from their rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

Position = Mapping[str, Any]
Card = str

JOKER: Final = "Jo"
ROUNDS: Final = 7
LIMIT_OF_TURNS: Final = 100
LIMIT_OF_SHUFFLES: Final = 3
DEALT: Final = 11
_CONTRACTS: Final = ((2, 3), (1, 4), (2, 4), (1, 5), (2, 5), (1, 6), (1, 7))
_CAPS: Final = (1, 1, 1, 2, 2, 2, 3)
_ALL_WILDS: Final = frozenset({"2", "A", JOKER})
FACES: Final = (*(rank + suit for rank in "AKQJT98765432" for suit in "SHDC"), JOKER)
_FACES: Final = frozenset(FACES)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The answers for one round of one table."""

    ids: str
    seats: int
    decks: int
    wilds: frozenset[str]
    sets: int
    size: int
    cap: int
    jokers_are_a_rank: bool
    """Whether a set may be of jokers (TPW-Q35); online it never is (TPC-Q10)."""
    cap_for_each_kind: bool
    """TPC-Q11; in Ten Pennies all wilds count together."""
    cap_lasts: bool
    """TPC-Q12; in Ten Pennies the cap binds only the laying of a set (TPW-Q15)."""
    no_duplicates: bool
    turn_player_pays: bool
    refuser_draws_first: bool
    """TPC-Q4: the window opens after the turn player's draw; in Ten Pennies before it."""
    last_round: int
    purse_pays: bool
    """Whether cards left in hand are paid from the purse, not from the buy stack (TPC-Q8)."""

    def worth(self, card: Card) -> int:
        """Return the points of a card left in hand."""
        return {JOKER: 50, "A": 20, "2": 20, **dict.fromkeys("KQJT", 10)}.get(rank(card), 5)


def sheet(position: Position) -> Sheet:
    """Return the answers for a position."""
    return _online(position) if position["game"] == "ten-pennies-online" else _letter(position)


def _letter(position: Position) -> Sheet:
    number, options = position["round"], position["options"]
    early = frozenset({"2", JOKER}) if options["jokers_always_wild"] else frozenset("2")
    return Sheet(
        ids="TPW",
        seats=position["seats"],
        decks=options["decks_override"] or (position["seats"] + 1) // 2,
        wilds=early if number < 5 else _ALL_WILDS,
        sets=_CONTRACTS[number - 1][0],
        size=_CONTRACTS[number - 1][1],
        cap=_CAPS[number - 1],
        jokers_are_a_rank=True,
        cap_for_each_kind=False,
        cap_lasts=False,
        no_duplicates=False,
        turn_player_pays=options["turn_player_buys"],
        refuser_draws_first=False,
        last_round=options.get("max_rounds", ROUNDS),
        purse_pays=True,
    )


def _online(position: Position) -> Sheet:
    number, options = position["round"], position["options"]
    return Sheet(
        ids="TPC",
        seats=position["seats"],
        decks=options["decks_per_pair"] * ((position["seats"] + 1) // 2),
        wilds=frozenset({JOKER}) if number < 5 else _ALL_WILDS,
        sets=_CONTRACTS[number - 1][0],
        size=_CONTRACTS[number - 1][1],
        cap=_CAPS[number - 1],
        jokers_are_a_rank=False,
        cap_for_each_kind=True,
        cap_lasts=True,
        no_duplicates=True,
        turn_player_pays=True,
        refuser_draws_first=True,
        last_round=options.get("max_rounds", ROUNDS),
        purse_pays=options["separate_purse"],
    )


def rank(card: Card) -> str:
    """Return the rank of a card; a joker is its own."""
    return JOKER if card == JOKER else card[0]


@lru_cache(maxsize=4096)
def cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a list.

    Raises:
        ValueError: a word is not a card.

    """
    found = tuple(text.split())
    if not _FACES.issuperset(found):
        raise ValueError(f"no cards: {text}")
    return found
