"""How a deck comes about, so that nobody can have known or chosen it.

Before anybody sits down the room publishes the SHA-256 of a secret server seed, its fingerprint.
Members then join, and Discord numbers each press. The last thing that goes in is the press that
starts, together with all that is settled by then: the game, its rules and options, who sits
where, and every press before. The seed in play is an HMAC over it, keyed with the server seed.
Whoever knows the server seed, say by reading the database, cannot know the last press; who
presses cannot know the server seed; and after that press nothing can be changed.

Presses are numbers and nobody's name: a member who is forgotten stays in the mix.

Receipts of the first format are mixed otherwise: from the members' ids and their first joins
alone, so that the deck is settled before the start. They are verified as what they say they are.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from engine.model.option import Value

MIXED_AT_JOINS: Final = "tuppence receipt 1"
MIXED_AT_START: Final = "tuppence receipt 2"


class Terms(NamedTuple):
    """What a game is played by: nothing of it can change once the deck is mixed."""

    table: int
    game: str
    rules: int
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class AtStart:
    """Discord's numbers of the presses that are mixed in.

    `joined` are those of all who ever joined, whether they sit or not; `seating` says by seat
    which of them is its member's (0 for a computer player, and for a member who has not pressed);
    `start` is the one that started.
    """

    joined: tuple[int, ...]
    seating: tuple[int, ...]
    start: int


class Contribution(NamedTuple):
    """One member's share in an early shuffle: their id, and the number of their press."""

    user: int
    press: int


@dataclass(frozen=True, slots=True)
class AtJoins:
    """What is mixed by the first format. `withdrawn` counts members who have been forgotten.

    With any of them missing the mix cannot be shown; the game can.
    """

    contributions: tuple[Contribution, ...]
    withdrawn: int = 0


def commitment(server_seed: bytes) -> str:
    """The fingerprint: what is published before anybody joins."""
    return hashlib.sha256(server_seed).hexdigest()


def final_seed(server_seed: bytes, terms: Terms, presses: AtStart) -> bytes:
    """The seed that deals: 32 bytes that nobody could know before the press that starts."""
    lines = (MIXED_AT_START, *settled(terms, presses))
    return hmac.digest(server_seed, "\n".join(lines).encode(), "sha256")


def settled(terms: Terms, presses: AtStart) -> tuple[str, ...]:
    """All that is settled when a game begins, line by line."""
    return (
        f"table {terms.table}",
        f"game {terms.game}",
        f"rules {terms.rules}",
        f"options {json.dumps(dict(terms.options), sort_keys=True)}",
        f"seating {_numbers(presses.seating)}",
        # In order of their numbers: the file may give the presses back in any.
        f"joined {_numbers(sorted(presses.joined))}",
        f"start {presses.start}",
    )


def seed_of_joins(server_seed: bytes, table: int, contributions: Iterable[Contribution]) -> bytes:
    """The seed that deals a game whose receipt has the first format."""
    pressed = (f"{user} {press}" for user, press in sorted(contributions))
    lines = (MIXED_AT_JOINS, str(table), *pressed)
    return hmac.digest(server_seed, "\n".join(lines).encode(), "sha256")


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
