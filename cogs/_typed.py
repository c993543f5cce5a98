"""Typed moves: the legal moves as text with what each does, for `/move` to offer."""

from collections.abc import Iterator
from typing import Final

import engine
from cogs import _choices as choices
from cogs._choices import Choice
from cogs._course import UNDO
from cogs._known import known
from cogs._labels import gain
from cogs._tables import Live
from cogs._texts import say, shortened
from cogs._way_out import mates, way_out
from engine.moves import Ask, Discard, Move

OFFERED: Final = 25
LONGEST: Final = 100
"""Discord's limit for the name and for the value of one thing offered."""


def offered(live: Live, seat: int, typed: str) -> list[tuple[str, str]]:
    """Up to 25 legal moves that contain what was typed: what each says and brings, and its text."""
    wanted = " ".join(typed.lower().split())
    found = {text: words for text, words in legal(live, seat) if wanted in text.lower()}
    fitting = ((words, text) for text, words in found.items() if len(text) <= LONGEST)
    return [(shortened(words, LONGEST), text) for words, text in fitting][:OFFERED]


def legal(live: Live, seat: int) -> Iterator[tuple[str, str]]:
    """Legal moves as text, best first, with what they bring."""
    table = known(live.course.table, seat)
    asked = [Ask(mate, plan) for mate in mates(table, seat) if (plan := way_out(table, seat))]
    yield from (plain(move) for move in asked if engine.check(table, seat, move) is None)
    lays = choices.suggestions(table, seat) if is_playing(live, seat) else []
    for choice in (*choices.takes(table, seat), *lays):
        yield engine.write(choice.move), said(choice, live, seat)
    yield from (plain(move) for _, move in choices.simple(table, seat))
    yield from (plain(Discard(face)) for face in choices.discards(table, seat))
    yield from map(plain, engine.legal(table, seat))
    if live.course.can_undo(seat):
        yield UNDO, UNDO


def plain(move: Move) -> tuple[str, str]:
    """A move's text, which says enough by itself."""
    return engine.write(move), engine.write(move)


def said(choice: Choice, live: Live, seat: int) -> str:
    """A move's text with what it brings."""
    brings = gain(choice, live.view(seat))
    return say("panel.typed", move=engine.write(choice.move), gain=brings)


def is_playing(live: Live, seat: int) -> bool:
    """Whether it is this seat's turn to lay and discard."""
    return any(d.seat == seat and d.kind == "play" for d in engine.pending(live.course.table))
