"""Receipts: how a deck comes about, so that nobody can have chosen it.

Before anybody sits down the room publishes the SHA-256 of a secret server seed. Members then
join, and Discord numbers each press. The seed in play is an HMAC, keyed with the server seed,
over the table's number and those presses: whoever knows the server seed cannot know the
presses, and who presses cannot know the server seed. At the end both are published.

The first join of a member counts for good, even after leaving: joining again until the deck
suits would be a choice. Where nobody joined after the hash was shown (a lone member, a
rematch) the press of Start stands in. What is left is to give up whole lobbies until a deck suits
whoever can read the secret seed: such decks are counted, and the receipt says how many.

Source: `safety.md`, 2.5.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Self

from engine.model.chance import SEED_BYTES
from engine.model.option import Value

FORMAT: Final = "tuppence receipt 1"
UNDO: Final = "undo"


class BadReceipt(ValueError):  # noqa: N818 - a bad receipt is an answer, not an error
    """A text that is no receipt; the message says what is wrong with it."""


class Contribution(NamedTuple):
    """One member's share in the shuffle: their id, and Discord's number of their press."""

    user: int
    press: int


def commitment(server_seed: bytes) -> str:
    """What is published before anybody joins."""
    return hashlib.sha256(server_seed).hexdigest()


def final_seed(server_seed: bytes, table: int, contributions: Iterable[tuple[int, int]]) -> bytes:
    """The seed that deals: 32 bytes that neither the room nor the members could choose."""
    lines = [FORMAT, str(table), *(f"{user} {press}" for user, press in sorted(contributions))]
    return hmac.digest(server_seed, "\n".join(lines).encode(), "sha256")


def effective(moves: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """A log without the moves that were taken back. Raises `BadReceipt` for a lone undo."""
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
    """Everything needed to deal and play a finished game again.

    `withdrawn` counts members who had their data forgotten: the mix of the seed can then no
    longer be shown, the game still can. `scores` are the final ones, by side. `set_aside` counts
    other decks of the same players that were settled in the week before and not played out: the
    room's own count, which no text can prove. `rules` is the version of the rules it was played by.
    """

    table: int
    game: str
    seats: int
    options: Mapping[str, Value]
    commitment: str
    server_seed: bytes
    contributions: tuple[Contribution, ...]
    withdrawn: int
    seed: bytes
    moves: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    set_aside: int = 0
    rules: int = 1

    def text(self) -> str:
        """The receipt as it is published: JSON, a line for every part."""
        parts = {name: getattr(self, name) for name in self.__dataclass_fields__} | {
            "server_seed": self.server_seed.hex(),
            "seed": self.seed.hex(),
            "options": dict(self.options),
        }
        lines = [f'"format": "{FORMAT}"']
        lines += [f'"{name}": {json.dumps(part)}' for name, part in parts.items()]
        return "{\n" + ",\n".join(lines) + "\n}\n"

    @classmethod
    def read(cls, text: str) -> Self:
        """A published receipt. Raises `BadReceipt` with a sentence for any other text."""
        try:
            parts = json.loads(text)
        except ValueError as error:
            raise BadReceipt(f"This is not a receipt: it is no JSON ({error}).") from error
        if not isinstance(parts, dict) or parts.pop("format", None) != FORMAT:
            raise BadReceipt(f"This is not a receipt: it does not say {FORMAT!r}.")
        # The first receipts counted no decks set aside, and knew one version of the rules.
        parts.setdefault("set_aside", 0)
        parts.setdefault("rules", 1)
        missing = sorted(cls.__dataclass_fields__.keys() ^ parts.keys())
        if missing:
            raise BadReceipt(f"Parts of the receipt are missing or unknown: {', '.join(missing)}.")
        return cls(**{name: READERS[name](name, part) for name, part in parts.items()})


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


def _scores(name: str, part: Any) -> tuple[int, ...]:
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
    "seed": _seed,
    "moves": _moves,
    "scores": _scores,
    "set_aside": _number,
    "rules": _number,
}
