"""A side on the felt: its head, its seats and its melds, each a band of its own.

Where melds belong to the players of a side one by one, the row of melds is split between them;
a player alone has no row of seats: the head is their seat.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.model.view import MeldView, SideView, View
from render.canvas.bands import Band
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box
from render.canvas.theme import (
    PILL,
)
from render.felt import needs, people, stacks
from render.felt.heads import LEFT, RADIUS, ROOM, SEATS, draw_zone, head
from render.felt.people import Company, Person
from render.felt.stacks import Stack, StackSize

HALVES_GAP: Final = 20
PILL_ROW: Final = 92
ROW_GAP: Final = 10


@dataclass(frozen=True, slots=True)
class SeatsBand:
    """The seats of a side, beside each other."""

    people: tuple[Person, ...]

    lit: bool = False

    @property
    def lines(self) -> int:
        """Three seats need two lines each."""
        return 1 if len(self.people) <= 2 else 2

    @property
    def height(self) -> int:
        """With room for the ring of the turn."""
        return (76 if self.lines == 1 else 142) + 12

    def draw(self, canvas: Canvas) -> None:
        """Draw them from the left, in their order."""
        draw_zone(canvas, -RADIUS, self.height + 2 * RADIUS, self.people[0].side)
        row = Box(SEATS.x, 6, SEATS.width, self.height - 12)
        for box, who in zip(row.columns(len(self.people), 10), self.people, strict=True):
            people.draw_seat(canvas, box, who, lines=self.lines)


@dataclass(frozen=True, slots=True)
class Part:
    """The melds of a side, or of one of its players; or what they need to open."""

    stacks: tuple[Stack, ...]
    opening: str
    strong: bool
    """Whether it is asked of whoever is on turn, or looks."""


@dataclass(frozen=True, slots=True)
class MeldRow:
    """The melds of a side, as wide as all sides can have them."""

    side: int
    parts: tuple[Part, ...]
    lay: StackSize

    lit: bool = False

    @property
    def counts(self) -> tuple[int, ...]:
        """How many stacks each part has."""
        return tuple(len(part.stacks) for part in self.parts)

    @property
    def rooms(self) -> tuple[int, ...]:
        """The width of each part."""
        return rooms_of(self.counts, self.lay.width)

    @property
    def rows(self) -> int:
        """How many rows of stacks there are."""
        return rows_in(self.rooms, self.counts, self.lay.width)

    @property
    def height(self) -> int:
        """Low while nothing is melded."""
        if not any(part.stacks for part in self.parts):
            return PILL_ROW if any(part.opening for part in self.parts) else 24
        # Each row's pitch has the room for its tags, the first one's too.
        return 8 + self.rows * self.pitch - ROW_GAP + 18

    @property
    def top(self) -> int:
        """Where the first row begins, with room for tags of new cards."""
        return 8 + self.lay.headroom(stack for part in self.parts for stack in part.stacks)

    @property
    def pitch(self) -> int:
        """From row to row."""
        return self.top - 8 + self.lay.height + ROW_GAP

    def draw(self, canvas: Canvas) -> None:
        """Draw the parts from the left."""
        draw_zone(canvas, -RADIUS, self.height + RADIUS, self.side)
        x = LEFT
        for part, room in zip(self.parts, self.rooms, strict=True):
            self.draw_part(canvas, x, room, part)
            x += room + HALVES_GAP

    def draw_part(self, canvas: Canvas, x: int, room: int, part: Part) -> None:
        """One player's melds, or all."""
        fit = stacks.columns_that_fit(room, self.lay.width)
        for row in range(self.rows):
            top = self.top + row * self.pitch
            some = part.stacks[row * fit : (row + 1) * fit]
            stacks.draw_row(canvas, x, top, some, self.lay, self.side, goal=True)
        if part.opening and not part.stacks:
            needs.draw_pill(canvas, x, 42, part.opening, PILL, filled=part.strong)


def rooms_of(counts: Sequence[int], width: int) -> tuple[int, ...]:
    """The width of each part of a row: equal, or by their stacks where that spares a row."""
    room = ROOM - HALVES_GAP * (len(counts) - 1)
    some = [max(1, count) for count in counts]
    equal = (room // len(some),) * len(some)
    shares = tuple(room * count // sum(some) for count in some)
    return min(equal, shares, key=lambda rooms: rows_in(rooms, counts, width))


def rows_in(rooms: Sequence[int], counts: Sequence[int], width: int) -> int:
    """How many rows the stacks of some parts need; out of all bounds where no card has room."""
    fits = [stacks.columns_that_fit(room, width) for room in rooms]
    if not all(fits):
        return 1 + sum(counts)
    return max(1, *(-(-count // fit) for count, fit in zip(counts, fits, strict=True)))


def parts(view: View, company: Company, side: SideView, viewer: int | None) -> tuple[Part, ...]:
    """The melds of a side; of each of its players where they have them one by one."""
    return tuple(part(view, company, side, seats, viewer) for seats in sharing(view, side, viewer))


def sharing(view: View, side: SideView, viewer: int | None) -> list[tuple[int, ...]]:
    """The seats of a side, in groups whose melds lie together."""
    if not side.personal_melds:
        return [side.seats]
    return [(seat,) for seat in ordered(side, viewer, len(view.seats))]


def melds_of(view: View, side: SideView, seats: tuple[int, ...]) -> list[MeldView]:
    """The melds of some seats of a side."""
    return [
        meld
        for meld in view.melds
        if meld.side == side.side and (not side.personal_melds or meld.owner in seats)
    ]


def part(
    view: View, company: Company, side: SideView, seats: tuple[int, ...], viewer: int | None
) -> Part:
    """The melds of some seats, and what they have to open with."""
    points = view.seats[seats[0]].minimum
    concerned = {view.turn, viewer} if view.phase != "over" else {viewer}
    return Part(
        stacks.stacks_of(view, melds_of(view, side, seats), company.added),
        needs.opening(points) if points is not None else "",
        bool(concerned & set(seats)),
    )


def ordered(side: SideView, viewer: int | None, seats: int) -> tuple[int, ...]:
    """The seats of a side in the order of play, from the one after the viewer's on."""
    start = 0 if viewer is None else viewer + 1
    return tuple(sorted(side.seats, key=lambda seat: (seat - start) % seats))


def bands(
    view: View, company: Company, side: SideView, lay: StackSize, viewer: int | None = None
) -> tuple[Band, ...]:
    """The bands of one side."""
    order = ordered(side, viewer, len(view.seats))
    seated = tuple(people.person(view, company, view.seats[seat], viewer) for seat in order)
    melds = MeldRow(side.side, parts(view, company, side, viewer), lay)
    row = (SeatsBand(seated),) if len(seated) > 1 else ()
    return (head(view, company, side, viewer), *row, melds)


def counted(view: View, side: SideView) -> list[int]:
    """How many stacks a side has; of each of its players where they have them one by one."""
    groups = sharing(view, side, None)
    return [stacks.how_many(melds_of(view, side, seats)) for seats in groups]


def rows_at(view: View, width: int) -> int:
    """How many rows of cards so wide all sides need together."""
    every = [counted(view, side) for side in view.sides]
    return sum(rows_in(rooms_of(counts, width), counts, width) for counts in every)


def widest(view: View) -> int:
    """The widest cards with which melds stand in as few rows as cards that read well can."""
    return min(stacks.EASY, key=partial(rows_at, view))
