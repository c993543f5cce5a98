"""The zone of a side: who, score, what it still needs to go out, and its melds by rank.

Where melds belong to the players of a side one by one, the zone is split between them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from engine.cards import ACE, JOKER_RANK, THREE
from engine.view import MeldView, Need, SeatView, SideView, View
from render import fans, fonts, names
from render.catalogue import Catalogue, number, signed
from render.faces import GROUNDS
from render.fans import Fan
from render.geometry import Box, centred
from render.sprites import Canvas
from render.theme import (
    DECKS,
    FACE,
    FACE_EDGE,
    GOLD,
    HEART,
    INK,
    LOSS,
    MARKS,
    MUTED,
    PILL,
    SIDES,
    TEXT,
    WHITE,
    Colour,
)

HEADER: Final = 54
OWNER: Final = 44
"""Height of the line that names the owners of a split zone."""
RANKS: Final = (*range(THREE + 1, ACE + 1), JOKER_RANK)
WIDEST_GAP: Final = 12
NEED_WIDTH: Final = 100
NEED_PITCH: Final = 106
NEED_SIGNS: Final = {"natural": "heart_card", "mixed": "spade_card", "wild": "star", "any": "cards"}


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

    @property
    def ink(self) -> Colour:
        """The colour of the side."""
        return SIDES[self.side.side]

    @property
    def split(self) -> bool:
        """Whether its melds belong to its players one by one."""
        return len(self.seats) > 1 and any(seat.needs for seat in self.seats)

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the side, or its only player, still needs to go out."""
        return self.side.needs or (self.seats[0].needs if len(self.seats) == 1 else ())

    @property
    def minimum(self) -> int | None:
        """Points the side's initial meld needs; None if it has one, or each player needs one."""
        return None if self.split else self.seats[0].minimum

    @property
    def red_threes(self) -> int:
        """How many red threes the side has laid."""
        return sum(len(seat.red_threes) for seat in self.seats)


def zones_of(view: View, shown: tuple[str, ...]) -> tuple[Zone, ...]:
    """The zones of a view, with the fans as tall as the number of sides allows."""
    fan = Fan(76, 17) if len(view.sides) <= 2 else Fan(76, 6)
    ranks = RANKS if all(meld.rank != THREE for meld in view.melds) else (THREE, *RANKS)
    if len(ranks) > len(RANKS):
        fan = Fan(64, fan.step)
    if len(view.sides) > 4:
        fan, ranks = Fan(64, 6), ()
    return tuple(zone_of(view, side, shown, ranks, fan) for side in view.sides)


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
    )


def side_title(side: SideView, shown: Sequence[str]) -> str:
    """What a side is called: its only player, or the name of its number."""
    if len(side.seats) == 1:
        return shown[side.seats[0]]
    return Catalogue.load().words(f"side.{side.side}")


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


def draw_header(canvas: Canvas, box: Box, zone: Zone) -> None:
    """Mark, name, score, this round; red threes and what is needed at the right."""
    y, x = box.y + 30, box.x + 26
    left = draw_needs(canvas, box.right - 18, y, zone)
    left = draw_red_threes(canvas, left, y, zone)
    canvas.shape(MARKS[zone.side.side], centred(x + 11, y, 22, 22), zone.ink)
    score, change = number(zone.side.score), signed(zone.side.on_table)
    room = left - x - 32 - score_room(score, change)
    x += 32
    x += canvas.text(x, y, names.fitted(zone.title, room, 32, 800), 32, 800, zone.ink) + 20
    x += canvas.text(x, y, score, 32, 800, TEXT) + 14
    if zone.side.on_table:
        canvas.text(x, y + 1, change, 26, 600, MUTED)


def score_room(score: str, change: str) -> int:
    """The pixels that the score and this round's change take beside a name."""
    return fonts.width(score, 32, 800) + fonts.width(change, 26, 600) + 56


def draw_needs(canvas: Canvas, right: int, y: int, zone: Zone) -> int:
    """The checklist, right-aligned. Returns where it begins."""
    if zone.minimum is not None:
        return opening_pill(canvas, right, y, zone.minimum, 28)
    if not zone.needs:
        return right
    left = right - NEED_PITCH * len(zone.needs) + 6
    for i, need in enumerate(zone.needs):
        draw_need(canvas, Box(left + NEED_PITCH * i, y - 22, NEED_WIDTH, 44), need)
    if all(need.have >= need.need for need in zone.needs):
        canvas.plate(Box(left, y + 24, right - left, 4), 2, GOLD)
    return left - 6


def opening_pill(canvas: Canvas, right: int, y: int, points: int, size: int) -> int:
    """A yellow pill: the points an initial meld needs. Returns where it begins."""
    text = Catalogue.load().words("table.opens", points=points)
    box = Box(right - fonts.width(text, size, 800) - 32, y - size + 7, 0, 2 * size - 14)
    box = Box(box.x, box.y, right - box.x, box.height)
    canvas.plate(box, 14, PILL)
    canvas.text(box.middle, y, text, size, 800, INK, "middle")
    return box.x - 10


def draw_need(canvas: Canvas, box: Box, need: Need) -> None:
    """One thing needed to go out: filled when there, an outline while missing."""
    words = Catalogue.load().words
    if need.kind == "any":
        draw_need_of_any(canvas, box, need)
        return
    ground, ink, _ = GROUNDS[need.kind]
    if not need.have:
        canvas.frame(box, 14, 2, canvas.theme.line)
        draw_need_sign(canvas, box, need.kind, MUTED)
        canvas.text(box.right - 24, box.centre, words("table.none_yet"), 28, 800, MUTED, "middle")
        return
    canvas.plate(box, 14, ground)
    if need.kind == "mixed":
        canvas.frame(box, 14, 2, WHITE)
    draw_need_sign(canvas, box, need.kind, ink)
    canvas.text(
        box.right - 14,
        box.centre,
        words("table.times", n=need.have),
        28,
        800,
        INK if need.kind == "sevens" else WHITE,
        "right",
    )


def draw_need_sign(canvas: Canvas, box: Box, kind: str, ink: Colour) -> None:
    """The sign of a kind of canasta."""
    if kind == "sevens":
        canvas.text(box.x + 27, box.centre, "7", 34, 800, ink, "middle")
    else:
        canvas.shape(NEED_SIGNS[kind], centred(box.x + 27, box.centre, 30, 30), ink)


def draw_need_of_any(canvas: Canvas, box: Box, need: Need) -> None:
    """Canastas of whatever kind: one small card for each that is needed, filled when there."""
    step = 26
    left = box.middle - step * need.need // 2 + 2
    done = need.have >= need.need
    canvas.frame(box, 14, 2, GOLD if done else canvas.theme.line)
    for i in range(need.need):
        card = Box(left + step * i, box.centre - 15, 22, 30)
        if i < need.have:
            canvas.plate(card, 4, GOLD)
            canvas.shape("check", centred(card.middle, card.centre, 16, 16), INK)
        else:
            canvas.frame(card, 4, 2, MUTED)


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
    """Red threes count against a side until it has the canasta of sevens that it needs."""
    sevens = [need for need in zone.needs if need.kind == "sevens"]
    return LOSS if sevens and not sevens[0].have else TEXT


def draw_halves(canvas: Canvas, box: Box, zone: Zone, added: Mapping[int, int]) -> None:
    """The melds of each player of a side, side by side."""
    inner = Box(box.x + 22, box.y + HEADER, box.width - 34, box.height - HEADER - 12)
    parts = inner.columns(len(zone.seats), 24)
    for part, seat, name in zip(parts, zone.seats, zone.names, strict=True):
        draw_owner(canvas, part, seat, name)
        melds = owned(zone, seat)
        below = Box(part.x, part.y + OWNER + 6, part.width, 0)
        draw_columns(canvas, below, zone, melds, added, owner=True)
    for part in parts[1:]:
        canvas.rectangle(Box(part.x - 13, part.y + 4, 2, part.height), canvas.theme.line)


def draw_owner(canvas: Canvas, part: Box, seat: SeatView, name: str) -> None:
    """The line above one player's melds: the name, and what that player still needs."""
    y, right = part.y + OWNER // 2 + 2, part.right
    if seat.minimum is not None:
        right = opening_pill(canvas, right, y, seat.minimum, 25)
    else:
        for need in seat.needs:
            draw_need(canvas, Box(right - NEED_WIDTH, y - 19, NEED_WIDTH, 38), need)
            right -= NEED_PITCH
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
    ranks = tuple(columns) if owner or not zone.ranks else zone.ranks
    for rank, x in zip(ranks, lefts(box, len(ranks), zone.fan.width), strict=True):
        if rank in columns:
            fans.draw_column(canvas, (x, box.y), columns[rank], zone.fan, zone.ink, added)
        else:
            fans.slot(canvas, x, box.y, rank, zone.fan)


def lefts(box: Box, count: int, width: int) -> list[int]:
    """Where columns begin: spread over the box, or side by side where there are few."""
    if count < 2:
        return [box.x][:count]
    pitch = min((box.width - width) / (count - 1), width + WIDEST_GAP)
    return [box.x + round(pitch * i) for i in range(count)]
