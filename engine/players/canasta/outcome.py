"""The outcome: what it means for the game that somebody ends the round now."""

from engine.canasta.round.ending import is_last
from engine.model.cards import Cards
from engine.model.events import RoundEnded
from engine.model.moves import Add, Discard, Meld, Move
from engine.model.refusals import Refused
from engine.model.table import Table
from engine.players.canasta.seen import CanastaSeen

CAUGHT = 25
"""What a card that nobody sees may count against its side: more than twice the mean of a pack, so
that a game is won, or lost, "for sure"."""


def decides(seen: CanastaSeen, out: int, plan: tuple[Move, ...] = ()) -> int:
    """What it means for the game that `out`, of the seat's own side, ends the round by a plan.

    1: it is won for sure; -1: it is lost for sure; 0: it goes on, or nobody can tell. The cards
    of the others are not known; those of the losers count nothing, those of the winners dearly.
    """
    found = _decided(seen, seen.table, out)
    # What a plan lays counts for the own side alone, and takes long to find out.
    return _decided(seen, _laid(seen, out, plan), out) if plan and found < 0 else found


def _decided(seen: CanastaSeen, table: Table, out: int) -> int:
    totals = _on_the_table(seen, table, out)
    floor = _ends_above(seen, table)
    for side, total in enumerate(totals):
        rivals = [other for number, other in enumerate(totals) if number != side]
        if total - CAUGHT * _caught(seen, table, side, out) > max(floor, *rivals):
            return 1 if side == seen.side else -1
    return 0


def _on_the_table(seen: CanastaSeen, table: Table, out: int) -> list[int]:
    """The sides' totals by what lies open: nobody's hand or foot counts for or against them."""
    nothing = (b"",) * seen.rules.seat_count
    scores = seen.rules.score(table.but(hands=nothing, feet=nothing), out)
    return [had + got.total for had, got in zip(table.scores, scores, strict=True)]


def _ends_above(seen: CanastaSeen, table: Table) -> float:
    """What has to be exceeded for the game to be over: in its last round nothing."""
    is_over = table.tie_break or is_last(seen.rules, table)
    return float("-inf") if is_over else seen.rules.target


def _caught(seen: CanastaSeen, table: Table, side: int, out: int) -> int:
    """How many cards count against a side, and whoever shares its score, when `out` goes out."""
    pools = (pool for pool in seen.rules.pools(table, out) if side in pool)
    sides, seats = next(pools, (side,)), seen.rules.seats_by_side()
    held = [seat for each in sides for seat in seats[each]]
    hands = sum(len(table.hands[seat]) for seat in held if seat != out)
    return hands + sum(len(table.feet[seat]) for seat in held)


def _laid(seen: CanastaSeen, out: int, plan: tuple[Move, ...]) -> Table:
    """The table once a plan is laid; whoever goes out by it holds its cards and no others."""
    hands = list(seen.table.hands)
    hands[out] = bytes(sorted(b"".join(map(_cards, plan))))
    table = seen.table.but(phase="play", question=None, hands=tuple(hands))
    try:
        for move in plan:
            for event in seen.rules.decide(table, out, move):
                if isinstance(event, RoundEnded):
                    return table
                table = event.applied_to(table)
    except Refused:  # a plan that goes no further lays no more
        return table
    return table


def _cards(move: Move) -> Cards:
    if isinstance(move, Meld):
        return b"".join(move.melds)
    if isinstance(move, Add):
        return move.cards
    return bytes((move.card,)) if isinstance(move, Discard) else b""
