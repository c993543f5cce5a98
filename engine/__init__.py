"""The rules of Tuppence as pure values: no I/O, no clock, no chance but the seed.

A table is a value; a move is decided into events; events evolve the table; replaying is a
fold. Truth is game, seats, options, seed and moves; everything else can be rebuilt from it.

What may not live here: Discord, pictures, storage, words for people. Two families,
`engine.canasta` and `engine.rummy`, share cards, notation, positions and views; each game
is a small file of answers in `engine.games`. Start reading at `engine.model.table.Rules`: it
lists the questions every game answers.
"""

from functools import partial

from engine.editions import seen_rules
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
from engine.notation.moves import read as _read
from engine.notation.moves import write
from engine.notation.placing import placed
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
    """Who may act now; `()` only when the game is over."""
    return table.rules.pending(table)


def decide(table: Table, seat: int, move: Move | str) -> tuple[Event, ...]:
    """What a move makes happen. The only place that knows legality; changes nothing.

    Raises:
        Refused: a rule forbids it, with the rule's id, a code, facts and perhaps a fix.

    """
    if isinstance(move, str):
        move = reading(table, seat, move)
    return table.rules.decide(table, seat, move)


def evolve(table: Table, event: Event) -> Table:
    """The table after an event. Total: no checks, no chance."""
    return event.applied_to(table)


def check(table: Table, seat: int, move: Move | str) -> Refused | None:
    """Why a move is refused, or None."""
    if isinstance(move, str):
        try:
            move = reading(table, seat, move)
        except Refused as refused:
            return refused.answered()
    return table.rules.check(table, seat, move)


def legal(table: Table, seat: int) -> Legal:
    """The legal moves of a seat, lazily."""
    return Legal(table, seat)


def view(table: Table, seat: int | None) -> View:
    """What a seat may know of the table; None is somebody who only watches.

    Raises:
        ValueError: there is no such seat.

    """
    if seat is not None and not table.rules.has_seat(seat):
        raise ValueError(f"no seat {seat!r}")
    return table.rules.view(table, seat)


def project(event: Event, seat: int | None) -> Event:
    """An event as a seat may read it; None is somebody who only watches."""
    return event.seen_by(seat)


def face_down(view: View) -> FaceDown:
    """The table as the viewer knows it: what is hidden from them lies face down.

    To ask what is legal and what it would bring; what happens on it is not what would happen.
    """
    return FaceDown(seen_rules(view).face_down(view))


def sample(view: View, rng: Rng) -> Table:
    """A table that looks like `view` to its viewer; the hidden cards are dealt by `rng`."""
    return seen_rules(view).sample(view, rng)


def score(table: Table, out: int | None = None) -> tuple[Score, ...]:
    """The round's scores as if it ended now; `out` is the seat that went out."""
    return table.rules.score(table, out)


def result(table: Table) -> Result | None:
    """How the game ended, or None while it goes on."""
    return table.result


def read(text: str, table_or_view: Table | View) -> Move:
    """The move a text means, for the seat to play or for the viewer.

    Raises:
        SyntaxRefused: the text is not a move.
        Ambiguous: a rank alone could mean several cards, or in several melds be shared out in
            ways that tell, or `add 8H` could mean several melds.

    """
    if isinstance(table_or_view, Table):
        return reading(table_or_view, table_or_view.turn, text)
    view, game = table_or_view, GAMES[table_or_view.game]
    place = None if view.viewer is None else partial(_placed_as_seen, view, view.viewer)
    cited = (game.rule_ids[Code.SYNTAX], game.rule_ids[Code.AMBIGUOUS])
    return _read(text, view.hand, cited, place, bans_duplicates=game.bans_duplicates)


def _placed_as_seen(view: View, seat: int, cards: Cards, rank: int | None) -> int:
    return placed(face_down(view), seat, cards, rank)
