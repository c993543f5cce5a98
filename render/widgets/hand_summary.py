"""The line above a hand: its cards, points and wild cards in numbers."""

from dataclasses import dataclass

from engine.model.view import View
from render.drawing.bands import MARGIN
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import LILAC, SIDE_INKS, TEXT, WIDTH
from render.text.catalogue import Catalogue, format_number
from render.widgets import seats


@dataclass(frozen=True, slots=True)
class HandSummary:
    """The numbers of a hand, as a band.

    `packet` is the icon of a foot or pony not yet picked up, or "".
    """

    side: int
    cards: int
    points: int
    wild: int
    packet: str

    height: int = 94
    lit: bool = False

    def draw(self, canvas: Canvas) -> None:
        """Draw cards, points and wild cards. On the right, draw a foot or pony not picked up."""
        words = Catalogue.load().words
        box = Box(MARGIN, 0, WIDTH - 2 * MARGIN, 84)
        y = box.centre
        canvas.plate(box, 18, canvas.theme.panel)
        canvas.plate(Box(box.x, 0, 14, box.height), 7, SIDE_INKS[self.side])
        seats.draw_cards(canvas, 48, y, self.cards)
        x = (
            140
            + canvas.text(140, y, words("hand.cards", n=self.cards), 42, 600, canvas.theme.muted)
            + 34
        )
        x += canvas.text(x, y, format_number(self.points), 54, 800, TEXT) + 10
        x += canvas.text(x, y + 2, words("hand.points"), 42, 600, canvas.theme.muted) + 36
        if self.wild:
            canvas.shape("star", centred(x + 24, y - 2, 48, 48), LILAC)
            canvas.text(x + 56, y, format_number(self.wild), 54, 800, TEXT)
        if self.packet:
            canvas.shape(self.packet, centred(box.right - 50, y, 56, 56), TEXT)


def hand_summary(view: View, viewer: int) -> HandSummary:
    """Return the numbers of the viewer's hand."""
    seat, hand = view.seats[viewer], view.hand
    return HandSummary(
        seat.side,
        len(hand),
        view.values.in_hand(hand),
        sum(map(view.values.is_wild, hand)),
        seats.PACKET_SIGNS.get(view.packet, "") if seat.foot_count else "",
    )
