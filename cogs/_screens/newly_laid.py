"""What the last turn added to the melds on the table, for the marks on the picture."""

from collections import Counter
from collections.abc import Mapping

from cogs._game.game import GameSoFar
from engine.model.events import RoundScored


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
