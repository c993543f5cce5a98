"""People at the table: who they are on a picture, and the plates on which they stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

from engine.model.view import Need, SeatView, View
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import (
    BACK,
    INK,
    MUTED,
    PILL,
    SIDE_INKS,
    TEXT,
    TURN_RING,
    WHITE,
    Colour,
)
from render.felt import needs, portraits
from render.text import names
from render.text.catalogue import Catalogue

NAME_SIZES: Final = (46, 44, 42)
"""Type of names in seats; below the last they end in an ellipsis."""
FACE: Final = 44
SIGN: Final = 48
COUNT: Final = (78, 64)
PACKET_SIGNS: Final = {"foot": "foot", "pony": "bow"}
Turn = Literal["", "now", "next"]


@dataclass(frozen=True, slots=True)
class Company:
    """Who sits at a table, and what the newest turn brought.

    `names` by seat; `faces` of computer players, by seat, "" for a member; `added`: meld number
    -> cards of the newest turn; `thrower`: the seat that threw the upcard, if that is known.
    """

    names: Sequence[str]
    faces: Sequence[str] = ()
    added: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    thrower: int | None = None

    def face(self, seat: int) -> str:
        """The face of a computer player, or nothing."""
        return self.faces[seat] if seat < len(self.faces) else ""


@dataclass(frozen=True, slots=True)
class Person:
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
        """Whether it is their turn."""
        return self.turn == "now"

    @property
    def text(self) -> Colour:
        """The colour of their name."""
        return INK if self.acts else TEXT


def person(view: View, company: Company, seat: SeatView, viewer: int | None) -> Person:
    """A seat of a view; the viewer is called "you"."""
    words = Catalogue.load().words
    personal = view.sides[seat.side].personal_melds
    return Person(
        words("seat.you") if seat.seat == viewer else company.names[seat.seat],
        company.face(seat.seat),
        seat.side,
        turn_of(view, seat.seat),
        seat.seat == viewer,
        seat.seat == view.dealer,
        seat.hand_count,
        PACKET_SIGNS.get(view.packet, "") if seat.foot_count else "",
        seat.needs if personal else (),
        words("seat.alone") if seat.seat == view.lone else "",
    )


def turn_of(view: View, seat: int) -> Turn:
    """Whether a seat is on turn, or follows; while the upcard is offered, whoever is asked."""
    if view.phase == "over":
        return ""
    if seat == view.turn:
        return "now"
    follows = view.offer_to or ((view.turn + 1) % len(view.seats),)
    return "next" if seat in follows else ""


def draw_plate(canvas: Canvas, box: Box, who: Person) -> None:
    """The ground of a seat: inverted in a ring on its turn; one's own outlined."""
    if who.acts:
        canvas.plate(box.grown(5), 19, TURN_RING)
        canvas.plate(box, 14, SIDE_INKS[who.side])
        return
    canvas.plate(box, 14, canvas.theme.seat)
    if who.own:
        canvas.frame(box, 14, 4, SIDE_INKS[who.side])


def draw_seat(canvas: Canvas, box: Box, who: Person, *, lines: int) -> None:
    """A seat in one line, or in two: the name above, everything else below."""
    draw_plate(canvas, box, who)
    first = box.y + (39 if lines == 2 else box.height // 2)
    second = box.y + 104 if lines == 2 else first
    left = draw_arrow(canvas, box.x + 14, first, who)
    right = box.right - 12
    if lines == 2:
        draw_cards(canvas, box.x + 14, second, who.cards)
        draw_things(canvas, right, second, who)
    else:
        right = draw_needs(canvas, right, second, who)
        right -= COUNT[0]
        draw_cards(canvas, right, second, who.cards)
        right = draw_things(canvas, right - 10, second, who, needed=False)
    draw_name(canvas, left, first, right - left, who)


def draw_arrow(canvas: Canvas, x: int, y: int, who: Person) -> int:
    """The arrow of the turn and the face of a computer player. Returns where the name begins."""
    if who.turn:
        ink = INK if who.acts else SIDE_INKS[who.side]
        canvas.shape("play" if who.acts else "play_hollow", centred(x + 13, y, 28, 28), ink)
        x += 36
    return draw_face(canvas, x, y, who.face, who.text)


def draw_face(canvas: Canvas, x: int, y: int, face: str, ink: Colour) -> int:
    """The face of a computer player, if there is one. Returns where it ends."""
    if not face:
        return x
    light = ink == TEXT
    canvas.sprite(portraits.portrait(face, FACE, light=light), x, y - FACE // 2)
    return x + FACE + 8


def draw_name(canvas: Canvas, x: int, y: int, room: int, who: Person) -> None:
    """A name, as large as it fits."""
    text, size = names.sized(who.name, room, NAME_SIZES, 700)
    canvas.text(x, y, text, size, 700, who.text)


def draw_cards(canvas: Canvas, x: int, y: int, count: int) -> None:
    """The number of cards in a hand, on the backs of two of them."""
    wide, tall = COUNT
    back = Box(x, y - tall // 2 + 2, wide - 6, tall - 4)
    canvas.plate(back, 9, WHITE)
    canvas.plate(back.grown(-3), 7, BACK)
    front = Box(x + 6, y - tall // 2 - 2, wide - 6, tall - 4)
    canvas.plate(front, 9, WHITE)
    canvas.plate(front.grown(-3), 7, BACK)
    canvas.text(front.middle, front.centre, str(count), 46, 800, WHITE, "middle")


def draw_needs(canvas: Canvas, right: int, y: int, who: Person) -> int:
    """What a player still needs to go out, right-aligned. Returns where it begins."""
    return needs.draw(canvas, right, y, who.needs, who.text) if who.needs else right


def draw_things(canvas: Canvas, right: int, y: int, who: Person, *, needed: bool = True) -> int:
    """Right-aligned: needs, the packet that still lies, the dealer's disc, a tag."""
    if needed:
        right = draw_needs(canvas, right, y, who)
    if who.dealer:
        right = draw_dealer(canvas, right, y)
    if who.packet:
        canvas.shape(who.packet, centred(right - SIGN // 2, y, SIGN, SIGN), who.text)
        right -= SIGN + 10
    return draw_tag(canvas, right, y, who.tag) if who.tag else right - 4


def draw_dealer(canvas: Canvas, right: int, y: int) -> int:
    """A disc with a D. Returns where it begins."""
    canvas.shape("disc", centred(right - 25, y, 50, 50), MUTED)
    canvas.text(right - 25, y, Catalogue.load().words("seat.dealer"), 42, 800, INK, "middle")
    return right - 58


def draw_tag(canvas: Canvas, right: int, y: int, text: str) -> int:
    """A word on a yellow plate, right-aligned. Returns where it begins."""
    left = right - needs.pill_width(text)
    needs.draw_pill(canvas, left, y, text, PILL, filled=True)
    return left - 10
