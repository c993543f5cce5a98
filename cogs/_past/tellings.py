"""What was done at moments of a finished game, each deed told of the seat whose it was."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

from cogs._game.live import Live
from cogs._kit.texts import listed, say
from cogs._story.briefly import Brief
from cogs._story.events import spoken
from cogs._story.turns import ending
from engine.model.table import Event
from render.text.names import shown


@dataclass(frozen=True, slots=True)
class Telling:
    """What a seat did one after another, as verbs in the past; of nobody, a line by itself."""

    seat: int | None
    words: tuple[str, ...]

    def told(self, live: Live) -> str:
        """Itself for a message."""
        if self.seat is None:
            return " ".join(self.words)
        return say("story.turn", who=live.called(self.seat), did=listed(self.words))

    def filmed(self, live: Live) -> str:
        """Itself for a film."""
        if self.seat is None:
            return " ".join(self.words)
        return say("replay.filmed", who=drawable(live, self.seat), did=listed(self.words))


def drawable(live: Live, seat: int) -> str:
    """Who had a seat, as a picture can say it."""
    return shown(live.names(), len(live.row.seats))[seat]


def tellings(live: Live, events: Iterable[tuple[int, Event]]) -> list[Telling]:
    """Events, each with the seat it belongs to, as everybody may read them."""
    found: list[Telling] = []
    packet = live.view(None).packet
    for seat, event in events:
        words = spoken(event, packet)
        if words and event.between_turns:
            found.append(Telling(None, (ending(live, event, words),)))
        elif words and found and found[-1].seat == seat:
            found[-1] = Telling(seat, (*found[-1].words, *words))
        elif words:
            found.append(Telling(seat, tuple(words)))
    return found


def briefly_filmed(live: Live, events: Iterable[tuple[int, Event]]) -> str:
    """A turn for a film: what each seat did one after another, added up."""
    told = [
        say("brief.line", who=drawable(live, seat), did=did)
        for seat, mine in groupby(events, key=itemgetter(0))
        if (did := added_up(live, (event for _, event in mine)))
    ]
    return say("list.semicolon").join(told)


def added_up(live: Live, events: Iterable[Event]) -> str:
    """What a seat did, added up; nothing where there is nothing to tell."""
    brief, packet = Brief(), live.view(None).packet
    for deed in (deed for event in events if not event.between_turns for deed in event.deeds()):
        brief.note(deed, packet)
    return brief.words()
