"""Staging: the card groups that a member has staged on the Build page and not laid yet.

The groups last longer than a turn, so that a member can plan while others play. A group whose cards
have left the hand is dropped.
"""

from dataclasses import dataclass
from typing import Self

import engine
from engine import FaceDown
from engine.advice.rank_groups import as_move
from engine.model.cards import RANK, Cards, holds, read_cards, without, write_cards
from engine.model.moves import Add, Discard, Group, Meld, Move, Take
from engine.model.refusals import Refused


@dataclass(frozen=True, slots=True)
class Staging:
    """The groups staged so far, in order."""

    groups: tuple[Group, ...] = ()

    @property
    def cards(self) -> Cards:
        """All cards of all groups."""
        return b"".join(group.cards for group in self.groups)

    def with_group(self, group: Group) -> Self:
        """Return the staging with one more group at the end."""
        return type(self)((*self.groups, group))

    def without_last(self) -> Self:
        """Return the staging without the group that was added last."""
        return type(self)(self.groups[:-1])

    def held(self, hand: Cards) -> Self:
        """Return the staging without groups whose cards have left the hand."""
        kept = type(self)()
        for group in self.groups:
            if holds(hand, kept.cards + group.cards):
                kept = kept.with_group(group)
        return kept

    def moves(self) -> tuple[Move, ...]:
        """Return the moves that lay everything: all new melds in one move, then each lay-off."""
        melds = tuple(group.cards for group in self.groups if group.meld is None)
        adds = (as_move(group) for group in self.groups if group.meld is not None)
        return (*([Meld(melds)] if melds else []), *adds)

    def plan(self, hand: Cards) -> tuple[Move, ...]:
        """Return the moves that lay everything, and the discard if exactly one card is left."""
        left = without(hand, self.cards)
        return (*self.moves(), *([Discard(left[0])] if len(left) == 1 else []))

    def take(self, upcard: int) -> Take | None:
        """Return the take that melds the upcard with the group of its rank and lays all others.

        Returns None if no new meld has the upcard's rank.
        """
        for one in self.groups:
            if one.meld is None and RANK[one.cards[0]] == RANK[upcard]:
                return Take(one.cards, tuple(group for group in self.groups if group is not one))
        return None

    def __str__(self) -> str:
        return " / ".join(map(written, self.groups))

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the staging of a text made by `str`; an empty staging for any other text."""
        try:
            return cls(tuple(map(parsed, filter(None, text.split(" / ")))))
        except (KeyError, ValueError):  # Another release may have written the text.
            return cls()


def written(group: Group) -> str:
    """Return a group as text: `KS KD`, or `3: KS` for meld 3."""
    cards = write_cards(group.cards)
    return cards if group.meld is None else f"{group.meld}: {cards}"


def parsed(text: str) -> Group:
    """Return the group of a text made by `written`."""
    meld, colon, cards = text.rpartition(": ")
    return Group(read_cards(cards), int(meld) if colon else None)


def refusal(table: FaceDown, seat: int, staging: Staging) -> Refused | None:
    """Return why the staged cards cannot be laid now, or None if they can."""
    for move in staging.moves():
        refused = engine.check(table, seat, move)
        if refused is not None:
            return refused
        if isinstance(move, Meld | Add):
            for event in engine.decide(table, seat, move):
                table = FaceDown(engine.evolve(table, event))
    return None
