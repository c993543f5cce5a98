"""The score sheet of a round: what each side made, item by item, and the graph of the game."""

from collections.abc import Sequence
from typing import Final

from PIL import Image

from render.canvas import faces, fonts
from render.canvas.canvas import Canvas
from render.canvas.geometry import Box, centred
from render.canvas.theme import GAIN, LOSS, MARKS, MUTED, SIDES, TEXT, WIDTH, Colour, Theme
from render.felt import canastas
from render.scenes.score_graph import draw_graph
from render.scenes.sheets import ScoreSheet, SheetSide, member_name, side_name
from render.text import names
from render.text.catalogue import Catalogue, number, signed

__all__ = ["ScoreSheet", "SheetSide", "alt", "draw"]

MARGIN: Final = 20
GAP: Final = 16
TITLE: Final = 80
CARD: Final = 116
CARDS_PER_ROW: Final = 4
CARD_GAP: Final = 12
ROOMY: Final = 400
"""From this width on a card has its score beside the name; else this round stands beside it."""
SMALL_SCORE: Final = 38
CHANGE: Final = 30
ROW: Final = 44
BESIDE: Final = 500
"""Width of the items beside the graph; where their figures need more, they stand above it."""
LABELS_WIDTH: Final = 210
FIGURE_GAP: Final = 14
GRAPH_HEIGHT: Final = 400
LONGEST_ALT: Final = 1024
KINDS: Final = ("natural", "mixed", "wild", "sevens")
ITEMS: Final = (
    "canastas",
    "red_threes",
    "cards",
    "out",
    "grab",
    "split",
    "hands",
    "feet",
    "ponies",
    "caught",
    "paid",
)


def draw(sheet: ScoreSheet, theme: Theme) -> Image.Image:
    """The picture of a score sheet."""
    keys = keys_of(sheet)
    wide = not stand_beside(sheet, keys)
    rows = rows_of_cards(sheet)
    items_height = 64 + ROW * (len(keys) + len(kinds_of(sheet))) + 70
    top = TITLE + rows * (CARD + GAP)
    below = items_height + GAP + GRAPH_HEIGHT if wide else max(items_height, GRAPH_HEIGHT + 68)
    canvas = Canvas(theme, top + below + MARGIN)
    draw_title(canvas, sheet)
    draw_sides(canvas, sheet, rows)
    full = WIDTH - 2 * MARGIN
    if wide:
        draw_items(canvas, Box(MARGIN, top, full, items_height), sheet, keys)
        draw_history(canvas, Box(MARGIN, top + items_height + GAP, full, GRAPH_HEIGHT), sheet)
    else:
        draw_items(canvas, Box(MARGIN, top, BESIDE, below), sheet, keys)
        draw_history(canvas, Box(MARGIN + BESIDE + GAP, top, full - BESIDE - GAP, below), sheet)
    return canvas.image


def stand_beside(sheet: ScoreSheet, keys: Sequence[str]) -> bool:
    """Whether the items are narrow enough to stand beside the graph."""
    figures = {number(side.items.get(key, 0)) for side in sheet.sides for key in keys}
    totals = {number(side.total) for side in sheet.sides}
    widest = max(fonts.width(text, 28, 800) for text in figures | totals)
    return widest + FIGURE_GAP <= pitch(BESIDE, len(sheet.sides))


def rows_of_cards(sheet: ScoreSheet) -> int:
    """In how few rows the sides stand, so that no score runs into what the round brought."""
    most = min(CARDS_PER_ROW, len(sheet.sides))
    need = max(map(least_width, sheet.sides))
    room = WIDTH - 2 * MARGIN + CARD_GAP
    per_row = next((n for n in range(most, 2, -1) if room // n - CARD_GAP >= need), min(most, 2))
    return -(-len(sheet.sides) // per_row)


def least_width(side: SheetSide) -> int:
    """The width of a small card with this side's figures."""
    figures = fonts.width(number(side.score), SMALL_SCORE, 800)
    return figures + fonts.width(signed(side.total), CHANGE, 800) + 28 + 24 + FIGURE_GAP


def keys_of(sheet: ScoreSheet) -> tuple[str, ...]:
    """The items that some side has, in a fixed order."""
    return tuple(key for key in ITEMS if any(side.items.get(key) for side in sheet.sides))


def kinds_of(sheet: ScoreSheet) -> tuple[str, ...]:
    """The kinds of canastas that some side has, in a fixed order."""
    return tuple(kind for kind in KINDS if any(side.canastas.get(kind) for side in sheet.sides))


def draw_title(canvas: Canvas, sheet: ScoreSheet) -> None:
    """What was scored, and how far the game goes."""
    words = Catalogue.load().words
    canvas.sprite(faces.coin(46), 26, 18)
    title = words("score.final") if sheet.final else words("score.title", round=sheet.round)
    canvas.text(86, 42, title, 36, 800, TEXT)
    canvas.text(WIDTH - 28, 43, aim(sheet), 29, 600, MUTED, "right")


def aim(sheet: ScoreSheet) -> str:
    """What the game is played to, in words."""
    words = Catalogue.load().words
    if sheet.target:
        return words("score.target", target=sheet.target)
    if sheet.last_round:
        return words("score.rounds", round=sheet.round, last=sheet.last_round)
    return words("score.lowest") if sheet.lowest_wins else ""


def draw_sides(canvas: Canvas, sheet: ScoreSheet, rows: int) -> None:
    """A card for each side: name, members, score, and what this round brought."""
    per_row = -(-len(sheet.sides) // rows)
    for row in range(rows):
        box = Box(MARGIN, TITLE + row * (CARD + GAP), WIDTH - 2 * MARGIN, CARD)
        sides = sheet.sides[row * per_row : (row + 1) * per_row]
        for side, part in zip(sides, box.columns(per_row, CARD_GAP), strict=False):
            draw_side(canvas, part, side, lowest_wins=sheet.lowest_wins)


def draw_side(canvas: Canvas, box: Box, side: SheetSide, *, lowest_wins: bool) -> None:
    """One side's card."""
    ink, small = SIDES[side.side], box.width < ROOMY
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, 10, box.height), 5, ink)
    canvas.shape(MARKS[side.side], centred(box.x + 40, box.y + 34, 24, 24), ink)
    score, size = number(side.score), SMALL_SCORE if small else 52
    right = box.right - 24
    room = right - box.x - 64 - (0 if small else fonts.width(score, size, 800) + 16)
    canvas.text(
        box.x + 64,
        box.y + 34,
        names.fitted(side_name(side.side, side.members), room, 32, 800),
        32,
        800,
        ink,
    )
    change = signed(side.total)
    good = side.total <= 0 if lowest_wins else side.total >= 0
    canvas.text(right, box.y + 86, change, CHANGE, 800, GAIN if good else LOSS, "right")
    if small:
        canvas.text(box.x + 28, box.y + 84, score, size, 800, TEXT)
        return
    canvas.text(right, box.y + 38, score, size, 800, TEXT, "right")
    if len(side.members) > 1:
        room = right - box.x - 48 - fonts.width(change, CHANGE, 800)
        draw_members(canvas, box.x + 28, box.y + 86, [*map(member_name, side.members)], room)


def draw_members(canvas: Canvas, x: int, y: int, members: Sequence[str], room: int) -> None:
    """Who plays for a side, each name cut to its share of the room."""
    dot = " \N{MIDDLE DOT} "
    dots = fonts.width(dot, 27, 600) * (len(members) - 1)
    rooms = shares([fonts.width(name, 27, 600) for name in members], room - dots)
    short = [names.fitted(name, most, 27, 600) for name, most in zip(members, rooms, strict=True)]
    canvas.text(x, y, names.sentence(dot.join(short)), 27, 600, MUTED)


def shares(wanted: Sequence[int], room: int) -> list[int]:
    """Room for each of some texts: what the short ones leave over goes to the long ones."""
    rooms = [0] * len(wanted)
    left = len(wanted)
    for i in sorted(range(len(wanted)), key=lambda i: wanted[i]):
        rooms[i] = min(wanted[i], room // left)
        room -= rooms[i]
        left -= 1
    return rooms


def draw_items(canvas: Canvas, box: Box, sheet: ScoreSheet, keys: Sequence[str]) -> None:
    """The items as a table, a column for each side."""
    words = Catalogue.load().words
    canvas.plate(box, 18, canvas.theme.panel)
    rights = column_rights(box, len(sheet.sides))
    for side, right in zip(sheet.sides, rights, strict=True):
        canvas.shape(MARKS[side.side], centred(right - 13, box.y + 34, 24, 24), SIDES[side.side])
    y = draw_kinds(canvas, box, sheet, rights)
    for key in keys:
        canvas.text(box.x + 24, y, words(f"score.item.{key}"), 28, 600, TEXT)
        for side, right in zip(sheet.sides, rights, strict=True):
            draw_points(canvas, right, y, side.items.get(key, 0))
        y += ROW
    canvas.rectangle(Box(box.x + 20, y - 18, box.width - 40, 2), canvas.theme.line)
    canvas.text(box.x + 24, y + 14, words("score.total"), 28, 800, TEXT)
    for side, right in zip(sheet.sides, rights, strict=True):
        canvas.text(right, y + 14, number(side.total), 28, 800, SIDES[side.side], "right")


def draw_kinds(canvas: Canvas, box: Box, sheet: ScoreSheet, rights: Sequence[int]) -> int:
    """A row for each kind of canasta: how many each side had. Returns where the next row is."""
    words, y = Catalogue.load().words, box.y + 74
    for kind in kinds_of(sheet):
        icon = canastas.icon(kind)
        canvas.sprite(icon, box.x + 26, y - icon.image.height // 2)
        canvas.text(box.x + 66, y, words(f"score.kind.{kind}"), 28, 600, TEXT)
        for side, right in zip(sheet.sides, rights, strict=True):
            count = side.canastas.get(kind, 0)
            text = words("table.times", n=count) if count else words("table.none_yet")
            canvas.text(right, y, text, 28, 700, TEXT if count else MUTED, "right")
        y += ROW
    return y


def column_rights(box: Box, count: int) -> list[int]:
    """The right edges of the columns of numbers."""
    each = pitch(box.width, count)
    return [box.right - 24 - each * (count - 1 - i) for i in range(count)]


def pitch(width: int, count: int) -> int:
    """How far apart so many columns of numbers stand in a table of that width."""
    return min(160, (width - LABELS_WIDTH - 24) // count)


def draw_points(canvas: Canvas, right: int, y: int, points: int) -> None:
    """Points in a cell: losses in their colour, nothing as a dash."""
    colour: Colour = MUTED if not points else LOSS if points < 0 else TEXT
    text = number(points) if points else Catalogue.load().words("table.none_yet")
    canvas.text(right, y, text, 28, 700, colour, "right")


def draw_history(canvas: Canvas, box: Box, sheet: ScoreSheet) -> None:
    """The graph of the game so far."""
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.text(box.x + 24, box.y + 38, Catalogue.load().words("score.graph"), 28, 700, TEXT)
    history = sheet.history or (tuple(side.score for side in sheet.sides),)
    plot = Box(box.x + 14, box.y + 86, box.width - 28, box.height - 104)
    draw_graph(canvas, plot, history, sheet.target)


def alt(sheet: ScoreSheet) -> str:
    """A score sheet in words. Items are left out if the text would grow too long."""
    words = Catalogue.load().words
    to = words("alt.aim", target=sheet.target) if sheet.target else ""
    head = words("alt.score.final" if sheet.final else "alt.score.title", round=sheet.round, aim=to)
    full = " ".join((head, *(side_words(side, keys_of(sheet)) for side in sheet.sides)))
    brief = " ".join((head, *(side_words(side, ()) for side in sheet.sides)))
    return full if len(full) <= LONGEST_ALT else names.shortened(brief, LONGEST_ALT)


def side_words(side: SheetSide, keys: Sequence[str]) -> str:
    """One side's round in words."""
    words = Catalogue.load().words
    label = {key: words(f"score.item.{key}").lower() for key in keys if side.items.get(key)}
    items = [
        words("alt.score.item", item=text, points=number(side.items[key]))
        for key, text in label.items()
    ]
    key = "alt.score.side" if items else "alt.score.brief"
    return words(
        key,
        title=names.shortened(side_name(side.side, side.members), 32),
        change=signed(side.total),
        score=number(side.score),
        items=", ".join(items),
    )
