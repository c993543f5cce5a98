"""A second judge: the rules once more, written from the rulebooks alone.

It shares no code with `engine` and is asked about the same moves and scores; a difference is a
fault of one of the two. It reads positions (`engine.record.positions`) and canonical moves
(`engine.write`), nothing else. `asking` plays rounds and puts the questions to both;
`python -m tests.soak.rules_against_judge` does so for hours.
"""

from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

if TYPE_CHECKING:
    from tests.judge.asking import Asking

Position = dict[str, Any]
"""What `engine.record.positions` gives: keys as in the engine's contract."""


class Judge(Protocol):
    """A module that knows the rules of a family of games. No answer changes a position.

    It may have `follow(position) -> Following` besides, and `settled(before, seat, move, after)`:
    what is wrong with the next deal or the end of the game.
    """

    def refusal(self, position: Position, seat: int, move: str) -> str | None:
        """The rule that forbids a move, or None for a legal one."""

    def score(self, position: Position, out: int | None) -> list[dict[str, int]]:
        """For each side `total` and the items, as if the round ended now and `out` went out."""

    def round_ends(self, position: Position, seat: int, move: str) -> str | None:
        """Why the round ends with a legal move, or None if it goes on."""

    def after(self, position: Position, seat: int, move: str) -> Position:
        """What the judge can tell of the position after a legal move; the other keys are missing.

        Where the round ends it is the position that is scored.
        """


class Following(Protocol):
    """A judge's own round, which it plays on from the moves that are made."""

    def begin(self, position: Position) -> None:
        """Go on from a position."""

    def position(self) -> Position:
        """What the judge can tell of the table now."""

    def move(self, seat: int, move: str) -> str | None:
        """Make a move; why it is illegal or ends the round, or None where play goes on."""


class Questions(Protocol):
    """A module that thinks of what to ask about the games of a family."""

    def moves(self, position: Position, seat: int, random: Random) -> list[str]:
        """Moves to ask about in a position, most of them wrong by a little."""

    def positions(self, slug: str, seats: int, random: Random) -> list[Position]:
        """Positions that play seldom reaches; `turn` is the seat to ask about."""

    def begun(self, position: Position, random: Random) -> Position:
        """A position just dealt, as if the game had gone on for some time before."""

    def takes(self, asking: "Asking", seats: int, random: Random) -> None:
        """Ask about one position with an empty stock, where the game has such."""


_FAMILIES: Final = {
    "pennies-from-heaven": "canasta",
    "house-canasta": "canasta",
    "ponytail-canasta": "canasta",
    "classic-canasta": "canasta",
    "ten-pennies": "rummy",
    "ten-pennies-online": "rummy",
}


def judge_of(slug: str) -> Judge:
    """Who judges a game."""
    return cast("Judge", import_module(f"tests.judge.{_FAMILIES[slug]}.judge"))


def questions_of(slug: str) -> Questions:
    """Who thinks of questions about a game."""
    return cast("Questions", import_module(f"tests.judge.{_FAMILIES[slug]}.questions"))
