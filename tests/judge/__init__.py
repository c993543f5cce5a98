"""A second judge: the rules implemented again, from the rulebooks alone.

It shares no code with `engine`, and both answer the same questions about moves and scores. A
difference is a fault in one of the two. The judge reads positions (`engine.record.positions`) and
canonical moves (`engine.write`) only. `asking` plays rounds and asks both;
`tests.soak.rules_against_judge` does so for hours.
"""

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

if TYPE_CHECKING:
    from tests.judge.asking import Asking

Position = dict[str, Any]
"""A position as `engine.record.positions` writes it."""


class Judge(Protocol):
    """A module that knows the rules of a family of games. No answer changes a position.

    It may also have `follow(position) -> Following`, and `settled(before, seat, move, after)`,
    which returns what is wrong with the next deal or the end of the game.
    """

    def refusal(self, position: Position, seat: int, move: str) -> str | None:
        """Return the rule that forbids a move, or None for a legal one."""

    def score(self, position: Position, out: int | None) -> list[dict[str, int]]:
        """Return `total` and items of each side if the round ended now; `out` is the seat that went
        out.
        """

    def round_ends(self, position: Position, seat: int, move: str) -> str | None:
        """Return why the round ends with a legal move, or None if it goes on."""

    def after(self, position: Position, seat: int, move: str) -> Position:
        """Return the position after a legal move. Keys that the judge does not know are absent.

        If the round ends, return the position that is scored.
        """


class Following(Protocol):
    """A judge's own copy of a round, which it updates move by move."""

    def begin(self, position: Position) -> None:
        """Start from a position."""

    def position(self) -> Position:
        """Return what the judge knows of the table now."""

    def move(self, seat: int, move: str) -> str | None:
        """Make a move. Return why it is illegal or ends the round, or None if play goes on."""


class Questions(Protocol):
    """A module that invents questions about the games of a family."""

    def moves(self, position: Position, seat: int, random: Random) -> list[str]:
        """Return moves to ask about in a position; most of them are slightly wrong."""

    def positions(self, slug: str, seats: int, random: Random) -> list[Position]:
        """Return positions that play seldom reaches; `turn` is the seat to ask about."""

    def begun(self, position: Position, random: Random) -> Position:
        """Return a position that was just dealt, changed as if the game had been going on."""

    def takes(self, asking: "Asking", seats: int, random: Random) -> None:
        """Ask about one position with an empty stock, in games that have such positions."""


_FAMILIES: Final = {
    "pennies-from-heaven": "canasta",
    "house-canasta": "canasta",
    "ponytail-canasta": "canasta",
    "classic-canasta": "canasta",
    "ten-pennies": "rummy",
    "ten-pennies-online": "rummy",
}


def judge_of(slug: str) -> Judge:
    """Return the judge of a game."""
    return cast("Judge", import_module(f"tests.judge.{_FAMILIES[slug]}.judge"))


def questions_of(slug: str) -> Questions:
    """Return the questions about a game."""
    return cast("Questions", import_module(f"tests.judge.{_FAMILIES[slug]}.questions"))
