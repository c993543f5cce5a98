"""Decisions: the seats that may act now, their questions, and the default without an answer."""

from dataclasses import dataclass
from typing import Literal

from engine.model.moves import Move

Kind = Literal["draw", "play", "offer", "answer", "foot"]
Phase = Literal["draw", "play", "offer", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision of one seat.

    `default` is the harmless default of the rules, played when the deadline passes. It is None for
    the optional foot, because nobody waits for it.
    """

    seat: int
    kind: Kind
    default: Move | None
