"""What the last turn added to the melds on the table, for the marks on the picture."""

from collections import Counter
from collections.abc import Iterator, Mapping

from cogs._game.course import Course
from engine.canasta.round.events import Melded, PileTaken
from engine.model.events import RoundScored
from engine.model.table import Event
from engine.rummy.events import LaidOff


def added(course: Course) -> Mapping[int, int]:
    """Meld number -> cards that came to it in the newest turn; nothing in a new round."""
    counts: Counter[int] = Counter()
    for step in reversed(course.steps):
        over = any(isinstance(event, RoundScored) for event in step.events)
        if over or step.seat != course.steps[-1].seat:
            break
        for event in step.events:
            for number, cards in laid(event):
                counts[number] += cards
    return counts


def laid(event: Event) -> Iterator[tuple[int, int]]:
    """Meld numbers and how many cards an event put there."""
    if isinstance(event, Melded | PileTaken):
        yield from ((step.number, len(step.cards)) for step in event.laid)
    elif isinstance(event, LaidOff):
        yield event.number, len(event.cards)
