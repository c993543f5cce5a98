"""The stock and the discard pile."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from engine.model.view import View
from render.drawing import card_faces, turned_cards
from render.drawing.canvas import Canvas
from render.drawing.card_pen import height_of
from render.drawing.geometry import Box, centred
from render.drawing.themes import DEAD_FACE, GOLD, ICE, INK, LOSS, PLATE, SNOW, TEXT, Colour

STOCK: Final = Box(22, 54, 130, 184)
PILE: Final = Box(204, 26, 184, height_of(184))
"""The top card of the discard pile, before it is turned around its middle."""
STOCK_AREA: Final = Box(16, 50, 165, 296)
PILE_AREA: Final = Box(181, 10, 269, 348)
"""All that is drawn of each pile."""
COUNT_LINE: Final = 318
"""The row on which the numbers of both piles are centred. It is below the cards."""
SHADOW: Final = 7
FREEZER: Final = 142
"""Width of the card that freezes the pile. It is narrow, so that it shows on one side only."""
FEW_LEFT: Final = 10
"""If the stock has at most so many cards, its number is drawn as a warning."""


@dataclass(frozen=True, slots=True)
class DiscardPile:
    """The discard pile as it is drawn."""

    count: int
    upcard: int | None
    freezer: int | None
    """The card that froze the pile, which lies across below it. None if the pile is not frozen."""
    blocked: bool
    rim: str
    """State of an upcard that is taken alone: "offered" or "dead". "" if whole piles are taken."""


def discard_pile(view: View) -> DiscardPile:
    """Return the discard pile of a view."""
    rim = "" if view.takes == "pile" else "offered" if view.offered else "dead"
    return DiscardPile(len(view.pile), view.upcard, freezing_card(view), view.blocked, rim)


def freezing_card(view: View) -> int | None:
    """Return the card that froze the pile: its last wild card, or the first upcard of the round."""
    if not view.frozen or not view.pile:
        return None
    wilds = [face for face in view.pile if view.values.is_wild(face)]
    return wilds[-1] if wilds else view.pile[0]


def draw_stock(canvas: Canvas, count: int) -> None:
    """Draw the face-down cards as up to five edges, and the number of cards."""
    # One edge for each sixteen cards, rounded up.
    edges = min(5, -(-count // 16))
    if not edges:
        canvas.frame(STOCK, 13, 4, canvas.theme.line)
    else:
        rise = SHADOW + edges * 2
        shadow = Box(STOCK.x + SHADOW, STOCK.y + rise, STOCK.width + edges * 4, STOCK.height)
        canvas.plate(shadow, 13, canvas.theme.seat)
    for edge in range(edges - 1, -1, -1):
        canvas.sprite(card_faces.back(STOCK.width), STOCK.x + edge * 4, STOCK.y + edge * 2)
    few = count <= FEW_LEFT
    plate = centred(STOCK.middle + 4, COUNT_LINE - 14, 54 + 27 * len(str(count)), 72)
    draw_count(canvas, plate, str(count), LOSS if few else PLATE, INK if few else TEXT)


def draw_count(canvas: Canvas, box: Box, text: str, ground: Colour, ink: Colour) -> None:
    """Draw a number on a plate below a pile."""
    canvas.plate(box.grown(4), 26, canvas.theme.seat)
    canvas.plate(box, 22, ground)
    canvas.text(box.middle, box.centre, text, 54, 800, ink, "middle")


def draw_pile(canvas: Canvas, seen: DiscardPile) -> None:
    """Draw the discard pile: its top card, its count, and whether it is frozen or blocked."""
    if seen.upcard is None:
        canvas.frame(PILE, 18, 4, canvas.theme.line)
    else:
        draw_upcard(canvas, seen, seen.upcard)
    text = str(seen.count)
    if seen.freezer is None:
        plate = centred(PILE.middle, COUNT_LINE, 52 + 27 * len(text), 72)
        draw_count(canvas, plate, text, PLATE, TEXT)
        return
    plate = centred(PILE.middle, COUNT_LINE, 104 + 27 * len(text), 68)
    canvas.plate(plate.grown(5), 26, INK)
    canvas.plate(plate, 22, ICE)
    canvas.shape("snowflake", centred(plate.x + 46, plate.centre, 52, 52), SNOW)
    canvas.text(plate.right - 22, plate.centre, text, 54, 800, SNOW, "right")


def draw_upcard(canvas: Canvas, seen: DiscardPile, face: int) -> None:
    """Draw the top card with its rim: ice if frozen, gold while offered. A dead upcard is grey."""
    count = min(seen.count, len(turned_cards.LOWER_ANGLES) + 1)
    below = replace(seen, upcard=None, count=count, blocked=False)
    canvas.shared(("below", below), PILE_AREA, partial(draw_below, seen=below))
    ground = DEAD_FACE if seen.rim == "dead" else None
    wild = canvas.is_wild(face)
    top_card = turned_cards.top_card(face, PILE.width, canvas.deck, wild=wild, ground=ground)
    top_card.draw_around(canvas, PILE.middle, PILE.centre)
    if seen.blocked:
        at = (PILE.right - 8, PILE.y + 128)
        canvas.shape("disc", centred(*at, 78, 78), INK)
        canvas.shape("disc", centred(*at, 70, 70), LOSS)
        canvas.shape("lock", centred(*at, 44, 44), INK)


def draw_below(canvas: Canvas, seen: DiscardPile) -> None:
    """Draw the cards below the top card, and the rim around it."""
    if seen.freezer is not None:
        wild = canvas.is_wild(seen.freezer)
        card = card_faces.sideways_card(seen.freezer, FREEZER, canvas.deck, wild=wild)
        left, top = PILE.right + 60 - card.size[0], PILE.y + 40
        canvas.plate(Box(left, top + SHADOW, *card.size), 14, canvas.theme.seat)
        canvas.sprite(card, left, top)
    if seen.count > 1:
        lower = turned_cards.lower_cards(seen.count - 1, PILE.width)
        lower.draw_around(canvas, PILE.middle, PILE.centre)
    rim = ICE if seen.freezer is not None else GOLD if seen.rim == "offered" else None
    turned_cards.rim_of_top_card(PILE.width, rim).draw_around(canvas, PILE.middle, PILE.centre)
