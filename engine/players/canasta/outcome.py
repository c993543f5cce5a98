"""The outcome: whether the game would be won or lost if the round ended now."""

from engine.canasta.round.ending import is_last
from engine.model.cards import Cards
from engine.model.events import RoundEnded
from engine.model.moves import Add, Discard, Meld, Move
from engine.model.refusals import Refused
from engine.model.table import Table
from engine.players.canasta.observation import CanastaObservation

CAUGHT = 25
"""Points that an unseen card may count against its side: more than twice the mean of a pack.

This makes a predicted win or loss certain enough.
"""


def decides(seen: CanastaObservation, out: int, plan: tuple[Move, ...] = ()) -> int:
    """Return the game's outcome if `out`, of the player's side, ends the round by a plan.

    1: the game is certainly won; -1: it is certainly lost; 0: it goes on, or the result is
    uncertain. The others' cards are unknown: the losers' count nothing, the winners' count `CAUGHT`
    each.
    """
    found = _decided(seen, seen.table, out)
    # Only for a loss: the plan's lays help the player's own side alone, and computing them is slow.
    return _decided(seen, _laid(seen, out, plan), out) if plan and found < 0 else found


def _decided(seen: CanastaObservation, table: Table, out: int) -> int:
    totals = _on_the_table(seen, table, out)
    floor = _ends_above(seen, table)
    for side, total in enumerate(totals):
        rivals = [other for number, other in enumerate(totals) if number != side]
        if total - CAUGHT * _caught(seen, table, side, out) > max(floor, *rivals):
            return 1 if side == seen.side else -1
    return 0


def _on_the_table(seen: CanastaObservation, table: Table, out: int) -> list[int]:
    """Return the sides' totals without hands and feet."""
    nothing = (b"",) * seen.rules.seat_count
    scores = seen.rules.score(table.but(hands=nothing, feet=nothing), out)
    return [had + got.total for had, got in zip(table.scores, scores, strict=True)]


def _ends_above(seen: CanastaObservation, table: Table) -> float:
    """Return the score that must be exceeded to end the game: none in its last round."""
    is_over = table.tie_break or is_last(seen.rules, table)
    return float("-inf") if is_over else seen.rules.target


def _caught(seen: CanastaObservation, table: Table, side: int, out: int) -> int:
    """Return how many cards count against a side and the sides that share its score."""
    pools = (pool for pool in seen.rules.pools(table, out) if side in pool)
    sides, seats = next(pools, (side,)), seen.rules.seats_by_side()
    held = [seat for each in sides for seat in seats[each]]
    hands = sum(len(table.hands[seat]) for seat in held if seat != out)
    return hands + sum(len(table.feet[seat]) for seat in held)


def _laid(seen: CanastaObservation, out: int, plan: tuple[Move, ...]) -> Table:
    """Return the table after a plan, with a hand of exactly the plan's cards."""
    hands = list(seen.table.hands)
    hands[out] = bytes(sorted(b"".join(map(_cards, plan))))
    table = seen.table.but(phase="play", question=None, hands=tuple(hands))
    try:
        for move in plan:
            for event in seen.rules.decide(table, out, move):
                if isinstance(event, RoundEnded):
                    return table
                table = event.applied_to(table)
    except Refused:  # The rest of the plan cannot be laid.
        return table
    return table


def _cards(move: Move) -> Cards:
    if isinstance(move, Meld):
        return b"".join(move.melds)
    if isinstance(move, Add):
        return move.cards
    return bytes((move.card,)) if isinstance(move, Discard) else b""
