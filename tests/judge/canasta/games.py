"""The canasta games as tables of parameters, taken from their rulebooks."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

WILD: Final = "wild"
"""The rank of a meld that has only wild cards."""
NATURAL: Final = "natural"
MIXED: Final = "mixed"
SEVENS: Final = "sevens"
FOUR_TYPES: Final = frozenset((NATURAL, MIXED, WILD, SEVENS))


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that differs between the games, house rules included."""

    slug: str
    seats: int
    sides: int
    brackets: tuple[tuple[int, int], ...]
    """(score below which it applies, minimum), ascending; the last minimum has no upper limit."""
    bonus: Mapping[str, int]
    draw: int = 2
    closes: bool = True
    """Whether a canasta is closed at seven cards; another meld of its rank may follow."""
    outnumbered: bool = False
    """Whether a meld needs more naturals than wilds, not only two naturals."""
    wild_sets: bool = True
    pure_sevens: bool = False
    bars_sevens: bool = False
    """Whether no seven may be discarded before every side has a canasta of sevens."""
    own_sets: bool = False
    """Whether melds belong to players, grow together, and count for their owner (House)."""
    floats: bool = False
    """Whether the last card may be discarded without going out; the discard is compulsory."""
    locks: bool = False
    """Whether cards that came with the pile may only be discarded this turn."""
    black_threes_any_time: bool = False
    needs: frozenset[str] = FOUR_TYPES
    """Kinds of canastas that a side needs to go out; empty: any one canasta."""
    lays_all: bool = False
    """Whether going out needs no last discard."""
    out_bonus: int = 0
    concealed_bonus: int = 0
    add_route: bool = True
    wild_route: bool = True
    needs_opened: bool = False
    """Whether the pile is frozen for a side that has not melded."""
    wild_top: bool = False
    """Whether two equal wild cards take a wild top card (House)."""
    wild_freezes: bool = True
    replaces: bool = False
    """Whether red threes in a taken pile are replaced."""
    threes_wait: bool = False
    """Whether red threes in a hand are laid when its turn begins."""
    all_threes: int = 0
    """Number of red threes of the whole set, or 0 if the set has no bonus."""
    all_threes_worth: int = 0
    threes_sign: str = "plus"
    """Condition for red threes to count for the side.

    `plus`: always. `sevens`: with a canasta of sevens. `melded`: once the side has melded.
    """
    three_held: int = 0
    """Points that a red three costs if it was never laid."""
    black_three_held: int = 5
    foot: str = ""
    """`seventh`: for the player of a seventh card; `first`: for the side's first canasta."""
    foot_by_hand: bool = False
    empty_ok: bool = False
    """Whether the last card may be discarded while a foot is due."""
    asks: bool = False
    forced_take: bool = False
    """Whether a player who can add the top card must take the pile once the stock is empty."""
    single_stays: bool = False
    """Whether a player with one card may not take a pile of one card."""
    whole_hand_opens: bool = False
    """Whether a drawn hand that goes out in one meld needs no minimum."""
    ends_with_stock: bool = False
    """Whether the round is over after the turn in which the stock became empty."""
    splits: bool = False
    """Whether two of three players may become partners."""


_PENNIES: Final = Game(
    "pennies-from-heaven",
    6,
    2,
    ((0, 15), (5_000, 50), (10_000, 90), (15_000, 120), (0, 150)),
    {NATURAL: 500, MIXED: 300, WILD: 1000, SEVENS: 1500},
    pure_sevens=True,
    bars_sevens=True,
    out_bonus=100,
    wild_route=False,
    all_threes=8,
    all_threes_worth=1000,
    threes_sign="sevens",
    three_held=100,
    foot="seventh",
    asks=True,
)
_HOUSE: Final = Game(
    "house-canasta",
    2,
    2,
    ((0, 15), (1_500, 50), (3_000, 90), (0, 120)),
    {NATURAL: 500, MIXED: 300, WILD: 2000},
    closes=False,
    own_sets=True,
    floats=True,
    locks=True,
    black_threes_any_time=True,
    add_route=False,
    wild_top=True,
    wild_freezes=False,
    replaces=True,
    all_threes=4,
    all_threes_worth=800,
    ends_with_stock=True,
)
_PONYTAIL: Final = Game(
    "ponytail-canasta",
    4,
    2,
    ((0, 15), (15_000, 50), (30_000, 90), (0, 120)),
    {NATURAL: 500, MIXED: 300, WILD: 2500, SEVENS: 5000},
    outnumbered=True,
    lays_all=True,
    out_bonus=200,
    needs_opened=True,
    replaces=True,
    threes_wait=True,
    three_held=100,
    black_three_held=100,
    foot="first",
)
_CLASSIC: Final = Game(
    "classic-canasta",
    4,
    2,
    ((0, 15), (1_500, 50), (3_000, 90), (0, 120)),
    {NATURAL: 500, MIXED: 300},
    draw=1,
    closes=False,
    wild_sets=False,
    needs=frozenset(),
    lays_all=True,
    out_bonus=100,
    concealed_bonus=200,
    needs_opened=True,
    threes_wait=True,
    all_threes=4,
    all_threes_worth=800,
    threes_sign="melded",
    asks=True,
    forced_take=True,
    single_stays=True,
    whole_hand_opens=True,
)


@lru_cache(maxsize=256)
def game(slug: str, seats: int, options: frozenset[tuple[str, bool | int | str]]) -> Game:
    """Return a game with its number of seats and its house rules."""
    chosen = dict(options)
    if slug == "pennies-from-heaven":
        return replace(
            _PENNIES,
            foot_by_hand=not chosen.get("auto_foot", True),
            wild_route=bool(chosen.get("pair_with_wild")),
            pure_sevens=not chosen.get("mixed_sevens"),
            empty_ok=bool(chosen.get("empty_ok_if_foot_due")),
        )
    if slug == "house-canasta":
        return replace(
            _HOUSE,
            seats=seats,
            sides={4: 2, 6: 3}.get(seats, seats),
            splits=seats == 3,
            wild_freezes=bool(chosen.get("wild_freezes")),
            threes_sign="melded" if chosen.get("r3_negative_if_unmelded") else "plus",
            out_bonus=int(chosen.get("out_bonus", 0)),
        )
    if slug == "ponytail-canasta":
        return replace(
            _PONYTAIL,
            seats=seats,
            sides=seats if seats < 4 else seats // 2,
            foot_by_hand=bool(chosen.get("manual_pony")),
            pure_sevens=bool(chosen.get("pure_sevens_only")),
        )
    assert (slug, seats) == ("classic-canasta", 4)
    return _CLASSIC


def minimum(game: Game, score: int) -> int:
    """Return the points that the first melds need at a score."""
    *steps, (_, highest) = game.brackets
    return next((least for below, least in steps if score < below), highest)
