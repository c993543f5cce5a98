"""What the newest turn did, for the marks on the picture: what it laid, who threw the upcard."""

from collections import Counter
from collections.abc import Mapping

from cogs._game.game import GameSoFar
from cogs._game.live import Live
from engine.model.events import Discarded, RoundScored
from render.felt.people import Company


def table_names(live: Live) -> Company:
    """Return the names, the computer faces and the news on a table's newest picture."""
    return Company(live.names(), live.faces(), added(live.game), thrower(live.game))


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
