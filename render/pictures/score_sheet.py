"""The picture of a score sheet: the best side of the round first, then the others, then a graph.

Each item of a score is a bar, in the same order as in the text, and all bars have one scale. Of
three or more sides, those behind the first share a table.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from PIL import Image

from render.drawing import card_faces
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box
from render.drawing.themes import TEXT, WIDTH, Theme
from render.pictures import score_panel, score_table
from render.pictures.models import ScoreSheet, SheetSide, side_name
from render.pictures.score_graph import draw_graph
from render.pictures.score_panel import FIRST, OTHER
from render.text import display_names
from render.text.catalogue import Catalogue, format_number

__all__ = ["ScoreSheet", "SheetSide", "alt_text", "draw"]

MARGIN: Final = 22
GAP: Final = 25
TITLE: Final = 168
GRAPH: Final = 400
FOOT: Final = 40
GRAPH_FROM: Final = 2
"""The first round with a graph. Before it there is nothing to compare."""
MOST_ROWS: Final = 5
"""Most rows of the table with which there is room for a graph."""
PANELS: Final = 2
"""Most sides that each have a panel of their own."""
LONGEST_ALT: Final = 1024
LONGEST_SIDE: Final = 60


def draw(sheet: ScoreSheet, theme: Theme) -> Image.Image:
    """Draw a score sheet."""
    boxes = boxes_of(sheet)
    canvas = Canvas(theme, boxes[-1].bottom + FOOT)
    draw_title(canvas, sheet)
    first, *others = sheet.ranked
    score_panel.draw(canvas, boxes[0], sheet, first, FIRST)
    if len(sheet.sides) > PANELS:
        score_table.draw(canvas, boxes[1], sheet, others)
    else:
        for side, box in zip(others, boxes[1:], strict=False):
            score_panel.draw(canvas, box, sheet, side, OTHER)
    if has_graph(sheet):
        canvas.plate(boxes[-1], 24, theme.panel)
        draw_graph(canvas, boxes[-1], sheet)
    return canvas.image


def boxes_of(sheet: ScoreSheet) -> list[Box]:
    """Return the boxes of the best side, of the others, and of the graph if there is one."""
    first, *others = sheet.ranked
    heights = [score_panel.height_of(first, FIRST)]
    if len(sheet.sides) > PANELS:
        heights.append(score_table.height_of(others))
    else:
        heights += [score_panel.height_of(side, OTHER) for side in others]
    if has_graph(sheet):
        heights.append(GRAPH)
    boxes, y = [], TITLE
    for height in heights:
        boxes.append(Box(MARGIN, y, WIDTH - 2 * MARGIN, height))
        y += height + GAP
    return boxes


def has_graph(sheet: ScoreSheet) -> bool:
    """Whether there is a graph: from round 2 on, if the table leaves room for one."""
    return len(sheet.history) >= GRAPH_FROM and len(sheet.sides) <= MOST_ROWS + 1


def draw_title(canvas: Canvas, sheet: ScoreSheet) -> None:
    """Draw the number of the round, the name of the game, and its target."""
    canvas.sprite(card_faces.coin(86), 34, 31)
    words = Catalogue.load().words
    title = words("score.final") if sheet.final else words("table.round", round=sheet.round)
    canvas.text(143, 58, title, 72, 800, TEXT)
    about = words("list.comma").join(filter(None, (sheet.game, target_text(sheet))))
    text, size = display_names.fit_size(about, WIDTH - 143 - 34, (46, 44, 43), 600)
    canvas.text(143, 121, text, size, 600, canvas.theme.muted)


def target_text(sheet: ScoreSheet) -> str:
    """Return the game's target, in words."""
    words = Catalogue.load().words
    if sheet.target:
        return words("table.target", target=sheet.target)
    rounds = ""
    if sheet.last_round:
        rounds = words("score.rounds", round=sheet.round, last=sheet.last_round)
    lowest = words("score.lowest") if sheet.lowest_wins else ""
    return words("list.comma").join(filter(None, (rounds, lowest)))


def alt_text(sheet: ScoreSheet) -> str:
    """Return the alt text of a score sheet. If it is too long, the items are left out."""
    full = alt_of(sheet, [side_words(side, side.items) for side in sheet.ranked])
    brief = alt_of(sheet, [side_words(side, {}) for side in sheet.ranked])
    return full if len(full) <= LONGEST_ALT else display_names.cut_end(brief, LONGEST_ALT)


def alt_of(sheet: ScoreSheet, sides: Sequence[str]) -> str:
    """Return the alt text with these texts about the sides, the best side first."""
    words = Catalogue.load().words
    to = words("alt.aim", target=sheet.target) if sheet.target else ""
    title = words(
        "alt.score.final" if sheet.final else "alt.score.title", round=sheet.round, aim=to
    )
    ahead = words("alt.score.ahead", n=format_number(sheet.ahead)) if sheet.ahead else ""
    best, *others = sides
    told = (sheet.game and f"{sheet.game}.", title, best, ahead, *others)
    return " ".join(filter(None, told))


def side_words(side: SheetSide, told: Mapping[str, int]) -> str:
    """Return the alt text of one side's round, with the items in `told`."""
    words, parts = Catalogue.load().words, [*item_words(told)]
    return words(
        "alt.score.side" if parts else "alt.score.brief",
        title=display_names.cut_end(side_name(side.members), LONGEST_SIDE),
        change=score_panel.format_change(side.total),
        score=format_number(side.score),
        items=words("list.comma").join(parts),
    )


def item_words(told: Mapping[str, int]) -> Iterator[str]:
    """Yield the alt text of each item. Paid pennies have a text of their own."""
    words = Catalogue.load().words
    for key in (key for key in score_panel.ITEMS if told.get(key)):
        if key == score_panel.PAID:
            yield words("alt.score.paid", n=told[key])
        else:
            name = words(f"alt.score.name.{key}")
            yield words("alt.score.item", item=name, points=format_number(told[key]))
