"""A finished game as moments: the table after each move, and what was said of it.

What everybody could see is shown. Hands stay hidden after the game as well, unless its members
agreed at the start that the replay should show them.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Final

import engine
from cogs.game.state import TableState
from cogs.narration.events import ending, event_phrase
from cogs.narration.summary import PlayerSummary, StorySentence, round_stories, sentences
from cogs.ui.texts import join_words, say
from data.models.tables import TableStatus
from engine.model.events import Dealt, RoundScored
from engine.model.table import Event, Table
from engine.model.view import Packet, View
from engine.record.feats import first_table
from engine.record.highlights import RoundHighlights, TurnHighlights
from render.text.display_names import display_names


@dataclass(frozen=True, slots=True)
class Caption:
    """What a seat did one after another, as verbs in the past; of nobody, a line by itself."""

    seat: int | None
    words: tuple[str, ...]

    def told(self, live: TableState) -> str:
        """Itself for a message."""
        if self.seat is None:
            return " ".join(self.words)
        return say("story.turn", who=live.player_name(self.seat), did=join_words(self.words))

    def filmed(self, live: TableState) -> str:
        """Itself for a film."""
        if self.seat is None:
            return " ".join(self.words)
        return say("replay.filmed", who=drawable(live, self.seat), did=join_words(self.words))


def drawable(live: TableState, seat: int) -> str:
    """Who had a seat, as a picture can say it."""
    return display_names(live.names(), len(live.row.seats))[seat]


def captions(live: TableState, events: Iterable[tuple[int, Event]]) -> list[Caption]:
    """Events, each with the seat it belongs to, as everybody may read them."""
    found: list[Caption] = []
    packet = live.view(None).packet
    for seat, event in events:
        words = event_phrase(event, packet)
        if words and event.between_turns:
            found.append(Caption(None, (ending(live, event, words),)))
        elif words and found and found[-1].seat == seat:
            found[-1] = Caption(seat, (*found[-1].words, *words))
        elif words:
            found.append(Caption(seat, tuple(words)))
    return found


def briefly_filmed(live: TableState, events: Iterable[tuple[int, Event]]) -> str:
    """A turn for a film: what each seat did one after another, added up."""
    told = [
        say("brief.line", who=drawable(live, seat), did=did)
        for seat, mine in groupby(events, key=itemgetter(0))
        if (did := added_up(live, (event for _, event in mine)))
    ]
    return say("list.semicolon").join(told)


def added_up(live: TableState, events: Iterable[Event]) -> str:
    """What a seat did, added up; nothing where there is nothing to tell."""
    brief, packet = PlayerSummary(), live.view(None).packet
    for deed in (deed for event in events if not event.between_turns for deed in event.deeds()):
        brief.note(deed, packet)
    return brief.words()


# ---- A finished game as moments: the table after each move, and what was said of it


WHOLE_GAME: Final = 0
"""The number that stands for all rounds."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after move `step` of the game, and what led to it; 0 is the first deal.

    A move that ends a round and deals the next is two: what all were caught with, then the deal.
    """

    step: int
    table: Table
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A finished game as moments, which are numbered from 0: the first deal."""

    live: TableState

    @cached_property
    def moments(self) -> Sequence[Moment]:
        """All of them."""
        found = [Moment(0, first_table(self.live.game.table))]
        for number, step in enumerate(self.live.game.steps, 1):
            for events in split_at_score(step.events):
                table = found[-1].table
                for event in events:
                    table = engine.evolve(table, event)
                found.append(Moment(number, table, events))
        return found

    def table(self, moment: int) -> Table:
        """The table at a moment."""
        return self.moments[moment].table

    @cached_property
    def stories(self) -> dict[int, RoundHighlights]:
        """What there is to tell of each round."""
        return round_stories(self.live)

    @cached_property
    def told(self) -> dict[int, list[StorySentence]]:
        """The story of each round, sentence by sentence."""
        return {number: sentences(self.live, one) for number, one in self.stories.items()}

    def story(self, number: int) -> list[StorySentence]:
        """The story of a round, sentence by sentence."""
        return self.told.get(number, [])

    @cached_property
    def key_moments(self) -> list[int]:
        """Every moment of the game that a sentence of a story tells of, in their order."""
        turns = (one.turn for number in self.rounds for one in self.story(number))
        return sorted({self.at(turn) for turn in turns if turn is not None})

    def turns(self, number: int) -> tuple[TurnHighlights, ...]:
        """The turns of a round."""
        return self.stories[number].turns if number in self.stories else ()

    def turn(self, moment: int) -> int:
        """The how many-th turn of its round a moment belongs to; 0 for the deal."""
        at = self.moments[moment]
        if moment == self.begins(at.table.round):
            return 0
        ends = [turn.step for turn in self.turns(at.table.round)]
        return min(bisect_left(ends, at.step) + 1, len(ends))

    def at(self, turn: TurnHighlights) -> int:
        """The moment at which a turn has ended, before anything new is dealt."""
        return bisect_left(self.moments, turn.step, key=lambda moment: moment.step)

    def prepared(self, moment: int) -> int:
        """The moment there is; what takes long about it is worked out then.

        For `BackgroundThread`.
        """
        worked_out = self.key_moments  # from all moments and all stories
        del worked_out
        return self.held(moment)

    def is_end(self, moment: int) -> bool:
        """Whether a round ended with a moment."""
        return moment == self.ends(self.table(moment).round)

    @cached_property
    def packet(self) -> Packet:
        """What second hands are called here: feet or ponytails."""
        return self.live.view(None).packet

    @property
    def last(self) -> int:
        """The number of the last moment."""
        return len(self.moments) - 1

    @cached_property
    def rounds(self) -> dict[int, int]:
        """Each round and the moment it was dealt."""
        found: dict[int, int] = {}
        for number, moment in enumerate(self.moments):
            found.setdefault(moment.table.round, number)
        return found

    def begins(self, number: int) -> int:
        """The moment at which a round was dealt."""
        return self.rounds[number]

    def ends(self, number: int) -> int:
        """The last moment before the next round was dealt."""
        later = [moment for round_, moment in self.rounds.items() if round_ > number]
        return later[0] - 1 if later else self.last

    def held(self, moment: int) -> int:
        """A moment there is, however far off the one asked for."""
        return max(0, min(moment, self.last))

    def view(self, moment: int) -> View:
        """What everybody saw."""
        return self.seen(moment, None)

    def seen(self, moment: int, seat: int | None) -> View:
        """What a seat, or everybody, saw."""
        view = engine.view(self.table(moment), seat)
        if self.scored(moment) is None or view.result is not None:
            return view
        return round_over(view, self.table(moment - 1))

    @property
    def opens_hands(self) -> bool:
        """Whether all hands may be seen: the game is over, and its table agreed at the start."""
        return self.live.row.status is TableStatus.FINISHED and self.live.row.open_hands

    def hands(self, moment: int) -> tuple[View, ...]:
        """What each seat knew at a moment; nothing where hands stay hidden."""
        if not self.opens_hands:
            return ()
        return tuple(self.seen(moment, seat.seat) for seat in self.live.row.seats)

    def caption(self, moment: int) -> str:
        """The move that led to a moment, in words, and what came of it."""
        if not moment:
            return say("replay.begun")
        told = [one.told(self.live) for one in self.said(moment)]
        silent = say("replay.silent", who=self.live.player_name(self.seat(moment)))
        return "\n".join(told or [silent])

    def seat(self, moment: int) -> int:
        """Who made the move that led to a moment."""
        return self.live.game.steps[self.moments[moment].step - 1].seat

    def said(self, moment: int) -> list[Caption]:
        """What was done that led to a moment, and the lines that belong to no seat."""
        return captions(self.live, self.events(moment))

    def events(self, moment: int) -> Iterator[tuple[int, Event]]:
        """What led to a moment, each with the seat it belongs to, as everybody may read it."""
        for event in self.moments[moment].events:
            # What comes of a move may be another's: a purchase, red threes before their turn.
            seat = self.seat(moment) if event.whose is None else event.whose
            yield seat, engine.project(event, None)

    def scored(self, moment: int) -> RoundScored | None:
        """The scores of the round that ended with a moment."""
        events = self.moments[moment].events
        return next((event for event in events if isinstance(event, RoundScored)), None)


def round_over(view: View, before: Table) -> View:
    """A view of a round that is scored, whose points the totals hold: nobody is on turn.

    Whether it was an extra round is known from the table `before`: its score may ask for another.
    """
    sides = tuple(replace(side, on_table=0) for side in view.sides)
    return replace(view, phase="over", pending=(), sides=sides, tie_break=before.tie_break)


def split_at_score(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """What a move brought: at once, or up to the score, and then what was dealt after it."""
    places = [place for place, event in enumerate(events, 1) if isinstance(event, RoundScored)]
    is_dealt = places and any(isinstance(event, Dealt) for event in events[places[0] :])
    cut = places[0] if is_dealt else len(events)
    yield events[:cut]
    if is_dealt:
        yield events[cut:]
