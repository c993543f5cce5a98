"""The shuffle: a deck that nobody can know or choose beforehand.

The bot first publishes the SHA-256 of a secret server seed. Then members join; Discord numbers each
interaction. The deck's seed is an HMAC, keyed with the server seed, of these numbers, the settings
and the interaction that starts. A reader of the server seed does not know that last number, and
members do not know the server seed. Format 1 mixed member ids and first joins only.
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
    """The table, game, rules and options of a shuffle; they cannot change after it."""

    table: int
    game: str
    rules: int
    options: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class AtStart:
    """Discord's numbers of the interactions that are mixed in.

    The numbers identify nobody, so an erasure does not change the mix.

    Attributes:
        joined: the numbers of all members who ever joined, seated or not.
        seating: by seat, the number of its member; 0 for a computer player and for a member who
            sent no interaction.
        start: the number of the interaction that started the game.
    """

    joined: tuple[int, ...]
    seating: tuple[int, ...]
    start: int


class Contribution(NamedTuple):
    """One member's part in a shuffle of format 1: their id, and the number of their interaction."""

    user: int
    press: int


@dataclass(frozen=True, slots=True)
class AtJoins:
    """The numbers mixed by format 1. `withdrawn` counts members whose data was erased.

    If any are withdrawn, the mix cannot be verified; the game still can.
    """

    contributions: tuple[Contribution, ...]
    withdrawn: int = 0


def commitment(server_seed: bytes) -> str:
    """Return the fingerprint, which is published before anybody joins."""
    return hashlib.sha256(server_seed).hexdigest()


def final_seed(server_seed: bytes, terms: Terms, presses: AtStart) -> bytes:
    """Return the 32-byte seed that deals. Nobody can know it before the start interaction."""
    lines = (MIXED_AT_START, *settled(terms, presses))
    return hmac.digest(server_seed, "\n".join(lines).encode(), "sha256")


def settled(terms: Terms, presses: AtStart) -> tuple[str, ...]:
    """Return everything that is settled when a game begins, as lines of text."""
    return (
        f"table {terms.table}",
        f"game {terms.game}",
        f"rules {terms.rules}",
        f"options {json.dumps(dict(terms.options), sort_keys=True)}",
        f"seating {_numbers(presses.seating)}",
        # Sorted: the database may return the numbers in any order.
        f"joined {_numbers(sorted(presses.joined))}",
        f"start {presses.start}",
    )


def seed_of_joins(server_seed: bytes, table: int, contributions: Iterable[Contribution]) -> bytes:
    """Return the seed that deals a game whose receipt has format 1."""
    pressed = (f"{user} {press}" for user, press in sorted(contributions))
    lines = (MIXED_AT_JOINS, str(table), *pressed)
    return hmac.digest(server_seed, "\n".join(lines).encode(), "sha256")


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
