"""Receipts: the published text from which any reader can deal and replay a finished game.

A receipt reveals every hand of its game. `engine.record.shuffle` describes how the deck was mixed,
`engine.verify` checks a receipt.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from engine.model.chance import SEED_BYTES
from engine.model.option import Value
from engine.record.commitments import at_end, at_start, trail_of
from engine.record.shuffle import (
    MIXED_AT_JOINS,
    MIXED_AT_START,
    AtJoins,
    AtStart,
    Contribution,
    Terms,
)

UNDO: Final = "undo"


class BadReceipt(ValueError):  # noqa: N818 - a bad receipt is an answer, not an error
    """The text is not a receipt; the message says why."""


def effective(moves: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return a log without the moves that were undone.

    Raises:
        BadReceipt: an undo comes before any move.

    """
    kept: list[tuple[int, str]] = []
    for seat, text in moves:
        if text != UNDO:
            kept.append((seat, text))
        elif kept:
            kept.pop()
        else:
            raise BadReceipt("The first move is taken back before it was made.")
    return kept


@dataclass(frozen=True, slots=True)
class Receipt:
    """Everything needed to deal and replay a finished game.

    Attributes:
        mixed: what the deck's seed was mixed from; its class determines the receipt's format.
        scores: the final scores by side.
        set_aside: decks of the same players that were not played to the end in the week before.
        The number is the bot's own count, which no receipt can prove.
        rules: the version of the rules.
        program: the release that wrote the receipt, empty before there were releases. The release
            proves nothing, but helps to find the source.
    """

    table: int
    game: str
    seats: int
    options: Mapping[str, Value]
    commitment: str
    server_seed: bytes
    mixed: AtStart | AtJoins
    seed: bytes
    moves: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    set_aside: int = 0
    rules: int = 1
    program: str = ""

    @property
    def terms(self) -> Terms:
        """Table, game, version of the rules, and options."""
        return Terms(self.table, self.game, self.rules, self.options)

    @property
    def start(self) -> str | None:
        """The digest of everything settled at the start; None for a game that published none."""
        if isinstance(self.mixed, AtJoins):
            return None
        return at_start(self.commitment, self.terms, self.mixed)

    @property
    def end(self) -> str:
        """The digest of the moves and the scores."""
        return at_end(self.commitment, self.table, trail_of(self.moves), self.scores)

    def text(self) -> str:
        """Return the receipt as it is published: JSON, one line per part."""
        mixed = self.mixed
        name = MIXED_AT_START if isinstance(mixed, AtStart) else MIXED_AT_JOINS
        own = {part: getattr(self, part) for part in self.__dataclass_fields__ if part != "mixed"}
        changed = {
            "server_seed": self.server_seed.hex(),
            "seed": self.seed.hex(),
            "options": dict(self.options),
        }
        added = {part: getattr(mixed, part) for part in mixed.__dataclass_fields__}
        parts = {"format": name, **own, **changed, **added}
        lines = (f'"{name}": {json.dumps(part)}' for name, part in parts.items())
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """Return the receipt of a published text.

        Raises:
            BadReceipt: the text is not a receipt. The message is a sentence for people.

        """
        try:
            parts = json.loads(text)
            json.dumps(parts, ensure_ascii=False).encode()  # half a character has no digest
        except UnicodeEncodeError as error:
            raise BadReceipt("This is not a receipt: it has half a character in it.") from error
        except ValueError as error:
            raise BadReceipt(f"This is not a receipt: it is no JSON ({error}).") from error
        except RecursionError as error:
            raise BadReceipt("This is not a receipt: it has lists in lists in lists.") from error
        kind = FORMATS.get(str(parts.pop("format", None))) if isinstance(parts, dict) else None
        if kind is None:
            raise BadReceipt(f"This is not a receipt: it does not say {MIXED_AT_START!r}.")
        if kind is AtJoins:  # Format 1 had neither of these.
            parts = {"set_aside": 0, "rules": 1} | parts
        parts = {"program": ""} | parts
        own = cls.__dataclass_fields__.keys() - {"mixed"}
        missing = sorted((own | kind.__dataclass_fields__.keys()) ^ parts.keys())
        if missing:
            raise BadReceipt(f"Parts of the receipt are missing or unknown: {', '.join(missing)}.")
        found = {name: READERS[name](name, part) for name, part in parts.items()}
        mixed = kind(**{name: found.pop(name) for name in kind.__dataclass_fields__})
        return cls(mixed=mixed, **found)


FORMATS: Final[Mapping[str, type[AtStart | AtJoins]]] = {
    MIXED_AT_JOINS: AtJoins,
    MIXED_AT_START: AtStart,
}


def _number(name: str, part: Any) -> int:
    if type(part) is not int or part < 0:
        raise BadReceipt(f"{name} is not a whole number: {part!r}.")
    return part


def _text(name: str, part: Any) -> str:
    if not isinstance(part, str):
        raise BadReceipt(f"{name} is not a text: {part!r}.")
    return part


def _seed(name: str, part: Any) -> bytes:
    try:
        seed = bytes.fromhex(_text(name, part))
    except ValueError as error:
        raise BadReceipt(f"{name} is not hexadecimal.") from error
    if len(seed) != SEED_BYTES:
        raise BadReceipt(f"{name} has {len(seed)} bytes, not {SEED_BYTES}.")
    return seed


def _options(name: str, part: Any) -> Mapping[str, Value]:
    if not isinstance(part, dict) or any(
        type(one) not in {bool, int, str} for one in part.values()
    ):
        raise BadReceipt(f"{name} is not a list of house rules.")
    return part


def _pairs(name: str, part: Any, second: type) -> list[tuple[int, Any]]:
    if not isinstance(part, list):
        raise BadReceipt(f"{name} is not a list.")
    for pair in part:
        if not isinstance(pair, list) or [type(one) for one in pair] != [int, second]:
            raise BadReceipt(f"{name} has something in it that is none: {pair!r}.")
    return [(first, other) for first, other in part]


def _moves(name: str, part: Any) -> tuple[tuple[int, str], ...]:
    return tuple(_pairs(name, part, str))


def _contributions(name: str, part: Any) -> tuple[Contribution, ...]:
    return tuple(Contribution(*pair) for pair in _pairs(name, part, int))


def _numbers(name: str, part: Any) -> tuple[int, ...]:
    if not isinstance(part, list) or any(type(one) is not int for one in part):
        raise BadReceipt(f"{name} is not a list of whole numbers.")
    return tuple(part)


READERS: Final[Mapping[str, Any]] = {
    "table": _number,
    "game": _text,
    "seats": _number,
    "options": _options,
    "commitment": _text,
    "server_seed": _seed,
    "contributions": _contributions,
    "withdrawn": _number,
    "joined": _numbers,
    "seating": _numbers,
    "start": _number,
    "seed": _seed,
    "moves": _moves,
    "scores": _numbers,
    "set_aside": _number,
    "rules": _number,
    "program": _text,
}
