"""Events in words: what was done, as verbs in the past."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Final

import engine
from cogs.game.computer_players import RANDOM_DECISION
from cogs.game.move_log import PlayedMove
from cogs.game.state import TableState
from cogs.ui.texts import card, cards, cards_words, join_words, rank_words, say
from engine.model.cards import JOKER_RANK
from engine.model.deeds import Deed
from engine.model.events import Dealt, Discarded, GameOver, RoundEnded, RoundScored
from engine.model.table import Event
from engine.model.view import Packet
from render.text.catalogue import current_language as language
from render.text.catalogue import format_number


def event_phrase(event: Event, packet: Packet) -> list[str]:
    """What an event says at a table whose second hands are a `packet`: feet or ponytails."""
    match event:
        case RoundEnded(reason):
            return [say(f"story.ended_{reason}")]
        case RoundScored():
            totals = " : ".join(map(format_number, event.totals))
            return [say("story.scored", round=event.round, totals=totals)]
        case Dealt(dealt):
            return [say("story.dealt", round=dealt)]
        case GameOver():
            return [say("story.over")]
        case _:
            return [phrase(deed, packet) for deed in event.deeds()]


def phrase(deed: Deed, packet: Packet) -> str:
    """What was done, as a verb in the past."""
    return phrase_in(deed, packet, language())


@lru_cache(maxsize=4096)
def phrase_in(deed: Deed, packet: Packet, _language: str) -> str:
    """The same in the language spoken now. Every look at a table tells its last turns anew."""
    return say(
        f"story.{key(deed, packet)}",
        n=deed.count,
        cards=cards(deed.cards),
        card="" if deed.card is None else card(deed.card),
        rank=rank_words(JOKER_RANK) if deed.rank is None else cards_words(deed.rank),
        target=deed.target,
    )


def key(deed: Deed, packet: Packet) -> str:
    """Its sentence in the catalogue, which depends on what its reader may see."""
    match deed.kind:
        case "drew":
            return "drew_seen" if deed.cards else "drew"
        case "took":
            return "took" if deed.cards else "took_alone"
        case "foot":
            return packet
        case "foot_earned":
            return f"{packet}_earned"
        case _:
            return deed.kind


# ---- The story of a game in words: one line a turn, as a seat, or everybody, may read it


MOST_AT_ONCE: Final = 40
"""Lines that a message is tried with first."""
entry: Final = attrgetter("seq")


@dataclass(frozen=True, slots=True)
class LogLine:
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

    def marked(self) -> "LogLine":
        """The same with what is said of how it came about."""
        if not (self.hasty or self.by_clock):
            return self
        words = say("story.hasty", words=self.words) if self.hasty else self.words
        return replace(self, words=say("story.late", words=words) if self.by_clock else words)


Told = tuple[PlayedMove, int, Event]
"""An entry of the log, the seat it belongs to, and one of its events as the viewer may read it."""


def log_lines(state: TableState, viewer: int | None, since: int = 0) -> list[LogLine]:
    """The story so far, or what came after the log's entry `since`, oldest first."""
    return lines_of(state, events_since(state, viewer, since))


def round_story(state: TableState, viewer: int | None) -> list[LogLine]:
    """The story until a round is scored: nothing of the next."""
    return lines_of(state, until_scored(events_since(state, viewer)))


def until_scored(events: Iterable[Told]) -> Iterator[Told]:
    """The events of a round."""
    for one in events:
        yield one
        if isinstance(one[2], RoundScored):
            return


def lines_of(state: TableState, events: Iterable[Told]) -> list[LogLine]:
    """Events as lines, oldest first."""
    lines: list[LogLine] = []
    packet = state.view(None).packet
    for step, seat, event in events:
        said = event_phrase(event, packet)
        how = (step.by == "clock", step.press.endswith(RANDOM_DECISION))
        if not said:
            continue
        if event.between_turns:
            lines.append(LogLine(step.seq, None, ending(state, event, said)))
        elif lines and lines[-1].seat == seat:
            words = say("story.more", so_far=lines[-1].words, did=join_words(said))
            clock, hasty = (lines[-1].by_clock or how[0], lines[-1].hasty or how[1])
            lines[-1] = LogLine(step.seq, seat, words, clock, hasty)
        else:
            words = say("story.turn", who=state.player_name(seat), did=join_words(said))
            lines.append(LogLine(step.seq, seat, words, *how))
    return [line.marked() for line in lines]


def last_log_lines(state: TableState, viewer: int | None, most: int) -> list[LogLine]:
    """The last lines of the story. Every look at a table tells them, so little else is read."""
    steps, reach = state.game.steps, 4 * most
    while reach < len(steps):
        lines = log_lines(state, viewer, steps[-reach].seq)
        # The oldest line may have begun before, so there must be one to spare.
        if len(lines) > most:
            return lines[-most:]
        reach *= 2
    return log_lines(state, viewer)[-most:]


def fitting(state: TableState, viewer: int | None, room: int) -> list[LogLine]:
    """As many of the last lines as so many characters hold, and perhaps some more."""
    most = MOST_AT_ONCE
    while True:
        lines = last_log_lines(state, viewer, most)
        if len(lines) < most or sum(len(line.words) for line in lines) > room:
            return lines
        most *= 2


def events_since(state: TableState, viewer: int | None, since: int = 0) -> Iterator[Told]:
    """Every event after the log's entry `since`, with its step and seat, as the viewer may read it.

    Whoever took a seat over reads what went before as everybody does.
    """
    for step in state.game.steps[bisect_right(state.game.steps, since, key=entry) :]:
        for seat, event in as_read(state, viewer, step):
            yield step, seat, event


def as_read(state: TableState, viewer: int | None, step: PlayedMove) -> Iterator[tuple[int, Event]]:
    """What a step has brought, each with the seat it belongs to."""
    seated = 0 if viewer is None else state.row.seats[viewer].since
    for event in step.events:
        # A purchase belongs to the buyer, whoever gave the last answer to the offer.
        seat = step.seat if event.whose is None else event.whose
        yield seat, engine.project(event, viewer if step.seq > seated else None)


def newest_first(state: TableState, viewer: int | None) -> Iterator[Event]:
    """Every event as the viewer may read it, the last one first: who looks back may stop early."""
    for step in reversed(state.game.steps):
        for _, event in reversed([*as_read(state, viewer, step)]):
            yield event


def since_own(state: TableState, seat: int) -> list[LogLine]:
    """What a seat's member has missed: everything after the newest move of their own hand."""
    return log_lines(state, seat, own_last(state, seat))


def own_last(state: TableState, seat: int) -> int:
    """The newest entry of the log that a seat's member made by their own hand."""
    own = (step.seq for step in reversed(state.game.steps) if step.seat == seat and not step.by)
    return next(own, state.row.seats[seat].since)


def this_turn(state: TableState, viewer: int | None) -> list[LogLine]:
    """What has been done since the last turn ended."""
    ended = (step.seq for step in reversed(state.game.steps) if is_end(step))
    return log_lines(state, viewer, next(ended, 0))


def is_end(step: PlayedMove) -> bool:
    """Whether a move ended a turn."""
    return any(isinstance(event, Discarded) or event.between_turns for event in step.events)


def turns(lines: Iterable[LogLine]) -> int:
    """How many of these lines tell somebody's turn."""
    return sum(line.seat is not None for line in lines)


def ending_of_round(state: TableState) -> list[str]:
    """How the round that was scored last came to its end."""
    packet = state.view(None).packet
    for step in reversed(state.game.steps):
        over = [event for event in step.events if isinstance(event, RoundEnded)]
        if over:
            return [ending(state, event, event_phrase(event, packet)) for event in over]
    return []


def ending(state: TableState, event: Event, spoken: list[str]) -> str:
    """A line that belongs to nobody's turn."""
    if isinstance(event, RoundEnded) and event.out is not None:
        return say("story.went_out", who=state.player_name(event.out))
    if event.whose is not None:
        return say("story.turn", who=state.player_name(event.whose), did=join_words(spoken))
    return join_words(spoken)
