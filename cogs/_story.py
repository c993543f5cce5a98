"""The story of a game in words: one line a turn, as a seat, or everybody, may read it.

An event is projected before it is put into words, so that no line can hold what its reader may
not know.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import singledispatch
from typing import Final

import engine
from cogs._tables import Live
from cogs._texts import card, cards, listed, rank_title, say
from engine.canasta.events import (
    FootEarned,
    FootPickedUp,
    Grabbed,
    Laid,
    LeaveAnswered,
    LeaveAsked,
    Melded,
    PileTaken,
    RedThreesLaid,
)
from engine.events import Dealt, Discarded, Drawn, Event, GameOver, RoundEnded, RoundScored
from render.catalogue import number

ENDINGS: Final = (RoundEnded, RoundScored, Dealt, GameOver)
"""Events that belong to no seat: each is a line of its own."""
SEVEN: Final = 7


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the story; `seq` is the newest entry of the log that it tells."""

    seq: int
    seat: int | None
    words: str


def story(live: Live, viewer: int | None) -> list[Line]:
    """The whole story so far, oldest first."""
    lines: list[Line] = []
    for seq, seat, event in told(live, viewer):
        spoken = list(phrases(event))
        if not spoken:
            continue
        if isinstance(event, ENDINGS):
            lines.append(Line(seq, None, ending(live, event, spoken)))
        elif lines and lines[-1].seat == seat:
            lines[-1] = Line(
                seq, seat, say("story.more", so_far=lines[-1].words, did=listed(spoken))
            )
        else:
            lines.append(
                Line(seq, seat, say("story.turn", who=live.called(seat), did=listed(spoken)))
            )
    return lines


def told(live: Live, viewer: int | None) -> Iterator[tuple[int, int, Event]]:
    """Every event with its entry and its seat, as the viewer may read it."""
    for step in live.course.steps:
        for event in step.events:
            yield step.seq, step.seat, engine.project(event, viewer)


def ending(live: Live, event: Event, spoken: list[str]) -> str:
    """A line that belongs to no seat."""
    if isinstance(event, RoundEnded) and event.out is not None:
        return say("story.went_out", who=live.called(event.out))
    return listed(spoken)


@singledispatch
def phrases(event: Event) -> Iterator[str]:
    """What an event says of the seat it happened to: verbs in the past, nothing if unspoken."""
    raise NotImplementedError(f"{type(event).__name__} has no words")


@phrases.register
def _(event: Drawn) -> Iterator[str]:
    known = event.cards or b""
    drawn = (
        say("story.drew_seen", cards=cards(known)) if known else say("story.drew", n=event.count)
    )
    yield drawn
    yield from red_threes(event.red_threes)


@phrases.register
def _(event: RedThreesLaid) -> Iterator[str]:
    yield from red_threes(event.red_threes)


@phrases.register
def _(event: PileTaken) -> Iterator[str]:
    yield say("story.took", n=len(event.rest) + 1, cards=cards(event.from_hand))
    yield from red_threes(event.red_threes)
    yield from canastas(event.laid)


@phrases.register
def _(event: Melded) -> Iterator[str]:
    for step in event.laid:
        is_new = len(step.meld.cards) == len(step.cards)
        key = "story.laid" if is_new else "story.added"
        yield say(key, cards=cards(step.cards), rank=rank_title(step.meld.rank).lower())
    yield from canastas(event.laid)


@phrases.register
def _(event: Discarded) -> Iterator[str]:
    yield say("story.discarded", card=card(event.card))


@phrases.register
def _(event: Grabbed) -> Iterator[str]:
    yield say("story.grabbed", n=event.cards, target=event.target)


@phrases.register
def _(event: FootEarned) -> Iterator[str]:
    yield say("story.foot_earned", n=len(event.seats))


@phrases.register
def _(event: FootPickedUp) -> Iterator[str]:
    yield say("story.foot", n=event.count)
    yield from red_threes(event.red_threes)


@phrases.register
def _(_: LeaveAsked) -> Iterator[str]:
    yield say("story.asked")


@phrases.register
def _(event: LeaveAnswered) -> Iterator[str]:
    yield say("story.said_yes" if event.yes else "story.said_no")


@phrases.register
def _(event: RoundEnded) -> Iterator[str]:
    yield say(f"story.ended_{event.reason}")


@phrases.register
def _(event: RoundScored) -> Iterator[str]:
    totals = " : ".join(number(total) for total in event.totals)
    yield say("story.scored", round=event.round, totals=totals)


@phrases.register
def _(event: Dealt) -> Iterator[str]:
    yield say("story.dealt", round=event.round)


@phrases.register
def _(_: GameOver) -> Iterator[str]:
    yield say("story.over")


def red_threes(faces: bytes) -> Iterator[str]:
    """Red threes that were laid, if any."""
    if faces:
        yield say("story.red_threes", n=len(faces), cards=cards(faces))


def canastas(laid: tuple[Laid, ...]) -> Iterator[str]:
    """Canastas that this action completed."""
    for step in laid:
        if len(step.meld.cards) >= SEVEN > len(step.meld.cards) - len(step.cards):
            yield say("story.canasta", rank=rank_title(step.meld.rank).lower())
