"""The story of a game in words: one line a turn, as a seat, or everybody, may read it.

An event is projected before it is put into words, so that no line can hold what its reader may
not know.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

import engine
from cogs._game.game import Step
from cogs._game.live import Live
from cogs._game.luck import HASTY
from cogs._kit.texts import listed, say
from cogs._story.events import spoken
from engine.model.events import Discarded, RoundEnded, RoundScored
from engine.model.table import Event

MOST_AT_ONCE: Final = 40
"""Lines that a message is tried with first."""
entry: Final = attrgetter("seq")


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line of the story; `seq` is the newest entry of the log that it tells.

    `seat` is whose turn it tells, None for what belongs to nobody's turn.
    `by_clock` when nobody answered in time, and the default was played; `hasty` when a hard
    computer player had no time to think.
    """

    seq: int
    seat: int | None
    words: str
    by_clock: bool = False
    hasty: bool = False

    def marked(self) -> "StoryLine":
        """The same with what is said of how it came about."""
        if not (self.hasty or self.by_clock):
            return self
        words = say("story.hasty", words=self.words) if self.hasty else self.words
        return replace(self, words=say("story.late", words=words) if self.by_clock else words)


Told = tuple[Step, int, Event]
"""An entry of the log, the seat it belongs to, and one of its events as the viewer may read it."""


def story(live: Live, viewer: int | None, since: int = 0) -> list[StoryLine]:
    """The story so far, or what came after the log's entry `since`, oldest first."""
    return lines_of(live, told(live, viewer, since))


def round_story(live: Live, viewer: int | None) -> list[StoryLine]:
    """The story until a round is scored: nothing of the next."""
    return lines_of(live, until_scored(told(live, viewer)))


def until_scored(events: Iterable[Told]) -> Iterator[Told]:
    """The events of a round."""
    for one in events:
        yield one
        if isinstance(one[2], RoundScored):
            return


def lines_of(live: Live, events: Iterable[Told]) -> list[StoryLine]:
    """Events as lines, oldest first."""
    lines: list[StoryLine] = []
    packet = live.view(None).packet
    for step, seat, event in events:
        said = spoken(event, packet)
        how = (step.by == "clock", step.press.endswith(HASTY))
        if not said:
            continue
        if event.between_turns:
            lines.append(StoryLine(step.seq, None, ending(live, event, said)))
        elif lines and lines[-1].seat == seat:
            words = say("story.more", so_far=lines[-1].words, did=listed(said))
            clock, hasty = (lines[-1].by_clock or how[0], lines[-1].hasty or how[1])
            lines[-1] = StoryLine(step.seq, seat, words, clock, hasty)
        else:
            words = say("story.turn", who=live.called(seat), did=listed(said))
            lines.append(StoryLine(step.seq, seat, words, *how))
    return [line.marked() for line in lines]


def newest(live: Live, viewer: int | None, most: int) -> list[StoryLine]:
    """The last lines of the story. Every look at a table tells them, so little else is read."""
    steps, reach = live.game.steps, 4 * most
    while reach < len(steps):
        lines = story(live, viewer, steps[-reach].seq)
        # The oldest line may have begun before, so there must be one to spare.
        if len(lines) > most:
            return lines[-most:]
        reach *= 2
    return story(live, viewer)[-most:]


def fitting(live: Live, viewer: int | None, room: int) -> list[StoryLine]:
    """As many of the last lines as so many characters hold, and perhaps some more."""
    most = MOST_AT_ONCE
    while True:
        lines = newest(live, viewer, most)
        if len(lines) < most or sum(len(line.words) for line in lines) > room:
            return lines
        most *= 2


def told(live: Live, viewer: int | None, since: int = 0) -> Iterator[Told]:
    """Every event after the log's entry `since`, with its step and seat, as the viewer may read it.

    Whoever took a seat over reads what went before as everybody does.
    """
    for step in live.game.steps[bisect_right(live.game.steps, since, key=entry) :]:
        for seat, event in as_read(live, viewer, step):
            yield step, seat, event


def as_read(live: Live, viewer: int | None, step: Step) -> Iterator[tuple[int, Event]]:
    """What a step has brought, each with the seat it belongs to."""
    seated = 0 if viewer is None else live.row.seats[viewer].since
    for event in step.events:
        # A purchase belongs to the buyer, whoever gave the last answer to the offer.
        seat = step.seat if event.whose is None else event.whose
        yield seat, engine.project(event, viewer if step.seq > seated else None)


def newest_first(live: Live, viewer: int | None) -> Iterator[Event]:
    """Every event as the viewer may read it, the last one first: who looks back may stop early."""
    for step in reversed(live.game.steps):
        for _, event in reversed([*as_read(live, viewer, step)]):
            yield event


def since_own(live: Live, seat: int) -> list[StoryLine]:
    """What a seat's member has missed: everything after the newest move of their own hand."""
    return story(live, seat, own_last(live, seat))


def own_last(live: Live, seat: int) -> int:
    """The newest entry of the log that a seat's member made by their own hand."""
    own = (step.seq for step in reversed(live.game.steps) if step.seat == seat and not step.by)
    return next(own, live.row.seats[seat].since)


def this_turn(live: Live, viewer: int | None) -> list[StoryLine]:
    """What has been done since the last turn ended."""
    ended = (step.seq for step in reversed(live.game.steps) if is_end(step))
    return story(live, viewer, next(ended, 0))


def is_end(step: Step) -> bool:
    """Whether a move ended a turn."""
    return any(isinstance(event, Discarded) or event.between_turns for event in step.events)


def turns(lines: Iterable[StoryLine]) -> int:
    """How many of these lines tell somebody's turn."""
    return sum(line.seat is not None for line in lines)


def ending_of_round(live: Live) -> list[str]:
    """How the round that was scored last came to its end."""
    packet = live.view(None).packet
    for step in reversed(live.game.steps):
        over = [event for event in step.events if isinstance(event, RoundEnded)]
        if over:
            return [ending(live, event, spoken(event, packet)) for event in over]
    return []


def ending(live: Live, event: Event, spoken: list[str]) -> str:
    """A line that belongs to nobody's turn."""
    if isinstance(event, RoundEnded) and event.out is not None:
        return say("story.went_out", who=live.called(event.out))
    if event.whose is not None:
        return say("story.turn", who=live.called(event.whose), did=listed(spoken))
    return listed(spoken)
