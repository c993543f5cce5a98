"""Questions about canasta: positions, moves, and whether a pile can be taken."""

from random import Random
from typing import TYPE_CHECKING, Final

import engine
from tests.judge import Position
from tests.judge.canasta.judge import is_alive, some_take
from tests.judge.canasta.near_moves import Thinker
from tests.judge.canasta.random_positions import drawn

if TYPE_CHECKING:
    from tests.judge.asking import Asking

_SCORES: Final = (-40, 0, 0, 1_400, 1_500, 3_200, 5_000, 9_800, 10_100, 15_000, 16_000, 31_000)


def moves(position: Position, seat: int, random: Random) -> list[str]:
    """Return offered moves, damaged moves, and invented moves."""
    thought = Thinker(position, seat, random)
    offered = [engine.write(move) for move in _offered(position, seat)]
    some = random.sample(offered, min(4, len(offered)))
    spoilt = [thought.spoilt(move) for move in some]
    return [*some, *filter(None, spoilt), *thought.moves()]


def _offered(position: Position, seat: int) -> list[engine.Move]:
    return list(engine.legal(engine.from_position(position), seat))


def positions(slug: str, seats: int, random: Random) -> list[Position]:
    """Return a random position in which a meld closes, a hand goes out or the stock ends soon."""
    position = _whole(drawn(slug, seats, random))
    return [position] if is_alive(position) else []


def _whole(position: Position) -> Position:
    return engine.position(engine.from_position(position))


def begun(position: Position, random: Random) -> Position:
    """Return a dealt position as one of a later round: only its scores change."""
    scores = [random.choice(_SCORES) for _ in position["scores"]]
    return {**position, "scores": scores}


def takes(asking: "Asking", seats: int, random: Random) -> None:
    """Ask whether a pile can be taken, where that decides if the round ends; never in House."""
    position = drawn(asking.slug, seats, random, "draw")
    position["stock"] = "9S" if asking.slug == "house-canasta" else ""
    position = _whole(position)
    seat, table = position["turn"], engine.from_position(position)
    mine, theirs = some_take(position, seat), next(engine.legal(table, seat).takes(), None)
    asking.tally.asked["empty stocks"] += 1
    if mine:
        asking.tally.asked["empty stocks, to be taken"] += 1
    if (mine is None) != (theirs is None):
        wrote = theirs and engine.write(theirs)
        asking.differ("can take", position, seat, mine or "", str(mine), str(wrote))
    found = [move for move in (mine, theirs and engine.write(theirs)) if move]
    asking.about_moves(position, seat, found, "takes found")
    asking.about_legal(position, seat, [*found, "draw"])
