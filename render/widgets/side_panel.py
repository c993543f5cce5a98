"""The panel of a side: its header, its seats and its melds, each a band of its own.

If the players of a side have melds of their own, the row of melds is split between them. A side of
one player has no row of seats, because the header is the seat.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.model.view import MeldView, SideView, View
from render.drawing.bands import Band
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import PILL
from render.widgets import going_out_needs, meld_stacks, seats
from render.widgets.meld_stacks import MeldStack, StackSize
from render.widgets.seats import SeatLabel, TableNames
from render.widgets.side_header import LEFT, RADIUS, ROOM, SEATS, draw_zone, side_header

HALVES_GAP: Final = 20
PILL_ROW: Final = 92
ROW_GAP: Final = 10


@dataclass(frozen=True, slots=True)
class SeatsBand:
    """The seats of a side, side by side."""

    people: tuple[SeatLabel, ...]

    lit: bool = False

    @property
    def lines(self) -> int:
        """Number of text lines in each seat: two if there are three seats."""
        return 1 if len(self.people) <= 2 else 2

    @property
    def height(self) -> int:
        """Height in pixels, with room for the ring around the player on turn."""
        return (76 if self.lines == 1 else 142) + 12

    def draw(self, canvas: Canvas) -> None:
        draw_zone(canvas, -RADIUS, self.height + 2 * RADIUS, self.people[0].side)
        row = Box(SEATS.x, 6, SEATS.width, self.height - 12)
        for box, who in zip(row.columns(len(self.people), 10), self.people, strict=True):
            seats.draw_seat(canvas, box, who, lines=self.lines)


@dataclass(frozen=True, slots=True)
class MeldGroup:
    """The melds of a side or of one of its players, or what their first meld needs."""

    stacks: tuple[MeldStack, ...]
    opening: str
    strong: bool
    """Whether the first meld is that of the player on turn, or of the viewer."""


@dataclass(frozen=True, slots=True)
class MeldRow:
    """The melds of a side. All sides have the same size of cards."""

    side: int
    parts: tuple[MeldGroup, ...]
    lay: StackSize

    lit: bool = False

    @property
    def counts(self) -> tuple[int, ...]:
        """Number of stacks in each part."""
        return tuple(len(part.stacks) for part in self.parts)

    @property
    def rooms(self) -> tuple[int, ...]:
        """Width of each part in pixels."""
        return part_widths(self.counts, self.lay.width)

    @property
    def rows(self) -> int:
        """Number of rows of stacks."""
        return row_count(self.rooms, self.counts, self.lay.width)

    @property
    def height(self) -> int:
        """Height in pixels. It is lower while there are no melds."""
        if not any(part.stacks for part in self.parts):
            return PILL_ROW if any(part.opening for part in self.parts) else 24
        # The pitch of each row, the first included, has room for its tags.
        return 8 + self.rows * self.pitch - ROW_GAP + 18

    @property
    def top(self) -> int:
        """Upper edge of the first row, with room above it for tags of new cards."""
        return 8 + self.lay.headroom(stack for part in self.parts for stack in part.stacks)

    @property
    def pitch(self) -> int:
        """Pixels from one row to the next."""
        return self.top - 8 + self.lay.height + ROW_GAP

    def draw(self, canvas: Canvas) -> None:
        draw_zone(canvas, -RADIUS, self.height + RADIUS, self.side)
        x = LEFT
        for part, room in zip(self.parts, self.rooms, strict=True):
            self.draw_part(canvas, x, room, part)
            x += room + HALVES_GAP

    def draw_part(self, canvas: Canvas, x: int, room: int, part: MeldGroup) -> None:
        """Draw the melds of one part."""
        fit = meld_stacks.columns_that_fit(room, self.lay.width)
        for row in range(self.rows):
            top = self.top + row * self.pitch
            some = part.stacks[row * fit : (row + 1) * fit]
            meld_stacks.draw_row(canvas, x, top, some, self.lay, self.side, goal=True)
        if part.opening and not part.stacks:
            going_out_needs.draw_pill(canvas, x, 42, part.opening, PILL, filled=part.strong)


# Layout asks for a few widths of cards at each side, for both pictures of a moment.
@lru_cache(maxsize=512)
def part_widths(counts: tuple[int, ...], width: int) -> tuple[int, ...]:
    """Return the width of each part in pixels.

    Parts are equally wide, or proportional to their stacks if that saves a row.
    """
    room = ROOM - HALVES_GAP * (len(counts) - 1)
    some = [max(1, count) for count in counts]
    equal = (room // len(some),) * len(some)
    shares = tuple(room * count // sum(some) for count in some)
    return min(equal, shares, key=lambda rooms: row_count(rooms, counts, width))


@lru_cache(maxsize=512)
def row_count(rooms: tuple[int, ...], counts: tuple[int, ...], width: int) -> int:
    """Return how many rows the parts need.

    If a part is narrower than a card, return more rows than are possible.
    """
    fits = [meld_stacks.columns_that_fit(room, width) for room in rooms]
    if not all(fits):
        return 1 + sum(counts)
    return max(1, *(-(-count // fit) for count, fit in zip(counts, fits, strict=True)))


def meld_groups(
    view: View, company: TableNames, side: SideView, viewer: int | None
) -> tuple[MeldGroup, ...]:
    """Return the melds of a side: one part, or one for each player with melds of their own."""
    return tuple(
        meld_group(view, company, side, seats, viewer) for seats in seat_groups(view, side, viewer)
    )


def seat_groups(view: View, side: SideView, viewer: int | None) -> list[tuple[int, ...]]:
    """Return the seats of a side in groups that share melds."""
    if not side.personal_melds:
        return [side.seats]
    return [(seat,) for seat in seats_from_viewer(side, viewer, len(view.seats))]


def melds_of(view: View, side: SideView, seats: tuple[int, ...]) -> list[MeldView]:
    return [
        meld
        for meld in view.melds
        if meld.side == side.side and (not side.personal_melds or meld.owner in seats)
    ]


def meld_group(
    view: View, company: TableNames, side: SideView, seats: tuple[int, ...], viewer: int | None
) -> MeldGroup:
    """Return the melds of some seats, and what their first meld needs."""
    points = view.seats[seats[0]].minimum
    concerned = {view.turn, viewer} if view.phase != "over" else {viewer}
    # False without an opening: equal melds are equal bands then, whoever is on turn.
    return MeldGroup(
        meld_stacks.stacks(view, melds_of(view, side, seats), company),
        going_out_needs.initial_meld_text(points) if points is not None else "",
        points is not None and not concerned.isdisjoint(seats),
    )


def seats_from_viewer(side: SideView, viewer: int | None, seats: int) -> tuple[int, ...]:
    """Return a side's seats in turn order: after the viewer, or from seat 0 without one."""
    start = 0 if viewer is None else viewer + 1
    return tuple(sorted(side.seats, key=lambda seat: (seat - start) % seats))


def bands(
    view: View, company: TableNames, side: SideView, lay: StackSize, viewer: int | None = None
) -> tuple[Band, ...]:
    """Return the bands of one side. With a `viewer`, that seat is called "you"."""
    order = seats_from_viewer(side, viewer, len(view.seats))
    seated = tuple(seats.seat_label(view, company, view.seats[seat], viewer) for seat in order)
    melds = MeldRow(side.side, meld_groups(view, company, side, viewer), lay)
    row = (SeatsBand(seated),) if len(seated) > 1 else ()
    return (side_header(view, company, side, viewer), *row, melds)


def stack_counts(view: View, side: SideView) -> tuple[int, ...]:
    """Return how many stacks each part of a side's melds has."""
    groups = seat_groups(view, side, None)
    return tuple(meld_stacks.stack_count(melds_of(view, side, seats)) for seats in groups)


def widest_cards(view: View) -> int:
    """Return the widest of the readable card widths that need the fewest rows."""
    every = [stack_counts(view, side) for side in view.sides]

    def rows(width: int) -> int:
        return sum(row_count(part_widths(counts, width), counts, width) for counts in every)

    return min(meld_stacks.READABLE_WIDTH, key=rows)
