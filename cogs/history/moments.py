"""`Replay`: a finished game as a list of moments. A moment is the table right after a move.

A replay shows only what everybody could see. Hands stay hidden, unless all members agreed before
the start to show the hands. The layouts are in `replay`, the films in `film_frames`.
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
    """The moves that a seat made one after another, as verbs in the past.

    Without a seat, `words` are whole sentences.
    """

    seat: int | None
    words: tuple[str, ...]

    def told(self, state: TableState) -> str:
        """Return the caption as message text."""
        if self.seat is None:
            return " ".join(self.words)
        return say("story.turn", who=state.player_name(self.seat), did=join_words(self.words))

    def filmed(self, state: TableState) -> str:
        """Return the caption as film text."""
        if self.seat is None:
            return " ".join(self.words)
        return say(
            "replay.filmed", who=_drawable_name(state, self.seat), did=join_words(self.words)
        )


def _drawable_name(state: TableState, seat: int) -> str:
    """Return the name of a seat's player, with characters that a picture can show."""
    return display_names(state.names(), len(state.row.seats))[seat]


def captions(state: TableState, events: Iterable[tuple[int, Event]]) -> list[Caption]:
    """Return the captions of public events.

    Args:
        state: The state of the game, for names.
        events: Public events, each with its seat.
    """
    found: list[Caption] = []
    packet = state.view(None).packet
    for seat, event in events:
        words = event_phrase(event, packet)
        # An event between turns belongs to no seat, even if a seat's move caused it.
        if words and event.between_turns:
            found.append(Caption(None, (ending(state, event, words),)))
        elif words and found and found[-1].seat == seat:
            found[-1] = Caption(seat, (*found[-1].words, *words))
        elif words:
            found.append(Caption(seat, tuple(words)))
    return found


def briefly_filmed(state: TableState, events: Iterable[tuple[int, Event]]) -> str:
    """Return one line for a film that sums up what each seat did."""
    lines = [
        say("brief.line", who=_drawable_name(state, seat), did=did)
        for seat, own_events in groupby(events, key=itemgetter(0))
        if (did := _summary(state, (event for _, event in own_events)))
    ]
    return say("list.semicolon").join(lines)


def _summary(state: TableState, events: Iterable[Event]) -> str:
    """Return a summary of what a seat did, or "" if there is nothing to say."""
    brief, packet = PlayerSummary(), state.view(None).packet
    for action in (
        action for event in events if not event.between_turns for action in event.deeds()
    ):
        brief.note(action, packet)
    return brief.words()


# ---- the moments of a game


WHOLE_GAME: Final = 0
"""The number that means all rounds, in place of the number of one."""


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after move `step` of the game, with that move's events. Step 0 is the first deal.

    A move that ends a round and deals the next round makes two moments: the scores, then the deal.
    """

    step: int
    table: Table
    events: tuple[Event, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A finished game as moments. A moment's number is its index. Number 0 is the first deal."""

    state: TableState

    # Cached, like all properties below, because one page reads the moments a dozen times.
    @cached_property
    def moments(self) -> Sequence[Moment]:
        """All moments in order."""
        found = [Moment(0, first_table(self.state.game.table))]
        for number, step in enumerate(self.state.game.steps, 1):
            for events in _split_at_score(step.events):
                table = found[-1].table
                for event in events:
                    table = engine.evolve(table, event)
                found.append(Moment(number, table, events))
        return found

    def table(self, moment: int) -> Table:
        return self.moments[moment].table

    @cached_property
    def stories(self) -> dict[int, RoundHighlights]:
        """The highlights of each round, by the round's number."""
        return round_stories(self.state)

    @cached_property
    def told(self) -> dict[int, list[StorySentence]]:
        """The sentences about each round, by the round's number."""
        return {number: sentences(self.state, one) for number, one in self.stories.items()}

    def story(self, number: int) -> list[StorySentence]:
        """Return the sentences about a round."""
        return self.told.get(number, [])

    @cached_property
    def key_moments(self) -> list[int]:
        """The moments that the sentences are about, in order."""
        turns = (one.turn for number in self.rounds for one in self.story(number))
        return sorted({self.at(turn) for turn in turns if turn is not None})

    def turns(self, number: int) -> tuple[TurnHighlights, ...]:
        return self.stories[number].turns if number in self.stories else ()

    def turn(self, moment: int) -> int:
        """Return the number of a moment's turn in its round, counted from 1. The deal is turn 0."""
        at = self.moments[moment]
        if moment == self.begins(at.table.round):
            return 0
        ends = [turn.step for turn in self.turns(at.table.round)]
        # Moments after the end of the last turn, such as the scores, count as that turn.
        return min(bisect_left(ends, at.step) + 1, len(ends))

    def at(self, turn: TurnHighlights) -> int:
        """Return the moment at which a turn has ended. This is before the next deal."""
        return bisect_left(self.moments, turn.step, key=lambda moment: moment.step)

    def prepare(self, moment: int) -> int:
        """Compute everything that a moment's page needs.

        Return the existing moment nearest to `moment`. Slow: run it in a `BackgroundThread`.
        """
        # This property computes and caches all moments and stories. The event loop then only reads
        # them.
        computed = self.key_moments
        del computed
        return self.clamp(moment)

    def is_end(self, moment: int) -> bool:
        return moment == self.ends(self.table(moment).round)

    @cached_property
    def packet(self) -> Packet:
        """The game's name for second hands: feet or ponytails."""
        return self.state.view(None).packet

    @property
    def last(self) -> int:
        return len(self.moments) - 1

    @cached_property
    def rounds(self) -> dict[int, int]:
        """The moment of each round's deal, by the round's number."""
        found: dict[int, int] = {}
        for number, moment in enumerate(self.moments):
            found.setdefault(moment.table.round, number)
        return found

    def begins(self, number: int) -> int:
        """Return the moment of a round's deal."""
        return self.rounds[number]

    def ends(self, number: int) -> int:
        """Return the last moment of a round."""
        later = [moment for round_, moment in self.rounds.items() if round_ > number]
        return later[0] - 1 if later else self.last

    def clamp(self, moment: int) -> int:
        """Return the existing moment nearest to `moment`."""
        return max(0, min(moment, self.last))

    def view(self, moment: int) -> View:
        """Return the public view of a moment."""
        return self.seen(moment, None)

    def seen(self, moment: int, seat: int | None) -> View:
        """Return the view of a seat at a moment. For seat None, return the public view."""
        view = engine.view(self.table(moment), seat)
        # The scores include the melds, which the table still shows. See `_view_after_scores`.
        if self.scored(moment) is None or view.result is not None:
            return view
        return _view_after_scores(view, self.table(moment - 1))

    @property
    def opens_hands(self) -> bool:
        """Whether all hands may be shown: the game is over, and all members agreed."""
        return self.state.row.status is TableStatus.FINISHED and self.state.row.open_hands

    def hands(self, moment: int) -> tuple[View, ...]:
        """Return the view of each seat at a moment. Empty if hands stay hidden."""
        if not self.opens_hands:
            return ()
        return tuple(self.seen(moment, seat.seat) for seat in self.state.row.seats)

    def caption(self, moment: int) -> str:
        """Return the text of a moment: the move that led to it, and the result of that move."""
        if not moment:
            return say("replay.begun")
        captions = [one.told(self.state) for one in self.captions(moment)]
        silent = say("replay.silent", who=self.state.player_name(self.seat(moment)))
        return "\n".join(captions or [silent])

    def seat(self, moment: int) -> int:
        """Return the seat whose move led to a moment."""
        return self.state.game.steps[self.moments[moment].step - 1].seat

    def captions(self, moment: int) -> list[Caption]:
        """Return the captions of a moment: one for each seat that acted, and those of no seat."""
        return captions(self.state, self.events(moment))

    def events(self, moment: int) -> Iterator[tuple[int, Event]]:
        """Yield the public events of a moment, each with its seat."""
        for event in self.moments[moment].events:
            # An event may concern another seat than the move: a purchase, or red threes before a
            # turn.
            seat = self.seat(moment) if event.whose is None else event.whose
            yield seat, engine.project(event, None)

    def scored(self, moment: int) -> RoundScored | None:
        """Return the scores if a round ended with this moment, or None."""
        events = self.moments[moment].events
        return next((event for event in events if isinstance(event, RoundScored)), None)


def _view_after_scores(view: View, before: Table) -> View:
    """Return the view of a round that has just been scored, in which no player is on turn.

    The scores include the melds, so the melds on the table have 0 points in this view. Scoring
    may already start an extra round. So `before`, the table before scoring, says whether the scored
    round was an extra round.
    """
    sides = tuple(replace(side, on_table=0) for side in view.sides)
    return replace(view, phase="over", pending=(), sides=sides, tie_break=before.tie_break)


def _split_at_score(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """Yield a move's events, in one group or in two.

    If the move ends a round and deals the next one, the first group ends with the scores. Otherwise
    there is one group.
    """
    places = [place for place, event in enumerate(events, 1) if isinstance(event, RoundScored)]
    is_dealt = places and any(isinstance(event, Dealt) for event in events[places[0] :])
    cut = places[0] if is_dealt else len(events)
    yield events[:cut]
    if is_dealt:
        yield events[cut:]
