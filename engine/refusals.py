"""Refusals: why a move is not allowed, as data. Sentences for people live in the catalogue.

    Refused                 a rule forbids the move
    ├── SyntaxRefused       the text is not a move
    └── Ambiguous           the text could mean several cards

`Code` is closed: a new reason is a new member here, with its sentence in the catalogue and
a test that triggers it. `facts` are plain numbers and card texts for that sentence.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.moves import Move

Fact = int | str


class Code(StrEnum):
    """Every reason a move can be refused for."""

    SYNTAX = "syntax"
    AMBIGUOUS = "ambiguous"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PHASE = "wrong_phase"
    NOT_IN_THIS_GAME = "not_in_this_game"
    NOT_IN_HAND = "not_in_hand"
    NO_SUCH_MELD = "no_such_meld"


class Refused(Exception):
    """A move the rules do not allow; nothing has changed.

    Attributes:
        rule: the id of the rule that forbids it.
        code: the reason.
        facts: numbers and cards for the sentence: need 90, have 75.
        fix: a legal move nearby, or None.
    """

    def __init__(
        self, rule: str, code: Code, facts: Mapping[str, Fact] | None = None, fix: "Move | None" = None
    ) -> None:
        super().__init__(rule, code, dict(facts or {}))
        self.rule = rule
        self.code = code
        self.facts: dict[str, Fact] = dict(facts or {})
        self.fix = fix

    def __str__(self) -> str:
        facts = " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.rule} {self.code} {facts}".rstrip()


class SyntaxRefused(Refused):
    """The text is not a move."""


class Ambiguous(Refused):
    """A rank alone was named where several cards could be meant."""
