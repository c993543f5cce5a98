"""The table of contract rummy: what this round asks for, the piles, the bowl, the players.

Each player has a panel with cards in hand, pennies, points, and the sets laid down.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from engine.model.cards import RANK
from engine.model.view import Contract, MeldView, SeatView, View
from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.pens import height_of
from render.canvas.theme import (
    DEAD_FACE,
    GOLD,
    INK,
    LOSS,
    MARKS,
    MUTED,
    SIDES,
    TEXT,
    TURN_RING,
    WIDTH,
    Colour,
    DeckName,
    Theme,
)
from render.felt import centre, fans
from render.text import names
from render.text.catalogue import Catalogue, number

MARGIN: Final = 12
GAP: Final = 12
BAND: Final = 206
HEAD: Final = 56
CARD: Final = 64
CARD_HEIGHT: Final = height_of(CARD)
STEP: Final = 21
LEAST_STEP: Final = 9
SET_GAP: Final = 22
ROW_PITCH: Final = CARD_HEIGHT + 18
SEVERAL_LEFT: Final = 2


@dataclass(frozen=True, slots=True)
class PlacedSet:
    """A set and where it goes in its player's panel."""

    meld: MeldView
    x: int
    row: int
    step: int

    @property
    def width(self) -> int:
        """From its first card to the end of its last."""
        return CARD + self.step * (len(self.meld.cards) - 1)


def draw(
    view: View,
    contract: Contract,
    shown: Sequence[str],
    theme: Theme,
    deck: DeckName,
    added: Mapping[int, int],
    notes: Sequence[str],
) -> Image.Image:
    """The picture of a table of contract rummy."""
    width = (WIDTH - 2 * MARGIN - GAP) // 2
    sets = [placed(view, seat.seat, width - 36) for seat in view.seats]
    talls = [HEAD + 10 + ROW_PITCH * rows for rows in rows_of_lines(sets)]
    tops = [BAND + sum(talls[:i]) + GAP * i for i in range(len(talls) + 1)]
    canvas = Canvas(theme, tops[-1] + 4, deck, view.values.wild_ranks)
    draw_band(canvas, view, contract)
    for seat in view.seats:
        line, column = divmod(seat.seat, 2)
        box = Box(MARGIN + column * (width + GAP), tops[line], width, talls[line])
        draw_player(canvas, box, view, seat, shown[seat.seat], notes[seat.seat])
        for one in sets[seat.seat]:
            draw_set(canvas, box, one, SIDES[seat.side], added.get(one.meld.number, 0))
    return canvas.image


def rows_of_lines(sets: Sequence[Sequence[PlacedSet]]) -> list[int]:
    """How many rows of sets each line of two panels needs, one at least."""
    rows = [1 + max((one.row for one in own), default=0) for own in sets]
    return [max(rows[i : i + 2]) for i in range(0, len(rows), 2)]


def placed(view: View, owner: int, room: int) -> list[PlacedSet]:
    """A player's sets from left to right, in as many rows as they need."""
    x, row, sets = 0, 0, []
    for meld in view.melds:
        if meld.owner != owner:
            continue
        most = (room - CARD) // max(1, len(meld.cards) - 1)
        one = PlacedSet(meld, x, row, max(LEAST_STEP, min(STEP, most)))
        if x and x + one.width > room:
            row += 1
            one = PlacedSet(meld, 0, row, one.step)
        sets.append(one)
        x = one.x + one.width + SET_GAP
    return sets


def draw_band(canvas: Canvas, view: View, contract: Contract) -> None:
    """Round, piles, bowl, and what the first-down asks for in words."""
    words = Catalogue.load().words
    centre.draw_stock(canvas, centre.STOCK_X, 26, view.stock)
    draw_upcard(canvas, centre.DISCARD_X, 26, view)
    box = Box(290, 16, WIDTH - 290 - MARGIN, BAND - 32)
    canvas.plate(box, 18, canvas.theme.panel)
    heading = words("table.round_of", round=view.round, last=view.last_round)
    canvas.text(box.x + 28, box.y + 36, heading, 31, 800, TEXT)
    asked = words("table.contract", n=contract.sets, size=contract.size)
    canvas.text(box.x + 28, box.y + 88, asked, 42, 800, GOLD)
    limit = words("table.wilds", n=contract.wilds, ranks=wild_names(contract))
    canvas.text(box.x + 28, box.y + 138, limit, 27, 600, MUTED)
    draw_bowl(canvas, box.right - 28, box.y + 40, view.bowl)


def wild_names(contract: Contract) -> str:
    """The ranks that are wild in this round."""
    catalogue = Catalogue.load()
    return catalogue.listing(catalogue.words(f"card.plural.{rank}") for rank in contract.wild_ranks)


def draw_bowl(canvas: Canvas, right: int, y: int, pennies: int) -> None:
    """The bowl and how many pennies lie in it."""
    wide = canvas.text(right, y, str(pennies), 38, 800, TEXT, "right")
    canvas.shape("bowl", centred(right - wide - 42, y, 52, 52), SIDES[0])


def draw_upcard(canvas: Canvas, x: int, y: int, view: View) -> None:
    """The upcard: a golden rim while it may be taken or bought, a grey face once it is dead."""
    box = Box(x, y, centre.PILE_WIDTH, centre.PILE_HEIGHT)
    if view.upcard is None:
        canvas.frame(box, 9, 2, canvas.theme.line)
    else:
        ground = None if view.offered else DEAD_FACE
        canvas.sprite(faces.shown(canvas, view.upcard, box.width, ground), x, y)
        if view.offered:
            canvas.frame(box.grown(5), 14, 5, GOLD)
    centre.plate(canvas, box.middle, box.bottom, len(view.pile), few=False)


def draw_player(canvas: Canvas, box: Box, view: View, seat: SeatView, name: str, note: str) -> None:
    """A player's panel: name, cards in hand, pennies, points."""
    turn = seat.seat == view.turn and view.phase != "over"
    ink, text = SIDES[seat.side], INK if turn else TEXT
    if turn:
        canvas.plate(box.grown(5), 21, TURN_RING)
    canvas.plate(box, 16, canvas.theme.panel)
    head = Box(box.x, box.y, box.width, HEAD)
    if turn:
        canvas.plate(head, 16, ink)
    else:
        canvas.plate(Box(box.x, box.y, 10, box.height), 5, ink)
    left = draw_counts(canvas, head, view, seat, text)
    waits = seat.seat in view.offer_to
    sign = "play" if turn else "play_hollow" if waits else MARKS[seat.side]
    canvas.shape(sign, centred(head.x + 34, head.centre, 22, 22), INK if turn else ink)
    if note:
        left -= (
            canvas.text(left - 4, head.centre, note, 25, 600, text if turn else MUTED, "right") + 14
        )
    short = names.fitted(name, left - head.x - 66, 29, 700)
    canvas.text(head.x + 56, head.centre, short, 29, 700, text)
    if not any(meld.owner == seat.seat for meld in view.melds):
        empty = Catalogue.load().words("table.not_down")
        canvas.text(box.x + 30, box.y + HEAD + 5 + ROW_PITCH // 2, empty, 27, 600, MUTED)


def draw_counts(canvas: Canvas, head: Box, view: View, seat: SeatView, text: Colour) -> int:
    """Points at the right, then pennies, then cards in hand. Returns where they begin."""
    y, right = head.centre, head.right - 18
    points = number(view.sides[seat.side].score)
    canvas.text(right, y, points, 31, 800, text, "right")
    right -= max(66, fonts.width(points, 31, 800)) + 16
    few = seat.pennies == 0 and text == TEXT
    canvas.text(right, y, str(seat.pennies), 29, 800, LOSS if few else text, "right")
    right -= 44
    canvas.sprite(faces.coin(28), right - 28, y - 14)
    right -= 50
    canvas.text(right, y, str(seat.hand_count), 29, 800, text, "right")
    right -= 40
    canvas.shape("cards", centred(right - 12, y, 28, 28), text)
    return right - 36


def draw_set(canvas: Canvas, box: Box, one: PlacedSet, ink: Colour, new: int) -> None:
    """A set, fanned to the right: wilds first, a natural in front, and the number of cards."""
    x, y = box.x + 24 + one.x, box.y + HEAD + 8 + ROW_PITCH * one.row
    rank = one.meld.rank
    order = sorted(one.meld.cards, key=lambda face: (RANK[face] == rank, face))
    for face in order[:-1]:
        wild = canvas.is_wild(face) and RANK[face] != rank
        canvas.sprite(faces.side_strip(face, CARD, canvas.deck, wild=wild), x, y)
        x += one.step
    # Of a set of twos or aces the cards of its own rank are natural, wild though they are.
    canvas.sprite(faces.card(order[-1], CARD, canvas.deck, wild=False), x, y)
    fans.badge(canvas, x + CARD - 4, y + CARD_HEIGHT - 4, str(len(order)), ink)
    if new:
        more = Catalogue.load().words("table.more", n=new)
        fans.tag(canvas, x - one.step + 6, y + CARD_HEIGHT - 2, more)
