"""What the newest turn did, for the marks on the picture: what it laid, who threw the upcard."""

from collections import Counter
from collections.abc import Mapping
from typing import TypedDict

from cogs._game.game import GameSoFar
from cogs._game.live import Live
from engine.model.events import Discarded, RoundScored


class Marks(TypedDict):
    """What a picture shows beside a view; see `Artist.table`."""

    added: Mapping[int, int]
    faces: tuple[str, ...]
    thrower: int | None


def marks(live: Live) -> Marks:
    """The marks on the newest picture of a table."""
    return Marks(added=added(live.game), faces=live.faces(), thrower=thrower(live.game))


def added(game: GameSoFar) -> Mapping[int, int]:
    """Meld number -> cards that came to it in the newest turn; nothing in a new round."""
    counts: Counter[int] = Counter()
    for step in reversed(game.steps):
        over = any(isinstance(event, RoundScored) for event in step.events)
        if over or step.seat != game.steps[-1].seat:
            break
        for event in step.events:
            for number, cards in event.melded():
                counts[number] += cards
    return counts


def thrower(game: GameSoFar) -> int | None:
    """The seat that threw the upcard; None when nobody did, or others lay on it since."""
    for step in reversed(game.steps):
        for event in reversed(step.events):
            if isinstance(event, RoundScored):
                return None
            if isinstance(event, Discarded):
                return event.seat if event.card == game.view(None).upcard else None
    return None
