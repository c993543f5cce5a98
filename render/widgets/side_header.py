"""The header of a side: its players, score, red threes, and what it needs to go out."""

from dataclasses import dataclass
from typing import Final

from engine.model.view import Need, SideView, View
from render.drawing import fonts
from render.drawing.bands import MARGIN
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    FACE,
    FACE_EDGE,
    HEART,
    INK,
    LOSS,
    MARKS,
    SIDE_INKS,
    TEXT,
    TURN_RING,
    WIDTH,
    Colour,
)
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed
from render.text.side_names import initial
from render.widgets import going_out_needs, name_coins, seats
from render.widgets.seats import SeatLabel, TableNames

ZONE: Final = Box(MARGIN, 0, WIDTH - 2 * MARGIN, 0)
STRIPE: Final = 14
RADIUS: Final = 18
LEFT: Final = ZONE.x + 30
RIGHT: Final = ZONE.right - 18
ROOM: Final = RIGHT - LEFT
SEATS: Final = Box(LEFT - 6, 0, ROOM + 12, 0)
TITLE_SIZES: Final = (54, 50, 46, 43)


def draw_zone(canvas: Canvas, top: int, height: int, side: int) -> None:
    """Draw a side's panel and stripe. They may continue above and below the band."""
    canvas.plate(Box(ZONE.x, top, ZONE.width, height), RADIUS, canvas.theme.panel)
    canvas.plate(Box(ZONE.x, top, STRIPE, height), STRIPE // 2, SIDE_INKS[side])


@dataclass(frozen=True, slots=True)
class SideHeader:
    """A side's mark, names, score and points of this round. On the right are red threes and needs.

    For a side of one player (`alone`), the header is also that player's seat. If a side has too
    many names, it has no `title`, and only its coins are drawn.
    """

    side: int
    title: str
    coins: tuple[tuple[str, str], ...]
    """The initial and the computer face of each player, for names that do not fit."""
    score: str
    change: str
    threes: str
    threes_lost: bool
    needs: tuple[Need, ...]
    alone: SeatLabel | None

    lit: bool = False

    @property
    def height(self) -> int:
        """Height in pixels.

        A side of several players has a row of seats below, so its header is lower.
        """
        return 92 if self.alone else 80

    @property
    def acts(self) -> bool:
        """Whether the side has only one player, and this player is on turn."""
        return self.alone is not None and self.alone.acts

    @property
    def text(self) -> Colour:
        """Colour of the numbers."""
        return INK if self.acts else TEXT

    def draw(self, canvas: Canvas) -> None:
        """Draw from both ends. The name gets the remaining space."""
        draw_zone(canvas, 0, self.height + 2 * RADIUS, self.side)
        y = self.height // 2 + (0 if self.alone else 2)
        if self.alone:
            draw_seat_ground(canvas, self.alone, self.height)
        right = (
            going_out_needs.draw_needs(canvas, RIGHT, y, self.needs, self.text)
            if self.needs
            else RIGHT
        )
        if self.alone:
            seats.draw_cards(canvas, right - seats.COUNT[0], y, self.alone.cards)
            right = seats.draw_right_side(canvas, right - seats.COUNT[0] - 10, y, self.alone)
        right = draw_threes(canvas, right, y, self)
        draw_title(canvas, right - 16, y, self)


def draw_seat_ground(canvas: Canvas, who: SeatLabel, height: int) -> None:
    """Draw the ground of a header that is also a seat."""
    box = Box(SEATS.x, 8, SEATS.width, height - 16)
    if who.acts:
        canvas.plate(box.grown(5), 19, TURN_RING)
        canvas.plate(box, 14, SIDE_INKS[who.side])
    elif who.own:
        canvas.frame(box, 14, 4, SIDE_INKS[who.side])


def draw_threes(canvas: Canvas, right: int, y: int, head: SideHeader) -> int:
    """Draw a small red three, and how many were laid. A number that counts against the side is red.

    Return the left edge in pixels.
    """
    if not head.threes:
        return right
    ink = head.text if not head.threes_lost else INK if head.acts else LOSS
    if head.threes_lost:
        canvas.shape("wedge", centred(right - 14, y + 2, 24, 24), ink)
        right -= 32
    wide = canvas.text(right, y, head.threes, 42, 800, ink, "right")
    card = Box(right - wide - 54, y - 30, 44, 60)
    canvas.plate(card, 7, FACE_EDGE)
    canvas.plate(card.grown(-1), 6, FACE)
    canvas.text(card.middle, card.centre, "3", 50, 800, HEART, "middle")
    return card.x - 12


def draw_title(canvas: Canvas, right: int, y: int, head: SideHeader) -> None:
    """Draw mark, names and score from the left.

    If there is no room for the points of this round, they are left out.
    """
    ink = INK if head.acts else SIDE_INKS[head.side]
    x = LEFT + 4
    if head.alone and head.alone.turn:
        x = seats.draw_arrow(canvas, x, y, head.alone)
    else:
        canvas.shape(MARKS[head.side], centred(x + 18, y, 36, 36), ink)
        face = head.alone.face if head.alone else ""
        x = seats.draw_face(canvas, x + 48, y, face, head.text)
    room = right - x - fonts.width(head.score, 54, 800) - 18
    change = fonts.width(head.change, 43, 600) + 14 if head.change else 0
    least = fonts.width(head.title, TITLE_SIZES[-1], 800)
    if head.title and (head.alone or least <= room):
        change = change if least <= room - change else 0
        title, size = display_names.fit_size(head.title, room - change, TITLE_SIZES, 800)
        x += canvas.text(x, y, title, size, 800, ink) + 18
    else:
        x = name_coins.draw_coins(canvas, x + 2, y, head.side, head.coins) + 22
        change = change if x + change <= right - fonts.width(head.score, 54, 800) else 0
    x += canvas.text(x, y, head.score, 54, 800, head.text) + 14
    if change:
        muted = INK if head.acts else canvas.theme.muted
        canvas.text(x, y + 3, head.change, 43, 600, muted)


def side_header(view: View, company: TableNames, side: SideView, viewer: int | None) -> SideHeader:
    """Return the header of a side."""
    own = [view.seats[seat] for seat in side.seats]
    alone = seats.seat_label(view, company, own[0], viewer) if len(own) == 1 else None
    laid = sum(len(seat.red_threes) for seat in own)
    words = Catalogue.load().words
    change = view.so_far(side)
    return SideHeader(
        side.side,
        title_of(company, side, viewer),
        () if alone else tuple(coin_of(company, seat) for seat in side.seats),
        format_number(side.score),
        format_signed(change) if change else "",
        words("table.times", n=laid) if laid else "",
        laid > 0 and side.red_threes < 0,
        side.needs or (own[0].needs if alone else ()),
        alone,
    )


def title_of(company: TableNames, side: SideView, viewer: int | None) -> str:
    """Return the names of one or two players. The viewer is "You", and comes first.

    "" for more than two players, because the row below has their names.
    """
    if len(side.seats) > 2:
        return ""
    # False sorts before True, and other seats keep their order.
    order = sorted(side.seats, key=lambda seat: seat != viewer)
    you = Catalogue.load().words("seat.you")
    names = [you if seat == viewer else company.names[seat] for seat in order]
    title = Catalogue.load().ampersand(names)
    return title if len(names) == 1 else display_names.left_to_right(title)


def coin_of(company: TableNames, seat: int) -> tuple[str, str]:
    """Return the initial and the computer face of a seat."""
    return initial(company.names[seat], seat), company.face(seat)
