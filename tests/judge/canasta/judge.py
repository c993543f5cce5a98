"""The canasta family's judge: Pennies From Heaven, House, Ponytail and Classic Canasta."""

from tests.judge import Position
from tests.judge.canasta.laying import can_discard, stuck
from tests.judge.canasta.round import Round, read, write
from tests.judge.canasta.round_end import faults
from tests.judge.canasta.score import score as scored
from tests.judge.canasta.sets import Illegal
from tests.judge.canasta.takes import find, written_take
from tests.judge.canasta.turns import play
from tests.judge.cards import taken_apart


class _Last:
    """A cache of the last answer: many questions concern the same position and move."""

    position: Position | None = None
    table: Round
    move: tuple[Round, int, str] | None = None
    played: Round


def _table(position: Position) -> Round:
    if _Last.position is not position:
        _Last.position, _Last.table = position, read(position)
    return _Last.table


def _played(position: Position, seat: int, move: str) -> Round:
    """Return the round after a move; callers must not change it. Raises `Illegal`."""
    table = _table(position)
    if _Last.move is None or _Last.move[0] is not table or _Last.move[1:] != (seat, move):
        played = table.copy()
        play(played, seat, taken_apart(move))
        _Last.move, _Last.played = (table, seat, move), played
    return _Last.played


def refusal(position: Position, seat: int, move: str) -> str | None:
    try:
        _played(position, seat, move)
    except Illegal as illegal:
        return str(illegal)
    return None


def round_ends(position: Position, seat: int, move: str) -> str | None:
    return _played(position, seat, move).ended


def after(position: Position, seat: int, move: str) -> Position:
    return write(_played(position, seat, move))


def score(position: Position, out: int | None) -> list[dict[str, int]]:
    """Return total and items of each side if the round ended now and `out` went out."""
    return scored(_table(position), out)


def settled(before: Position, seat: int, move: str, after_it: Position) -> list[str]:
    """Return what is wrong with the totals, the end of the game or the next deal after a move."""
    played = _played(before, seat, move)
    if played.ended is None:
        return []
    out = played.turn if played.ended == "out" else None
    scored_now = [items["total"] for items in scored(played, out)]
    return list(faults(before, scored_now, after_it))


class Follower:
    """A round that is played on move by move."""

    def __init__(self, position: Position) -> None:
        self.begin(position)

    def begin(self, position: Position) -> None:
        self.table = read(position)

    def position(self) -> Position:
        return write(self.table)

    def move(self, seat: int, move: str) -> str | None:
        try:
            play(self.table, seat, taken_apart(move))
        except Illegal as illegal:
            return str(illegal)
        return self.table.ended


follow = Follower


def some_take(position: Position, seat: int) -> str | None:
    """Return a legal take of the pile, even out of turn, or None."""
    table = _table(position)
    witness = find(table, seat)
    return written_take(table, seat, witness) if witness else None


def can_take(position: Position, seat: int) -> bool:
    return some_take(position, seat) is not None


def is_alive(position: Position) -> bool:
    """Whether the seat to play can end its turn. In real play every seat can."""
    table, seat = _table(position), position["turn"]
    barred = stuck(table, seat) and table.sevens_barred()
    return position["phase"] != "play" or can_discard(table, seat) or barred
