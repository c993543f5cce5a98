"""Rows about moves: a move to append, entries of the log, and the results of appending."""

from dataclasses import dataclass
from typing import Final

from data.models.deadlines import DeadlineBasis, OpenDecision
from data.models.members import AutoAnswer, PlanRow
from data.models.outcome import GameOutcome

CLOCK_KEY_PREFIX = "clock:"
"""Key prefix of entries that the bot made at a deadline."""
AUTO_ANSWER_KEY_PREFIX = "standing"
"""Key prefix of entries that an auto-answer made."""


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """One entry of a table's log. It names the seat, never the person."""

    seq: int
    seat: int
    key: str
    at: float
    body: str


def move_key(key: str, place: int) -> str:
    """Return the key of move number `place` of an interaction.

    The key of the first has no number.
    """
    return f"{key}.{place}" if place else key


def interaction_key(key: str) -> str:
    """Return the interaction's key from a key that `move_key` made."""
    return key.partition(".")[0]


@dataclass(frozen=True, slots=True)
class MoveAppended:
    """The move is saved. The last entry of the move is `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class DuplicateMove:
    """The interaction was saved before, as entry `seq`."""

    seq: int


@dataclass(frozen=True, slots=True)
class StaleMove:
    """Nothing changed. The table is now at entry `seq`, or is not in play.

    `otherwise` says that the entry is the same, but the basis of the deadlines has changed.
    """

    seq: int
    otherwise: bool = False


@dataclass(frozen=True, slots=True)
class FollowUpMove:
    """A move that the bot makes because of another one.

    Each such move has its own key in the log.
    """

    seat: int
    key: str
    body: str


@dataclass(frozen=True, slots=True)
class PreparedChanges:
    """Changes of plans, auto-answers and staged cards in the transaction of a move.

    `plans` and `standing` replace earlier rows. Plans of members in `planless` are deleted. With
    `unstaged`, all staged cards at the table are deleted.
    """

    plans: tuple[PlanRow, ...] = ()
    planless: tuple[int, ...] = ()
    standing: tuple[AutoAnswer, ...] = ()
    unstaged: bool = False


NO_PREPARED_CHANGES: Final = PreparedChanges()


@dataclass(frozen=True, slots=True)
class NewMove:
    """A move to append after entry `after`, if that is still the last one.

    Attributes:
        table_id: The table.
        after: The entry that the move follows.
        seat: The seat that moves.
        key: The interaction's id, or another text that no other move has.
        body: The move.
        more: Further moves of the same interaction. Each of them and of `follows` is an entry. All
            entries are saved together, or none.
        follows: Moves that the bot makes in the same commit.
        said: Changes of what members have prepared, in the same commit.
        deadline: The table's deadline, if `waits` has none.
        outcome: How the game ended, or None if it continues.
        waits: The decisions that are open then. Their earliest deadline is the table's.
        reckoned: The pauses and deadlines from which the times were computed. If they have changed,
            nothing is saved. None skips that check.
    """

    table_id: int
    after: int
    seat: int
    key: str
    body: str
    more: tuple[str, ...] = ()
    follows: tuple[FollowUpMove, ...] = ()
    said: PreparedChanges = NO_PREPARED_CHANGES
    deadline: float | None = None
    outcome: GameOutcome | None = None
    waits: tuple[OpenDecision, ...] | None = None
    reckoned: DeadlineBasis | None = None

    def entries(self, at: float) -> tuple[MoveEntry, ...]:
        """Return the entries in order. Keys of further moves get a number."""
        own = (
            FollowUpMove(self.seat, move_key(self.key, n), body)
            for n, body in enumerate((self.body, *self.more))
        )
        return tuple(
            MoveEntry(self.after + n, made.seat, made.key, at, made.body)
            for n, made in enumerate((*own, *self.follows), 1)
        )
