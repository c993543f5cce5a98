"""The rules of Tuppence as pure values: no I/O, no clock, no randomness except the seed.

A move is decided into events, events change the table, and replaying a game repeats them. Discord,
pictures, storage and words for people live elsewhere. `engine.canasta` and `engine.rummy` hold the
two families; start with `engine.model.table.Rules`.
"""

from functools import partial

from engine.earlier_rules import seen_rules
from engine.games import GAMES
from engine.model.cards import Cards
from engine.model.chance import Rng
from engine.model.decision import Decision
from engine.model.moves import Move
from engine.model.refusals import Ambiguous, Code, Refused, SyntaxRefused
from engine.model.sampling import FaceDown
from engine.model.score import Result, Score
from engine.model.table import Event, Rules, Table
from engine.model.view import View
from engine.notation.legal import Legal, reading
from engine.notation.meld_target import placed
from engine.notation.moves import read as _read
from engine.notation.moves import write
from engine.record.positions import from_position, position
from engine.record.replay import deal, play, replay
from engine.record.snapshots import dump, load

__all__ = [
    "GAMES",
    "Ambiguous",
    "Code",
    "Decision",
    "Event",
    "FaceDown",
    "Legal",
    "Move",
    "Refused",
    "Result",
    "Rules",
    "Score",
    "SyntaxRefused",
    "Table",
    "View",
    "check",
    "deal",
    "decide",
    "dump",
    "evolve",
    "face_down",
    "from_position",
    "legal",
    "load",
    "pending",
    "play",
    "position",
    "project",
    "read",
    "replay",
    "result",
    "sample",
    "score",
    "view",
    "write",
]


def pending(table: Table) -> tuple[Decision, ...]:
    """Return the open decisions, one per seat that may act now; `()` only when the game is over."""
    return table.rules.pending(table)


def decide(table: Table, seat: int, move: Move | str) -> tuple[Event, ...]:
    """Return the events that a move causes. Nothing changes until `evolve` applies them.

    No other function decides which moves are legal.

    Raises:
        Refused: a rule forbids the move. It carries the rule's id, a code, facts and perhaps a fix.
    """
    if isinstance(move, str):
        move = reading(table, seat, move)
    return table.rules.decide(table, seat, move)


def evolve(table: Table, event: Event) -> Table:
    """Return the table after an event, without checks and without randomness."""
    return event.applied_to(table)


def check(table: Table, seat: int, move: Move | str) -> Refused | None:
    """Return the refusal that `decide` would raise for this move, or None if the move is legal."""
    if isinstance(move, str):
        try:
            move = reading(table, seat, move)
        except Refused as refused:
            return refused.answered()
    return table.rules.check(table, seat, move)


def legal(table: Table, seat: int) -> Legal:
    """Return the legal moves of a seat; they are computed only when asked for."""
    return Legal(table, seat)


def view(table: Table, seat: int | None) -> View:
    """Return what a seat may know of the table. `seat` None means a spectator.

    Raises:
        ValueError: the game has no such seat.

    """
    if seat is not None and not table.rules.has_seat(seat):
        raise ValueError(f"no seat {seat!r}")
    return table.rules.view(table, seat)


def project(event: Event, seat: int | None) -> Event:
    """Return an event as `seat` may see it, without hidden cards. None means a spectator."""
    return event.seen_by(seat)


def face_down(view: View) -> FaceDown:
    """Return the table as the viewer knows it, with every hidden card lying face down.

    Use it to ask which moves are legal and what they score. The cards drawn on it are not the real
    ones, so the events of a move on it are not those of the real table.
    """
    return FaceDown(seen_rules(view).face_down(view))


def sample(view: View, rng: Rng) -> Table:
    """Return a table that has this view; `rng` deals the hidden cards."""
    return seen_rules(view).sample(view, rng)


def score(table: Table, out: int | None = None) -> tuple[Score, ...]:
    """Return each side's score as if the round ended now; `out` is the seat that went out."""
    return table.rules.score(table, out)


def result(table: Table) -> Result | None:
    """Return how the game ended, or None while it goes on."""
    return table.result


def read(text: str, table_or_view: Table | View) -> Move:
    """Return the move that a text means, for the seat whose turn it is or for the viewer.

    Raises:
        SyntaxRefused: the text is not a move.
        Ambiguous: a rank alone could mean several cards or several distributions over the melds, or
            `add 8H` fits several melds.

    """
    if isinstance(table_or_view, Table):
        return reading(table_or_view, table_or_view.turn, text)
    view, game = table_or_view, GAMES[table_or_view.game]
    place = None if view.viewer is None else partial(_placed_as_seen, view, view.viewer)
    cited = (game.rule_ids[Code.SYNTAX], game.rule_ids[Code.AMBIGUOUS])
    return _read(text, view.hand, cited, place, bans_duplicates=game.bans_duplicates)


def _placed_as_seen(view: View, seat: int, cards: Cards, rank: int | None) -> int:
    return placed(face_down(view), seat, cards, rank)
