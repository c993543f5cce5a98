"""Canastas: what a side or player has completed, and what they still need to go out."""

from collections.abc import Iterable
from functools import lru_cache

from engine.canasta.book.variant import CANASTA, CanastaAnswers, Goal, Kind
from engine.model.cards import SEVEN
from engine.model.table import LaidMeld
from engine.model.view import Need


def belongs(rules: CanastaAnswers, meld: LaidMeld, seat: int) -> bool:
    """Whether a meld counts for `seat`: its owner is the seat or, by the game, the seat's side."""
    if rules.personal_melds:
        return meld.owner == seat
    return meld.side == rules.side_of(seat)


def opened(rules: CanastaAnswers, melds: Iterable[LaidMeld], seat: int) -> bool:
    """Whether `seat` has laid its initial meld; in some games, whether its side has."""
    # Loops, because every move asks this several times and a generator costs more than the answer.
    if rules.personal_melds:
        for meld in melds:  # noqa: SIM110
            if meld.owner == seat:
                return True
        return False
    side = seat % rules.side_count
    for meld in melds:  # noqa: SIM110
        if meld.side == side:
            return True
    return False


def counted(rules: CanastaAnswers, melds: Iterable[LaidMeld]) -> dict[Kind, int]:
    """Return how many canastas of each kind are among `melds`."""
    tally: dict[Kind, int] = dict.fromkeys(rules.bonuses, 0)
    for meld in melds:
        if len(meld.cards) >= CANASTA:
            kind = rules.canasta_kind(meld)
            if kind:
                tally[kind] += 1
    return tally


def full_melds(rules: CanastaAnswers, melds: Iterable[LaidMeld], seat: int) -> tuple[LaidMeld, ...]:
    """Return the melds of at least seven cards that count for `seat`."""
    return tuple([m for m in melds if len(m.cards) >= CANASTA and belongs(rules, m, seat)])


def needs(rules: CanastaAnswers, melds: Iterable[LaidMeld], seat: int) -> tuple[Need, ...]:
    """Return the conditions for `seat` to go out, each with what the seat already has."""
    return needs_of(rules, full_melds(rules, melds, seat))


# Keyed by the canastas alone: a meld that grows below seven cards changes nothing, so most moves
# find a cached answer.
@lru_cache(maxsize=4096)
def needs_of(rules: CanastaAnswers, full: tuple[LaidMeld, ...]) -> tuple[Need, ...]:
    """Return the conditions for going out, for the owner of these canastas."""
    own = counted(rules, full)
    return tuple(Need(kind, _have(own, kind), need) for kind, need in rules.goals.items())


def _have(own: dict[Kind, int], goal: Goal) -> int:
    return sum(own.values()) if goal == "any" else own.get(goal, 0)


def ready(rules: CanastaAnswers, melds: Iterable[LaidMeld], seat: int) -> bool:
    """Whether `seat` has the canastas needed to go out."""
    return all(need.have >= need.need for need in needs(rules, melds, seat))


def sevens_barred(rules: CanastaAnswers, melds: Iterable[LaidMeld]) -> bool:
    """Whether sevens may not be discarded yet, because a side lacks its canasta of sevens."""
    if not rules.bars_sevens:
        return False
    # A canasta of sevens with wild cards is a mixed one and does not count.
    sevens = [meld for meld in melds if meld.rank == SEVEN and len(meld.cards) >= CANASTA]
    owners = {meld.side for meld in sevens if rules.canasta_kind(meld) == "sevens"}
    return len(owners) < rules.side_count


def has_canasta(rules: CanastaAnswers, melds: Iterable[LaidMeld], seat: int) -> bool:
    """Whether the side (or player) of `seat` has a canasta of any kind."""
    return any(
        len(meld.cards) >= CANASTA and belongs(rules, meld, seat) and rules.canasta_kind(meld)
        for meld in melds
    )
