"""The band in the middle of the table: round, stock, discard pile, and the seats in turn order."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from engine.model.view import SeatView, View
from render.canvas import faces
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.pens import height_of
from render.canvas.theme import (
    ICE,
    INK,
    LOSS,
    MARKS,
    MUTED,
    PLATE,
    SIDES,
    SNOW,
    TEXT,
    TURN_RING,
    Colour,
)
from render.text import names
from render.text.catalogue import Catalogue

HEIGHT: Final = 218
PILE_WIDTH: Final = 88
PILE_HEIGHT: Final = height_of(PILE_WIDTH)
STOCK_X: Final = 30
DISCARD_X: Final = 160
PILES_TOP: Final = 47
SEATS_LEFT: Final = 326
SEATS_RIGHT: Final = 1086
SEAT_HEIGHT: Final = 80
SEAT_GAP: Final = 12
ROW_PITCH: Final = 102
FEW_LEFT: Final = 10
"""Cards in the stock from which on its number is written as a warning."""
PACKET_SIGNS: Final = {"foot": "foot", "pony": "bow"}


def draw_centre(
    canvas: Canvas, top: int, view: View, shown: Sequence[str], notes: Sequence[str]
) -> None:
    """Draw the whole band, its upper edge at `top`."""
    draw_round(canvas, top + 23, view)
    draw_stock(canvas, STOCK_X, top + PILES_TOP, view.stock)
    draw_discard(canvas, DISCARD_X, top + PILES_TOP, view)
    boxes = seat_boxes(view, top + 19)
    draw_joints(canvas, boxes)
    rooms = [name_room(box, view, seat) for seat, box in enumerate(boxes)]
    short = names.fitted_together(shown, rooms, name_size(boxes[0]), 700)
    for seat, box in zip(view.seats, boxes, strict=True):
        draw_seat(canvas, box, view, seat, short[seat.seat], notes[seat.seat])


def draw_round(canvas: Canvas, y: int, view: View) -> None:
    """Which round it is, and how far the game goes."""
    words = Catalogue.load().words
    if view.tie_break:
        canvas.text(24, y, words("table.extra"), 27, 800, TEXT)
    elif view.last_round and not view.target:
        text = words("table.round_of", round=view.round, last=view.last_round)
        canvas.text(24, y, text, 27, 800, TEXT)
    else:
        canvas.text(24, y, words("table.round", round=view.round), 27, 800, TEXT)
    if view.target:
        canvas.text(300, y + 1, words("table.target", target=view.target), 25, 600, MUTED, "right")


def draw_stock(canvas: Canvas, x: int, y: int, count: int) -> None:
    """The face-down cards: up to five edges by how many are left, and their number."""
    # An edge for every sixteen cards begun.
    edges = min(5, -(-count // 16))
    if not edges:
        canvas.frame(Box(x, y, PILE_WIDTH, PILE_HEIGHT), 9, 2, canvas.theme.line)
    for edge in range(edges - 1, -1, -1):
        canvas.sprite(faces.back(PILE_WIDTH), x - 2 + edge * 3 - edges, y + edge * 2)
    plate(canvas, x + PILE_WIDTH // 2 + 4, y + PILE_HEIGHT, count, few=count <= FEW_LEFT)


def draw_discard(canvas: Canvas, x: int, y: int, view: View) -> None:
    """The discard pile: its top card, how many lie there, and whether it is frozen or closed."""
    box = Box(x, y, PILE_WIDTH, PILE_HEIGHT)
    if view.upcard is None:
        canvas.frame(box, 9, 2, canvas.theme.line)
    else:
        if view.frozen:
            draw_freezer(canvas, box, view)
        canvas.sprite(faces.shown(canvas, view.upcard, PILE_WIDTH), x, y)
        if view.blocked:
            sign(canvas, box.right - 4, box.y + 66, "lock", LOSS, INK)
    plate(canvas, x + PILE_WIDTH // 2, y + PILE_HEIGHT, len(view.pile), few=False)


def draw_freezer(canvas: Canvas, box: Box, view: View) -> None:
    """The card that freezes the pile, sideways under it, with a snowflake; a rim of ice."""
    face = freezer(view)
    card = faces.sideways(face, PILE_WIDTH, canvas.deck, wild=canvas.is_wild(face))
    canvas.sprite(card, box.right + 62 - PILE_HEIGHT, box.y + 34)
    canvas.frame(box.grown(4), 13, 4, ICE)
    sign(canvas, box.right + 26, box.y + 78, "snowflake", ICE, SNOW)


def freezer(view: View) -> int:
    """The card that froze the pile: the last wild in it, else the one turned up at first."""
    wilds = [face for face in view.pile if view.values.is_wild(face)]
    return wilds[-1] if wilds else view.pile[0]


def sign(canvas: Canvas, x: int, y: int, shape: str, ground: Colour, ink: Colour) -> None:
    """A sign on a disc."""
    canvas.shape("disc", centred(x, y, 44, 44), ink)
    canvas.shape("disc", centred(x, y, 40, 40), ground)
    canvas.shape(shape, centred(x, y, 28, 28), ink)


def plate(canvas: Canvas, x: int, bottom: int, count: int, *, few: bool) -> None:
    """The number of cards, on a dark plate over the lower edge of a pile."""
    text = str(count)
    canvas.plate(centred(x, bottom, 52 + 8 * len(text), 42), 13, LOSS if few else PLATE)
    canvas.text(x, bottom, text, 31, 800, INK if few else TEXT, "middle")


def seat_boxes(view: View, top: int) -> list[Box]:
    """A box for each seat: two sides in a zigzag, more in two rows there and back."""
    count = len(view.seats)
    # Rounded up: of an odd number the first row has one more.
    per_row = -(-count // 2)
    if len(view.sides) == 2 and count % 2 == 0:
        width = min(400, seat_width(per_row + 0.5))
        shift = (width + SEAT_GAP) // 2
        return [
            seat_box(seat // 2, seat % 2, width, top, shift * (seat % 2)) for seat in range(count)
        ]
    width = min(400, seat_width(per_row))
    places = [(seat, 0) if seat < per_row else (count - 1 - seat, 1) for seat in range(count)]
    return [seat_box(column, row, width, top, 0) for column, row in places]


def seat_width(columns: float) -> int:
    """How wide a seat may be if so many stand side by side."""
    return int((SEATS_RIGHT - SEATS_LEFT - SEAT_GAP * (columns - 1)) / columns)


def seat_box(column: int, row: int, width: int, top: int, shift: int) -> Box:
    """The box at a place in the two rows."""
    left = SEATS_LEFT + (width + SEAT_GAP) * column + shift
    return Box(left, top + ROW_PITCH * row, width, SEAT_HEIGHT)


def draw_joints(canvas: Canvas, boxes: Sequence[Box]) -> None:
    """Short lines between rows from each seat to the next: the way the turn goes."""
    for one, other in pairwise(boxes):
        if one.y == other.y:
            y = one.centre
            left = min(one.right, other.right)
            canvas.rectangle(Box(left, y - 1, SEAT_GAP, 3), MUTED)
        else:
            draw_slant(canvas, one, other)


def draw_slant(canvas: Canvas, one: Box, other: Box) -> None:
    """A line through the gap between the rows."""
    upper, lower = (one, other) if one.y < other.y else (other, one)
    left, right = max(upper.x, lower.x), min(upper.right, lower.right)
    x = (left + right) // 2
    lean = (lower.middle - upper.middle) // 8
    canvas.line((x - lean, upper.bottom), (x + lean, lower.y), 3, MUTED)


def name_room(box: Box, view: View, seat: int) -> int:
    """The pixels for a name beside its arrow and its side's mark."""
    arrow = 26 if seat in (view.turn, (view.turn + 1) % len(view.seats)) else 0
    mark = 26 if len(view.sides) > 2 else 0
    return box.width - 26 - arrow - mark


def name_size(box: Box) -> int:
    """The type size of names in a seat."""
    return 29 if box.width >= 200 else 25


def draw_seat(canvas: Canvas, box: Box, view: View, seat: SeatView, name: str, note: str) -> None:
    """One seat: name, cards in hand, foot; the turn inverted in a ring, the next with an arrow."""
    turn = seat.seat == view.turn and view.phase != "over"
    ink = SIDES[seat.side]
    text, soft = (INK, INK) if turn else (MUTED if note else TEXT, MUTED)
    if turn:
        canvas.plate(box.grown(7), 18, TURN_RING)
        canvas.plate(box, 13, ink)
    else:
        canvas.plate(box, 13, canvas.theme.seat)
        (canvas.dashes if note else canvas.frame)(box, 13, 3, ink)
    x = box.x + 14 + seat_arrow(canvas, box, view, seat.seat, ink, turn=turn)
    canvas.text(x, box.y + 25, name, name_size(box), 700, text)
    if len(view.sides) > 2:
        canvas.shape(
            MARKS[seat.side], centred(box.right - 24, box.y + 24, 20, 20), INK if turn else ink
        )
    draw_hand_count(canvas, box, seat.hand_count, text)
    draw_packet(canvas, box, view, seat, note, soft)


def seat_arrow(canvas: Canvas, box: Box, view: View, seat: int, ink: Colour, *, turn: bool) -> int:
    """The arrow before a name: filled for the turn, hollow for the next. Returns its room."""
    following = (view.turn + 1) % len(view.seats)
    if turn:
        canvas.shape("play", centred(box.x + 24, box.y + 25, 20, 20), INK)
    elif seat == following and view.phase != "over":
        canvas.shape("play_hollow", centred(box.x + 24, box.y + 25, 20, 20), ink)
    else:
        return 0
    return 26


def draw_hand_count(canvas: Canvas, box: Box, count: int, text: Colour) -> None:
    """How many cards a player holds."""
    canvas.shape("cards", centred(box.x + 29, box.y + 57, 28, 28), text)
    canvas.text(box.x + 50, box.y + 57, str(count), 29, 800, text)


def draw_packet(
    canvas: Canvas, box: Box, view: View, seat: SeatView, note: str, ink: Colour
) -> None:
    """The foot or pony: how many cards wait in it, or that it was picked up. A note instead."""
    x, y = box.right - 14, box.y + 57
    if note:
        canvas.text(x, y, note, 25, 600, ink, "right")
    elif view.packet:
        if seat.foot_count:
            x -= canvas.text(x, y, str(seat.foot_count), 27, 700, ink, "right")
        else:
            canvas.shape("check", centred(x - 11, y, 22, 22), ink)
            x -= 24
        canvas.shape(PACKET_SIGNS[view.packet], centred(x - 21, y, 32, 32), ink)
