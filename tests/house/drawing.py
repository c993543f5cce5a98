"""The plan of a house as SVG: floors, boxes with their words, arrows."""

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from tests.house.floors import Floors, Item, Span, spans, standing
from tests.house.rooms import Box, Plan

INK, SOFT, PAPER, WALL = "#22303a", "#5b6870", "#faf7ef", "#3b4a54"
TITLE, WORDS, LINE = 17, 12.5, 16
PAD = 12
STOREY = 34
"""Between two floors, where the arrows are seen."""
NARROW = 0.53
"""How wide a letter is on average, of the type size; a little more than most fonts need."""
APART = 13
"""Between the ends of two arrows at one box."""
Lines = list[str]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A part of a picture, and how much room it takes."""

    lines: Lines
    width: float
    height: float


def label(x: float, y: float, words: str, size: float = WORDS, weight: int = 400,
          colour: str = INK, anchor: str = "start") -> str:  # fmt: skip
    """A line of text."""
    return (
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" fill="{colour}"'
        f' text-anchor="{anchor}">{escape(words)}</text>'
    )


def box_words(box: Box, width: float) -> list[tuple[str, str]]:
    """The lines below a title, with their colours."""
    letters = max(8, int((width - 2 * PAD) / (WORDS * NARROW)))
    told = textwrap.wrap(box.words, letters)
    inside = textwrap.wrap(" · ".join(box.files), letters)
    return [*((line, SOFT) for line in told), *((line, INK) for line in inside)]


def box_height(box: Box, width: float) -> float:
    """How tall a box has to be."""
    return 2 * PAD + TITLE + LINE * len(box_words(box, width)) - 2


def draw_box(box: Box, span: Span, y: float, height: float, colour: str) -> Lines:
    """A box with its title, its sentence and the files in it."""
    width = span.right - span.left
    wall = (
        f'<rect x="{span.left:.0f}" y="{y:.0f}" width="{width:.0f}" height="{height:.0f}" rx="4"'
        f' fill="{colour}" stroke="{WALL}" stroke-width="1.5"/>'
    )
    lines = [wall, label(span.left + PAD, y + PAD + 12, box.title, TITLE, 700)]
    below = y + PAD + TITLE + LINE - 4
    for number, (words, ink) in enumerate(box_words(box, width)):
        lines.append(label(span.left + PAD, below + number * LINE, words, colour=ink))
    return lines


def draw_plan(plan: Plan, width: float, colour: str) -> Drawn:
    """The floors of a plan from the top down, and the arrows between them."""
    floors, ways = standing(plan, width)
    place: dict[Item, Span] = {}
    top: dict[Item, float] = {}
    foot: dict[Item, float] = {}
    lines, y = Lines(), 0.0
    for row in floors:
        along = spans(row, width)
        place |= along
        boxes = [item for item in row if isinstance(item, str)]
        wide = {item: along[item].right - along[item].left for item in boxes}
        height = max(box_height(plan.boxes[item], wide[item]) for item in boxes)
        for item in row:
            top[item], foot[item] = y, y + height
        for item in boxes:
            lines += draw_box(plan.boxes[item], along[item], y, height, colour)
        y += height + STOREY
    return Drawn([*draw_ways(floors, ways, place, top, foot), *lines], width, y - STOREY)


def draw_ways(
    floors: Floors,
    ways: Sequence[tuple[Item, ...]],
    place: Mapping[Item, Span],
    top: Mapping[Item, float],
    foot: Mapping[Item, float],
) -> Lines:
    """The arrows, each through its shafts."""
    steps = [(a, b) for way in ways for a, b in pairwise(way)]
    below = ends(steps, place)
    above = ends([(b, a) for a, b in steps], place)
    lines = Lines()
    for way in ways:
        parts = [f"M{below[way[0], way[1]]:.0f} {foot[way[0]]:.0f}"]
        for a, b in pairwise(way):
            x, to = below[a, b], above[b, a]
            middle = (foot[a] + top[b]) / 2
            parts.append(f"C{x:.0f} {middle:.0f} {to:.0f} {middle:.0f} {to:.0f} {top[b] - 1:.0f}")
            if b != way[-1]:
                parts.append(f"V{foot[b]:.0f}")
        lines.append(f'<path d="{" ".join(parts)}" class="way" stroke-width="1.6"/>')
    return lines


def ends(
    steps: Iterable[tuple[Item, Item]], place: Mapping[Item, Span]
) -> dict[tuple[Item, Item], float]:
    """Where along the first of each step its arrow ends: opposite the other, and not too close."""
    wanted: dict[Item, list[tuple[float, Item]]] = {}
    for one, other in steps:
        wanted.setdefault(one, []).append((opposite(place[one], place[other]), other))
    found = {}
    for one, pulls in wanted.items():
        last = float("-inf")
        for x, other in sorted(pulls, key=lambda pull: pull[0]):
            last = max(x, last + APART)
            found[one, other] = last
    return found


def opposite(one: Span, other: Span) -> float:
    """The point of a span that is nearest to another, or the middle of what they share."""
    left, right = max(one.left, other.left), min(one.right, other.right)
    if left <= right:
        return (left + right) / 2
    inset = min(18.0, (one.right - one.left) / 2)
    return one.right - inset if other.left > one.right else one.left + inset


def moved(part: Drawn, x: float, y: float) -> Lines:
    """A part at its place."""
    return [f'<g transform="translate({x:.0f} {y:.0f})">', *part.lines, "</g>"]


def framed(part: Drawn, title: str, words: str, colour: str) -> Drawn:
    """A part in walls of its own, under its name."""
    rim = 20
    told = textwrap.wrap(words, int(part.width / (13.5 * NARROW)))
    head = 46 + LINE * len(told)
    width, height = part.width + 2 * rim, part.height + head + rim
    wall = (
        f'<rect width="{width:.0f}" height="{height:.0f}" rx="6" fill="{colour}"'
        f' stroke="{WALL}" stroke-width="4"/>'
    )
    said = [label(rim, 50 + LINE * n, line, 13.5, colour=SOFT) for n, line in enumerate(told)]
    lines = [wall, label(rim, 31, title, 23, 800), *said, *moved(part, rim, head)]
    return Drawn(lines, width, height)


def picture(part: Drawn, margin: float = 24) -> str:
    """A whole SVG file."""
    width, height = part.width + 2 * margin, part.height + 2 * margin
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' width="{width:.0f}" height="{height:.0f}"'
        " font-family=\"Inter, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif\">"
    )
    style = (
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7"'
        f' markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{WALL}"/></marker></defs>'
        f"<style>.way{{fill:none;stroke:{WALL};marker-end:url(#head)}}</style>"
    )
    paper = f'<rect width="100%" height="100%" fill="{PAPER}"/>'
    body = moved(part, margin, margin)
    return "\n".join([head, style, paper, *body, "</svg>", ""])
