"""Slips: clear blunders of a coached member, measured by the advice before the move.

After the move the coach says what the slip cost, and which move was better. Until the member's next
move, the coach's memory contains the slip as numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Final, Self

from cogs.lessons.coach import SLIP, Heard
from cogs.lessons.coach_rows import LearnerView
from engine.advice.choices import spent
from engine.advice.rank_groups import wilds_of
from engine.model.cards import RANK
from engine.model.moves import Add, Discard, Draw, Meld, Move, cards_laid

KINDS: Final = ("wild", "unlaid", "fed", "left", "spent")
"""Kinds of slips. The database stores the index.

`wild`: the member discarded a wild card. `unlaid`: the member discarded a card that should be laid.
`fed`: the discard gave the next player a large pile. `left`: the member did not take a large pile.
`spent`: the member laid more wild cards than advised.
"""
LARGE: Final = 5
"""Number of cards that make a pile too valuable to leave or to give away."""
KEYS: Final = frozenset(f"{SLIP}{name}" for name in ("kind", "n", "card", "better", "at"))


@dataclass(frozen=True, slots=True)
class Slip:
    """A blunder. `n` is the number of points or cards lost.

    `card` is the card that was discarded. `better` is the card to discard instead. Each of them is
    -1 if there is none. `at` is the slip's log entry.
    """

    kind: int
    n: int
    card: int = -1
    better: int = -1
    at: int = 0

    @property
    def key(self) -> str:
        """The suffix of the catalogue key."""
        return KINDS[self.kind]

    def remembered(self) -> Heard:
        """Return the slip as entries of the coach's memory."""
        return {f"{SLIP}{name}": number for name, number in asdict(self).items()}

    @classmethod
    def read(cls, heard: Heard) -> Self | None:
        """Return the slip in the coach's memory, or None."""
        if not heard.keys() >= KEYS:
            return None
        return cls(**{key.removeprefix(SLIP): heard[key] for key in KEYS})


def without_slip(heard: Heard) -> Heard:
    """Return the coach's memory without the slip."""
    return {key: n for key, n in heard.items() if key not in KEYS}


def slip_of(seen: LearnerView, moves: Sequence[Move]) -> Slip | None:
    """Return the slip in the first of these moves, or None.

    Args:
        seen: What the learner saw before the move.
        moves: The moves of one interaction.
    """
    for move in moves[:1]:
        match move:
            case Discard():
                return next(_thrown(seen, move), None)
            case Meld() | Add():
                return _spent(seen, moves)
            case Draw():
                return _left(seen)
    return None


def _thrown(seen: LearnerView, move: Discard) -> Iterator[Slip]:
    judged, face, view = seen.judged, move.card, seen.view
    wild, better = wilds_of(seen.table), next(iter(judged.discards), face)
    if RANK[face] in wild and RANK[better] not in wild:
        yield Slip(KINDS.index("wild"), view.values.in_hand(bytes((face,))), face, better)
    laid = b"".join(map(cards_laid, judged.moves))
    if 0 < view.hand.count(face) <= laid.count(face) and not view.lowest_wins:
        yield Slip(KINDS.index("unlaid"), view.values.in_melds(bytes((face,))), face, better)
    next_seat = (seen.seat + 1) % len(view.seats)
    rich = len(view.pile) + 1 >= LARGE and view.takes == "pile"
    if rich and RANK[face] != RANK[better] and not seen.is_mine(next_seat):
        yield Slip(KINDS.index("fed"), len(view.pile) + 1, face, better)


def _spent(seen: LearnerView, moves: Sequence[Move]) -> Slip | None:
    wild, ending = wilds_of(seen.table), seen.judged.ending
    fewest = sum(spent(move, wild) for move in seen.judged.moves)
    count = sum(spent(move, wild) for move in moves)
    is_clear = count > fewest and ending is None and not seen.view.lowest_wins
    return Slip(KINDS.index("spent"), count) if is_clear else None


def _left(seen: LearnerView) -> Slip | None:
    large = len(seen.view.pile) >= LARGE and seen.view.takes == "pile"
    return Slip(KINDS.index("left"), len(seen.view.pile)) if large and seen.judged.takes else None
