"""Decisions: who may act now, on what, and what happens if nobody answers."""

from dataclasses import dataclass
from typing import Literal

from engine.model.moves import Move

Kind = Literal["draw", "play", "offer", "answer", "foot"]
Phase = Literal["draw", "play", "offer", "answer", "over"]


@dataclass(frozen=True, slots=True)
class Decision:
    """An open decision.

    `default` is the harmless default of the rules, played when the deadline passes; None
    for the optional foot, which holds nobody up.
    """

    seat: int
    kind: Kind
    default: Move | None
