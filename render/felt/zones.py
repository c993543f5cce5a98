"""The zone of a side: who, score, what it still needs to go out, and its melds by rank.

Where melds belong to the players of a side one by one, the zone is split between them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.cards import ACE, JOKER_RANK, THREE
from engine.model.view import MeldView, Need, SeatView, SideView, View
from render.canvas import fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import (
    DECKS,
    FACE,
    FACE_EDGE,
    GOLD,
    HEART,
    LOSS,
    MARKS,
    MUTED,
    SIDES,
    TEXT,
    Colour,
)
from render.felt import fans, needs
from render.felt.fans import Fan
from render.text import names
from render.text.catalogue import Catalogue, number, signed
from render.text.names import side_title

HEADER: Final = 54
LEAST_NAME: Final = 150
"""Pixels for a name, before which this round's points give way."""
OWNER: Final = 44
"""Height of the line that names the owners of a split zone."""
RANKS: Final = (*range(THREE + 1, ACE + 1), JOKER_RANK)
FEW_GAP: Final = 16
PART_GAP: Final = 24
ROOMY_COLUMNS: Final = 12
"""So many columns of wide cards stand side by side in a zone."""
LEAST_COLUMNS: Final = 4
EQUAL_COLUMNS: Final = 5
"""Up to so many columns each, the players of a side have equal parts of the zone."""


@dataclass(frozen=True, slots=True)
class Zone:
    """All that is drawn of one side."""

    side: SideView
    seats: tuple[SeatView, ...]
    melds: tuple[MeldView, ...]
    title: str
    names: tuple[str, ...]
    ranks: tuple[int, ...]
    """The ranks that have a slot whether melded or not."""
    fan: Fan
    so_far: int
    """What this round would bring if it ended now."""

    @property
    def ink(self) -> Colour:
        """The colour of the side."""
        return SIDES[self.side.side]

    @property
    def split(self) -> bool:
        """Whether its melds belong to its players one by one."""
        return self.side.personal_melds

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the side, or its only player, still needs to go out."""
        return self.side.needs or (self.seats[0].needs if len(self.seats) == 1 else ())

    @property
    def minimum(self) -> int | None:
        """Points the side's initial meld needs; None if it has one, or each player needs one."""
        return None if self.split else self.seats[0].minimum

    @property
    def has_slots(self) -> bool:
        """Whether every rank has its place; a narrow zone shows the ranks in use only."""
        return bool(self.ranks)

    @property
    def red_threes(self) -> int:
        """How many red threes the side has laid."""
        return sum(len(seat.red_threes) for seat in self.seats)


def zones_of(view: View, shown: tuple[str, ...]) -> tuple[Zone, ...]:
    """The zones of a view, with the fans as tall as the number of sides allows."""
    # Two sides leave room for strips that show a suit; of more, covered cards show their edges.
    fan = Fan(76, 17) if len(view.sides) <= 2 else Fan(76, 6)
    ranks = RANKS if all(meld.rank != THREE for meld in view.melds) else (THREE, *RANKS)
    if len(ranks) > len(RANKS):
        fan = Fan(64, fan.step)
    if len(view.sides) > 4:
        fan, ranks = Fan(64, 6), ()
    if most_columns(view) > ROOMY_COLUMNS:
        fan = Fan(64, fan.step)
    return tuple(zone_of(view, side, shown, ranks, fan) for side in view.sides)


def most_columns(view: View) -> int:
    """The most columns of melds that one side has, where each player has columns of their own."""
    owners = {(meld.side, meld.owner, meld.rank) for meld in view.melds}
    return max(Counter(side for side, _, _ in owners).values(), default=0)


def zone_of(
    view: View, side: SideView, shown: tuple[str, ...], ranks: tuple[int, ...], fan: Fan
) -> Zone:
    """The zone of one side."""
    return Zone(
        side,
        tuple(view.seats[seat] for seat in side.seats),
        tuple(meld for meld in view.melds if meld.side == side.side),
        side_title(side, shown),
        tuple(shown[seat] for seat in side.seats),
        ranks,
        fan,
        view.so_far(side),
    )


def zone_height(zones: Sequence[Zone]) -> int:
    """The height that all these zones share: the tallest column, at least two cards' fan."""
    fan = zones[0].fan
    least = fan.height + fan.step
    tallest = max((tallest_column(zone) for zone in zones), default=0)
    owners = OWNER if any(zone.split for zone in zones) else 0
    return HEADER + owners + 6 + max(least, tallest) + 18


def tallest_column(zone: Zone) -> int:
    """The height of a zone's tallest column."""
    groups = [zone.melds]
    if zone.split:
        groups = [owned(zone, seat) for seat in zone.seats]
    columns = [melds for group in groups for melds in fans.columns_of(group).values()]
    return max((fans.column_height(melds, zone.fan) for melds in columns), default=0)


def owned(zone: Zone, seat: SeatView) -> tuple[MeldView, ...]:
    """The melds of one player."""
    return tuple(meld for meld in zone.melds if meld.owner == seat.seat)


def draw_zone(canvas: Canvas, box: Box, zone: Zone, added: Mapping[int, int]) -> None:
    """Draw a side's zone into a box."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, zone.ink)
    draw_header(canvas, box, zone)
    if zone.split:
        draw_halves(canvas, box, zone, added)
    else:
        inner = Box(box.x + 22, box.y + HEADER + 6, box.width - 34, 0)
        draw_columns(canvas, inner, zone, zone.melds, added)
        if zone.minimum is not None and not zone.has_slots:
            needs.opening_pill_at(canvas, inner.x, inner.y + 30, zone.minimum, 28)


def draw_header(canvas: Canvas, box: Box, zone: Zone) -> None:
    """Mark, name, score, this round; red threes and what is needed at the right."""
    y, x = box.y + 30, box.x + 26
    left = draw_needs(canvas, box.right - 18, y, zone)
    left = draw_red_threes(canvas, left, y, zone)
    canvas.shape(MARKS[zone.side.side], centred(x + 11, y, 22, 22), zone.ink)
    score = number(zone.side.score)
    change = signed(zone.so_far) if zone.so_far else ""
    x += 32
    if left - x - score_room(score, change) < min(LEAST_NAME, fonts.width(zone.title, 32, 800)):
        change = ""
    room = left - x - score_room(score, change)
    x += canvas.text(x, y, names.fitted(zone.title, room, 32, 800), 32, 800, zone.ink) + 20
    x += canvas.text(x, y, score, 32, 800, TEXT) + 14
    canvas.text(x, y + 1, change, 26, 600, MUTED)


def score_room(score: str, change: str) -> int:
    """The pixels that the score and this round's change take beside a name."""
    this_round = fonts.width(change, 26, 600) + 14 if change else 0
    return fonts.width(score, 32, 800) + this_round + 32


def draw_needs(canvas: Canvas, right: int, y: int, zone: Zone) -> int:
    """The checklist, right-aligned. Returns where it begins."""
    if zone.minimum is not None and zone.has_slots:
        return needs.opening_pill(canvas, right, y, zone.minimum, 28)
    if not zone.needs:
        return right
    left = right - needs.PITCH * len(zone.needs) + 6
    for i, need in enumerate(zone.needs):
        needs.draw_need(canvas, Box(left + needs.PITCH * i, y - 22, needs.WIDTH, 44), need)
    if all(need.have >= need.need for need in zone.needs):
        canvas.plate(Box(left, y + 24, right - left, 4), 2, GOLD)
    return left - 6


def draw_red_threes(canvas: Canvas, right: int, y: int, zone: Zone) -> int:
    """A small red three and how many were laid. Returns where it begins."""
    if not zone.red_threes:
        return right
    text = Catalogue.load().words("table.times", n=zone.red_threes)
    left = right - fonts.width(text, 28, 800) - 56
    card = Box(left, y - 25, 36, 50)
    canvas.plate(card, 4, FACE_EDGE)
    canvas.plate(card.grown(-1), 3, FACE)
    canvas.text(card.middle, y - 10, "3", 28, 800, HEART, "middle")
    canvas.shape("heart", centred(card.middle - 8, y + 13, 15, 15), HEART)
    canvas.shape("diamond", centred(card.middle + 9, y + 13, 16, 16), DECKS[canvas.deck][2])
    canvas.text(left + 44, y, text, 28, 800, three_ink(zone))
    return left - 14


def three_ink(zone: Zone) -> Colour:
    """Red threes that count against their side are written as a loss."""
    return LOSS if zone.side.red_threes < 0 else TEXT


def draw_halves(canvas: Canvas, box: Box, zone: Zone, added: Mapping[int, int]) -> None:
    """The melds of each player of a side, side by side."""
    inner = Box(box.x + 22, box.y + HEADER, box.width - 34, box.height - HEADER - 12)
    parts = shared_out(inner, [len(fans.columns_of(owned(zone, seat))) for seat in zone.seats])
    for part, seat, name in zip(parts, zone.seats, zone.names, strict=True):
        draw_owner(canvas, part, seat, name)
        below = Box(part.x, part.y + OWNER + 6, part.width, 0)
        draw_columns(canvas, below, zone, owned(zone, seat), added, owner=True)
    for part in parts[1:]:
        canvas.rectangle(Box(part.x - 13, part.y + 4, 2, part.height), canvas.theme.line)


def shared_out(box: Box, columns: Sequence[int]) -> list[Box]:
    """The parts of a zone, wider for a player with more melds than fit into an equal share."""
    shares = [max(LEAST_COLUMNS, count) for count in columns]
    if max(columns) <= EQUAL_COLUMNS:
        shares = [1] * len(columns)
    room, x, parts = box.width - PART_GAP * (len(columns) - 1), box.x, []
    for share in shares:
        wide = room * share // sum(shares)
        parts.append(Box(x, box.y, wide, box.height))
        x += wide + PART_GAP
    return parts


def draw_owner(canvas: Canvas, part: Box, seat: SeatView, name: str) -> None:
    """The line above one player's melds: the name, and what that player still needs."""
    y, right = part.y + OWNER // 2 + 2, part.right
    if seat.minimum is not None:
        right = needs.opening_pill(canvas, right, y, seat.minimum, 25)
    else:
        for need in seat.needs:
            needs.draw_need(canvas, Box(right - needs.WIDTH, y - 19, needs.WIDTH, 38), need)
            right -= needs.PITCH
    canvas.text(part.x, y, names.fitted(name, right - part.x - 8, 27, 700), 27, 700, TEXT)


def draw_columns(
    canvas: Canvas,
    box: Box,
    zone: Zone,
    melds: Sequence[MeldView],
    added: Mapping[int, int],
    *,
    owner: bool = False,
) -> None:
    """Columns by rank: fixed slots where there is room for all ranks, else those in use."""
    columns = fans.columns_of(melds)
    some = owner or not zone.has_slots
    ranks = tuple(columns) if some else zone.ranks
    places = lefts(box, len(ranks), zone.fan.width, FEW_GAP if some else box.width)
    marks: list[fans.Mark] = []
    for rank, x in zip(ranks, places, strict=True):
        if rank in columns:
            marks += fans.draw_column(canvas, (x, box.y), columns[rank], zone.fan, added)
        else:
            fans.slot(canvas, x, box.y, rank, zone.fan)
    for mark in marks:
        fans.draw_mark(canvas, mark, zone.fan, zone.ink)


def lefts(box: Box, count: int, width: int, gap: int) -> list[int]:
    """Where columns begin: spread over the box, but no further apart than `gap`."""
    if count < 2:
        return [box.x][:count]
    pitch = min((box.width - width) / (count - 1), width + gap)
    return [box.x + round(pitch * i) for i in range(count)]
