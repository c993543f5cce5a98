"""Decisions: which seat may act now, on what, and what happens if it does not answer."""

from dataclasses import dataclass
from typing import Literal

from engine.model.moves import Move

Kind = Literal["draw", "play", "offer", "answer", "foot"]
Phase = Literal["draw", "play", "offer", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision of one seat.

    `default` is the harmless default of the rules, played when the deadline passes. It is None for
    the optional foot, for which nobody has to wait.
    """

    seat: int
    kind: Kind
    default: Move | None
