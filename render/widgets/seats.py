"""Seats: the names and faces at a table, and the plates on which they are drawn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from engine.model.view import Need, SeatView, View
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import BACK, INK, PILL, SIDE_INKS, TEXT, TURN_RING, WHITE, Colour
from render.text import display_names
from render.text.catalogue import Catalogue
from render.widgets import computer_faces, going_out_needs

NAME_SIZES: Final = (46, 44, 42)
"""Type sizes of names in seats. A name that is too wide for the smallest size is cut."""
FACE: Final = 44
SIGN: Final = 48
COUNT: Final = (71, 62)
PACKET_SIGNS: Final = {"foot": "foot", "pony": "bow"}
Turn = Literal["", "now", "next"]


@dataclass(frozen=True, slots=True)
class TableNames:
    """Names, faces and highlights of a table.

    Attributes:
        names: The name of each seat.
        faces: The name of each seat's computer player, which selects a face. "" for a member. May
            be shorter than `names`.
        added: Cards added in the last turn, by meld number.
        thrower: The seat that discarded the upcard. None if no player did, or if it is unknown.
        made: Numbers of melds that have become canastas since the last picture.
        fitting: Numbers of melds for which the viewer's hand has cards. Only for private pictures:
            in a public one it would reveal the hand.
    """

    names: Sequence[str]
    faces: Sequence[str] = ()
    added: Mapping[int, int] = field(default_factory=dict)
    thrower: int | None = None
    made: frozenset[int] = frozenset()
    fitting: frozenset[int] = frozenset()

    def face(self, seat: int) -> str:
        """Return the name that selects the seat's computer face. "" for a member."""
        return self.faces[seat] if seat < len(self.faces) else ""


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A seat as it is drawn."""

    name: str
    face: str
    side: int
    turn: Turn
    own: bool
    dealer: bool
    cards: int
    packet: str
    needs: tuple[Need, ...]
    tag: str

    @property
    def acts(self) -> bool:
        """Whether the seat is on turn."""
        return self.turn == "now"

    @property
    def text(self) -> Colour:
        """Colour of the name."""
        return INK if self.acts else TEXT


def seat_label(view: View, company: TableNames, seat: SeatView, viewer: int | None) -> SeatLabel:
    """Return a seat of a view. The viewer's own seat is called "you"."""
    words = Catalogue.load().words
    personal = view.sides[seat.side].personal_melds
    return SeatLabel(
        words("seat.you") if seat.seat == viewer else company.names[seat.seat],
        company.face(seat.seat),
        seat.side,
        turn_state(view, seat.seat),
        seat.seat == viewer,
        seat.seat == view.dealer,
        seat.hand_count,
        PACKET_SIGNS.get(view.packet, "") if seat.foot_count else "",
        seat.needs if personal else (),
        words("seat.alone") if seat.seat == view.lone else "",
    )


def turn_state(view: View, seat: int) -> Turn:
    """Return whether a seat is on turn ("now") or next ("next").

    While an upcard is offered, the seats that may buy it are next. Other seats have "".
    """
    if view.phase == "over":
        return ""
    if seat == view.turn:
        return "now"
    follows = view.offer_to or ((view.turn + 1) % len(view.seats),)
    return "next" if seat in follows else ""


def draw_plate(canvas: Canvas, box: Box, who: SeatLabel) -> None:
    """Draw a seat's ground: inverted in a ring on its turn, outlined for the viewer's own seat."""
    if who.acts:
        canvas.plate(box.grown(5), 19, TURN_RING)
        canvas.plate(box, 14, SIDE_INKS[who.side])
        return
    canvas.plate(box, 14, canvas.theme.seat)
    if who.own:
        canvas.frame(box, 14, 4, SIDE_INKS[who.side])


def draw_seat(canvas: Canvas, box: Box, who: SeatLabel, *, lines: int) -> None:
    """Draw a seat in one line, or in two with the name above everything else."""
    draw_plate(canvas, box, who)
    first = box.y + (39 if lines == 2 else box.height // 2)
    second = box.y + 104 if lines == 2 else first
    left = draw_arrow(canvas, box.x + 14, first, who)
    right = box.right - 12
    if lines == 2:
        draw_cards(canvas, box.x + 14, second, who.cards)
        draw_right_side(canvas, right, second, who)
    else:
        right = draw_needs(canvas, right, second, who)
        right -= COUNT[0]
        draw_cards(canvas, right, second, who.cards)
        right = draw_right_side(canvas, right - 6, second, who, needed=False)
    draw_name(canvas, left, first, right - left, who)


def draw_arrow(canvas: Canvas, x: int, y: int, who: SeatLabel) -> int:
    """Draw the arrow of the turn and the computer face. Returns the left edge of the name."""
    if who.turn:
        ink = INK if who.acts else SIDE_INKS[who.side]
        canvas.shape("play" if who.acts else "play_hollow", centred(x + 13, y, 28, 28), ink)
        x += 36
    return draw_face(canvas, x, y, who.face, who.text)


def draw_face(canvas: Canvas, x: int, y: int, face: str, ink: Colour) -> int:
    """Draw a computer face, if there is one. Return the left edge of the name after it."""
    if not face:
        return x
    drawn = computer_faces.computer_face(face, FACE, light=ink == TEXT, muted=canvas.theme.muted)
    canvas.sprite(drawn, x, y - FACE // 2)
    return x + FACE + 8


def draw_name(canvas: Canvas, x: int, y: int, room: int, who: SeatLabel) -> None:
    """Draw a seat's name in the largest size that fits."""
    text, size = display_names.fit_size(who.name, room, NAME_SIZES, 700)
    canvas.text(x, y, text, size, 700, who.text)


def draw_cards(canvas: Canvas, x: int, y: int, count: int) -> None:
    """Draw the number of cards in a hand, on the backs of two cards."""
    wide, tall = COUNT
    back = Box(x, y - tall // 2 + 2, wide - 6, tall - 4)
    canvas.plate(back, 9, WHITE)
    canvas.plate(back.grown(-3), 7, BACK)
    front = Box(x + 6, y - tall // 2 - 2, wide - 6, tall - 4)
    canvas.plate(front, 9, WHITE)
    canvas.plate(front.grown(-3), 7, BACK)
    canvas.text(front.middle, front.centre, str(count), 44, 800, WHITE, "middle")


def draw_needs(canvas: Canvas, right: int, y: int, who: SeatLabel) -> int:
    """Draw what a player still needs to go out, right-aligned. Returns the left edge in pixels."""
    return going_out_needs.draw_needs(canvas, right, y, who.needs, who.text) if who.needs else right


def draw_right_side(
    canvas: Canvas, right: int, y: int, who: SeatLabel, *, needed: bool = True
) -> int:
    """Draw needs, foot or pony, dealer and tag, right-aligned. Returns the left edge in pixels."""
    if needed:
        right = draw_needs(canvas, right, y, who)
    if who.dealer:
        right = draw_dealer(canvas, right, y)
    if who.packet:
        canvas.shape(who.packet, centred(right - SIGN // 2, y, SIGN, SIGN), who.text)
        right -= SIGN + 10
    return draw_tag(canvas, right, y, who.tag) if who.tag else right - 4


def draw_dealer(canvas: Canvas, right: int, y: int) -> int:
    """Draw the dealer's disc with a "D". Returns the left edge in pixels."""
    canvas.shape("disc", centred(right - 25, y, 50, 50), canvas.theme.muted)
    canvas.text(right - 25, y, Catalogue.load().words("seat.dealer"), 42, 800, INK, "middle")
    return right - 58


def draw_tag(canvas: Canvas, right: int, y: int, text: str) -> int:
    """Draw a word on a yellow plate, right-aligned. Returns the left edge in pixels."""
    left = right - going_out_needs.pill_width(text)
    going_out_needs.draw_pill(canvas, left, y, text, PILL, filled=True)
    return left - 10
