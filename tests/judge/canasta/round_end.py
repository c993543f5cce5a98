"""The end of a round: the totals, the end of the game, and the next deal."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from tests.judge import Position
from tests.judge.canasta.sets import RED_THREES, is_wild
from tests.judge.cards import PACK, Card, listed

_TARGET: Final = {
    "pennies-from-heaven": 20_000,
    "house-canasta": 7_505,
    "ponytail-canasta": 50_000,
    "classic-canasta": 5_000,
}
_GRAB: Final = {"house-canasta": 50, "ponytail-canasta": 100}
_WHERE: Final = ("hands", "feet", "red_threes")


def faults(before: Position, scored: list[int], after: Position) -> Iterator[str]:
    """Yield what is wrong with the position after a round in which the sides scored `scored`."""
    totals = [old + new for old, new in zip(before["scores"], scored, strict=True)]
    if after["scores"] != totals:
        yield f"totals {totals}"
    winners = _winners(before, totals)
    result = after["result"]
    if winners != (list(result["winners"]) if result else []):
        yield f"winners {winners}, not {result}"
    elif (after["phase"] == "over") != bool(winners):
        yield "the game is over and goes on"
    elif not winners:
        yield from _faults_of_deal(before, after)


def _winners(before: Position, totals: list[int]) -> list[int]:
    """Return the winners, or nobody while the game goes on."""
    game, best = before["game"], max(totals)
    first = [side for side, total in enumerate(totals) if total == best]
    last = before["round"] >= _last_round(before)
    if not last and best < _TARGET[game] and not before["tie_break"]:
        return []
    # A tie is played off, except in Ponytail Canasta and after the last round.
    return first if len(first) == 1 or last or game == "ponytail-canasta" else []


def _last_round(position: Position) -> int:
    standard = {"pennies-from-heaven": 25, "house-canasta": 30, "ponytail-canasta": 4}
    # Classic Canasta has a last round only where the table has set one.
    chosen = position["options"].get("max_rounds", standard.get(position["game"], 0))
    return int(chosen) or 10**6


def _faults_of_deal(before: Position, after: Position) -> Iterator[str]:
    seats, dealer = before["seats"], (before["dealer"] + 1) % before["seats"]
    turn = (dealer + 1) % seats
    expected = {"round": before["round"] + 1, "dealer": dealer, "turn": turn, "phase": "draw"}
    nothing: Position = {"melds": [], "locked": "", "lone": None, "question": None, "no_out": False}
    idle = {"earned": [False] * seats, "down": [False] * seats, "asked": False, "laid": False}
    for key, value in {**expected, **nothing, **idle}.items():
        if after[key] != value:
            yield f"{key} {value} after the deal, not {after[key]}"
    if _census(after) != Counter(PACK * _decks(before)):
        yield "not the pack"
    for seat in range(seats):
        if _sizes(after, seat) != _dealt(before):
            yield f"seat {seat} has {_sizes(after, seat)} cards, not {_dealt(before)}"
    if not _is_upcard(before["game"], listed(after["pile"])):
        yield f"a pile of {after['pile']}"
    yield from _faults_of_grab(before, after, dealer)


def _faults_of_grab(before: Position, after: Position, dealer: int) -> Iterator[str]:
    seats, game = before["seats"], before["game"]
    sides = len(before["scores"])
    bonus = _GRAB.get(game, 0) * before["options"].get("grab_bonus", True)
    grabber = dealer if game == "house-canasta" else (dealer - 1) % seats
    allowed = [[0] * sides, [bonus * (side == grabber % sides) for side in range(sides)]]
    if after["grab"] not in allowed:
        yield f"a grab of {after['grab']}"


def _census(position: Position) -> Counter[Card]:
    places = [text for where in _WHERE for text in position[where]]
    return Counter(listed(" ".join((*places, position["stock"], position["pile"]))))


def _decks(position: Position) -> int:
    game, seats = position["game"], position["seats"]
    if game == "ponytail-canasta":
        if position["options"].get("deck_rule") == "pairs":
            return {6: 8, 8: 10}.get(seats, 6)
        return 8 if seats == 8 else 6
    return 4 if game == "pennies-from-heaven" else 2


def _dealt(position: Position) -> tuple[int, int]:
    """Return the sizes of a hand and of a second packet."""
    if position["game"] == "house-canasta":
        return {2: 15, 3: 13}.get(position["seats"], 11), 0
    return {"pennies": (13, 11), "ponytail": (15, 13)}.get(position["game"].split("-")[0], (11, 0))


def _sizes(position: Position, seat: int) -> tuple[int, int]:
    """Return the sizes of a seat's hand and packet.

    Red threes count only where they wait in a hand for its turn.
    """
    hand, foot = (listed(position[where][seat]) for where in ("hands", "feet"))
    waits = position["game"].startswith(("pony", "classic")) and seat != position["turn"]
    threes = 0 if waits else sum(card in RED_THREES for card in hand)
    return len(hand) - threes, len(foot)


def _is_upcard(game: str, pile: list[Card]) -> bool:
    """Whether cards were turned up until one may lie on top, and no further."""
    *buried, top = pile
    if game == "ponytail-canasta":
        return [is_wild(card) or card[0] == "7" for card in (*buried, top)] == _all_but_last(pile)
    if game == "classic-canasta":
        return [is_wild(card) or card in RED_THREES for card in pile] == _all_but_last(pile)
    return not buried


def _all_but_last(pile: list[Card]) -> list[bool]:
    return [*[True] * (len(pile) - 1), False]
