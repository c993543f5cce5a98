"""A round as the second judge stores it, read from a position."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from tests.judge import Position
from tests.judge.canasta.games import Game, game
from tests.judge.canasta.sets import RED_THREES, canasta, rank
from tests.judge.cards import JOKER, Card, Cards, Move, listed, taken_apart, written

Held = Counter[Card]
_PLACES: Final = {
    card: place
    for place, card in enumerate([r + s for r in "3456789TJQKA2" for s in "SHDC"] + [JOKER])
}


class Set(NamedTuple):
    """Cards that lie together on the table."""

    side: int
    owner: int
    cards: Cards


@dataclass
class Round:
    """The table in the middle of a round. Copy it before trying anything."""

    game: Game
    turn: int
    phase: str
    dealer: int
    scores: list[int]
    hands: list[Held]
    feet: list[list[Card]]
    earned: list[bool]
    stock: list[Card]
    pile: list[Card]
    frozen_upcard: bool
    sets: list[Set]
    red_threes: list[list[Card]]
    locked: Held
    lone: int | None
    grab: list[int]
    question: dict[str, Any] | None
    down: list[bool]
    laid: bool
    asked: bool
    no_out: bool
    played_seventh: bool
    ended: str | None = None
    touched: frozenset[int] = frozenset()
    """The seats whose hands belong to this copy alone."""

    def copy(self) -> "Round":
        """Return a copy that may be changed."""
        return replace(
            self,
            hands=self.hands.copy(),
            feet=self.feet.copy(),
            earned=self.earned.copy(),
            stock=self.stock.copy(),
            pile=self.pile.copy(),
            sets=self.sets.copy(),
            red_threes=self.red_threes.copy(),
            locked=self.locked.copy(),
            down=self.down.copy(),
            touched=frozenset(),
        )

    def hand(self, seat: int) -> Held:
        """Return a hand that callers may change; the first call copies the hand."""
        if seat not in self.touched:
            self.hands[seat] = self.hands[seat].copy()
            self.touched |= {seat}
        return self.hands[seat]

    def lay_threes(self, seat: int, threes: list[Card]) -> None:
        self.red_threes[seat] = self.red_threes[seat] + threes

    def grow(self, place: int, cards: Iterable[Card]) -> None:
        each = self.sets[place]
        self.sets[place] = each._replace(cards=(*each.cards, *cards))

    def side(self, seat: int) -> int:
        """Return the side of a seat: partners sit opposite each other, or alternate."""
        return seat % self.game.sides

    def partners(self, seat: int) -> list[int]:
        """Return the other seats that lay and score with a seat."""
        if self.game.splits:
            others = [] if self.lone in (None, seat) else range(3)
            return [other for other in others if other not in (seat, self.lone)]
        seats = range(self.side(seat), self.game.seats, self.game.sides)
        return [other for other in seats if other != seat]

    def own(self, seat: int) -> list[Set]:
        """Return the melds that a seat may build on alone: its own, or its side's."""
        if self.game.own_sets:
            return [each for each in self.sets if each.owner == seat]
        side = self.side(seat)
        return [each for each in self.sets if each.side == side]

    def canastas(self, seat: int) -> list[str]:
        """Return the kinds of canastas that count for a seat's going out."""
        found = (canasta(self.game, each.cards) for each in self.own(seat))
        return [each for each in found if each]

    def has_sevens(self, side: int) -> bool:
        """Whether a side has a canasta of sevens."""
        return "sevens" in self.canastas(side)

    def sevens_barred(self) -> bool:
        """Whether no seven may be discarded."""
        game = self.game
        return game.bars_sevens and not all(map(self.has_sevens, range(game.sides)))

    def opened(self, seat: int) -> bool:
        """Whether the first meld was made: by the side, or in House by the player."""
        return bool(self.own(seat))

    def place(self, seat: int, of: str) -> int | None:
        """Return the index of the open meld of a rank, or None; a side has at most one."""
        for place, each in enumerate(self.sets):
            mine = each.owner == seat if self.game.own_sets else each.side == self.side(seat)
            if mine and rank(each.cards) == of and not (self.game.closes and len(each.cards) >= 7):
                return place
        return None


def read(position: Position) -> Round:
    """Return the round of a position that has every key."""
    options = frozenset(position["options"].items())
    sides = position["seats"], position["melds"]
    settled = game(position["game"], position["seats"], options)
    return Round(
        game=settled,
        turn=position["turn"],
        phase=position["phase"],
        dealer=position["dealer"],
        scores=position["scores"],
        hands=[Counter(listed(hand)) for hand in position["hands"]],
        feet=[listed(foot) for foot in position["feet"]],
        earned=list(position["earned"]),
        stock=listed(position["stock"]),
        pile=listed(position["pile"]),
        frozen_upcard=position["frozen_upcard"],
        sets=[_set(each, settled) for each in sides[1]],
        red_threes=[listed(threes) for threes in position["red_threes"]],
        locked=Counter(listed(position["locked"])),
        lone=position["lone"],
        grab=position["grab"],
        question=position["question"],
        down=list(position["down"]),
        laid=position.get("laid", False),
        asked=position["asked"],
        no_out=position["no_out"],
        played_seventh=position["played_seventh"],
    )


def _set(meld: dict[str, Any], game: Game) -> Set:
    owner = meld.get("owner", meld.get("side"))
    assert owner is not None
    return Set(meld.get("side", owner % game.sides), owner, _of_set(meld["cards"]))


@lru_cache(maxsize=65536)
def _of_set(text: str) -> Cards:
    return tuple(listed(text))


@lru_cache(maxsize=65536)
def _as_set(cards: Cards) -> str:
    return _arranged(cards)


def write(table: Round) -> Position:
    """Return the keys of a position that the judge knows; after the end only what is scored."""
    lying = {
        "hands": [_arranged(hand.elements()) for hand in table.hands],
        "feet": [_arranged(foot) for foot in table.feet],
        "stock": written(table.stock),
        "pile": written(table.pile),
        "melds": [
            {"side": each.side, "owner": each.owner, "cards": _as_set(each.cards)}
            for each in table.sets
        ],
        "red_threes": [_arranged(threes) for threes in table.red_threes],
        "lone": table.lone,
    }
    return lying if table.ended else {**lying, **_flags(table)}


def _flags(table: Round) -> Position:
    return {
        "turn": table.turn,
        "phase": table.phase,
        "earned": table.earned,
        "frozen_upcard": table.frozen_upcard,
        "locked": _arranged(table.locked.elements()),
        "down": table.down,
        "laid": table.laid,
        "asked": table.asked,
        "no_out": table.no_out,
        "played_seventh": table.played_seventh,
    }


def _arranged(cards: Iterable[Card]) -> str:
    return written(sorted(cards, key=_PLACES.__getitem__))


def plan_of(table: Round) -> tuple[Move, ...]:
    """Return the plan of the open question."""
    assert table.question
    return tuple(taken_apart(step.strip()) for step in table.question["plan"].split(";"))


def without_threes(cards: list[Card]) -> tuple[list[Card], list[Card]]:
    """Return cards as (the others, the red threes)."""
    return [c for c in cards if c not in RED_THREES], [c for c in cards if c in RED_THREES]
