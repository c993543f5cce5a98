"""The picture of a game's end: the first three sides on a podium, the others below.

In games for pennies it also shows who takes the bowl, and what each player has left or owes.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from PIL import Image

from render.drawing import card_faces, fonts
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GAIN, GOLD, LOSS, MARKS, MUTED, SIDE_INKS, TEXT, WIDTH, Theme
from render.pictures.leaderboard import medal
from render.pictures.models import FinalPlace, FinishedGame, Purse, side_name
from render.text import display_names
from render.text.catalogue import Catalogue, format_number, format_signed

__all__ = ["FinalPlace", "FinishedGame", "alt_text", "draw"]

MARGIN: Final = 20
LINE: Final = 60
TITLE: Final = 86
TITLE_SIZES: Final = (54, 48, 42)
CROWN: Final = 118
"""Pixels above the highest step, for the crown."""
STEP_WIDTH: Final = 342
STEP_GAP: Final = 10
STEP_DROPS: Final = {1: 0, 2: 80, 3: 130}
"""Pixels by which the step of a place is lower than the first."""
STEP_PLACES: Final = {1: 1, 2: 0, 3: 2}
"""Columns of the steps: the winner in the middle, the second at the left."""
HEAD: Final = 184
"""Pixels of a step for coin, name and score."""
MEMBER: Final = 52
PURSE: Final = 74
ROW: Final = 84
LONGEST_ALT: Final = 1024


def draw(final: FinishedGame, theme: Theme) -> Image.Image:
    """Draw the podium of a finished game."""
    rest, told = final.places[3:], below_title(final)
    top = TITLE + LINE * len(told) + CROWN
    end = top + max(STEP_DROPS[min(p.place, 3)] + height_of(p) for p in final.places[:3])
    row = ROW + (LINE if final.bowl is not None else 0)
    canvas = Canvas(theme, end + MARGIN + (row * len(rest) + 28 if rest else 0))
    draw_title(canvas, final, told)
    # Not strict: there are boxes for the first three places only.
    for place, box in zip(final.places, step_boxes(final, top, end), strict=False):
        draw_step(canvas, box, place)
    if rest:
        draw_rest(canvas, rest, end, row)
    return canvas.image


def height_of(place: FinalPlace) -> int:
    """Return the height in pixels that a step needs for its text."""
    members = len(place.members) if len(place.members) > 1 else 0
    purse = PURSE + MEMBER * len(pennies_left_and_owed(place.purse)) if place.purse else 0
    return HEAD + MEMBER * members + purse + 20


def title_of(place: FinalPlace) -> str:
    """Return a side's title: the name of its only member, or of its number."""
    return side_name(place.side, place.members)


def winners(final: FinishedGame) -> tuple[FinalPlace, ...]:
    """Return the sides in first place."""
    return tuple(place for place in final.places if place.place == 1)


def headline(final: FinishedGame) -> str:
    """Return a sentence that says who won."""
    catalogue = Catalogue.load()
    best = winners(final)
    if len(best) > 1:
        shared = catalogue.listing([title_of(place) for place in best])
        return catalogue.words("podium.shared", names=shared)
    return catalogue.words("podium.winner", names=title_of(best[0]), n=len(best[0].members))


def title_words(final: FinishedGame, room: int) -> str:
    """Return the headline, or a shorter one if too many winners share the first place."""
    words = headline(final)
    if len(winners(final)) == 1 or fonts.width(words, TITLE_SIZES[-1], 800) <= room:
        return words
    return Catalogue.load().words("podium.shared_short")


def bowl_words(final: FinishedGame) -> str:
    """Return who takes the bowl; "" if nobody plays for pennies."""
    if final.bowl is None:
        return ""
    catalogue = Catalogue.load()
    who = catalogue.listing([title_of(place) for place in winners(final)])
    return catalogue.words("podium.bowl", n=final.bowl, names=who)


def below_title(final: FinishedGame) -> list[str]:
    """Return the lines below the title: the number of rounds, and who takes the bowl."""
    after = Catalogue.load().words("podium.after", n=final.rounds)
    return [*filter(None, (after, bowl_words(final)))]


def draw_title(canvas: Canvas, final: FinishedGame, told: Sequence[str]) -> None:
    """Draw the headline, and the lines `told` below it."""
    canvas.shape("crown", Box(28, 20, 64, 58), GOLD)
    room = WIDTH - 112 - 28
    words = display_names.left_to_right(title_words(final, room))
    title, size = display_names.fit_size(words, room, TITLE_SIZES, 800)
    canvas.text(112, 50, title, size, 800, TEXT)
    for line, text in enumerate(told):
        fits = display_names.fit_width(display_names.left_to_right(text), WIDTH - 56, 42, 600)
        canvas.text(28, TITLE + LINE * line + 24, fits, 42, 600, MUTED)


def step_boxes(final: FinishedGame, top: int, end: int) -> list[Box]:
    """Return the boxes of the first three sides, higher for a better place. Two are centred."""
    best = final.places[:3]
    shift = (3 - len(best)) * (STEP_WIDTH + STEP_GAP) // 2
    boxes = []
    for step, place in enumerate(best, 1):
        left = MARGIN + 7 + STEP_PLACES[step] * (STEP_WIDTH + STEP_GAP) + shift
        upper = top + STEP_DROPS[min(place.place, 3)]
        boxes.append(Box(left, upper, STEP_WIDTH, end - upper))
    return boxes


def draw_step(canvas: Canvas, box: Box, place: FinalPlace) -> None:
    """Draw one step: coin, name, score, members, pennies."""
    top, ink = box.y, SIDE_INKS[place.side]
    canvas.plate(box, 18, canvas.theme.panel)
    canvas.plate(Box(box.x, box.y, box.width, 10), 5, ink)
    if place.place == 1:
        canvas.shape("crown", centred(box.middle, top - 78, 76, 62), GOLD)
    metal = medal(place.place) or card_faces.PENNY
    canvas.sprite(card_faces.coin(84, metal, str(place.place)), box.middle - 42, top - 42)
    draw_name(canvas, box, top + 78, place)
    score, size = display_names.fit_size(
        format_number(place.score), box.width - 24, (64, 54, 44), 800
    )
    canvas.text(box.middle, top + 144, score, size, 800, TEXT, "middle")
    y = draw_members(canvas, box, top + HEAD + 22, place.members)
    if place.purse:
        draw_purse(canvas, box, y, place.purse)


def draw_name(canvas: Canvas, box: Box, y: int, place: FinalPlace) -> None:
    """Draw a side's mark and name, centred."""
    name, size = display_names.fit_size(title_of(place), box.width - 70, (46, 44, 42), 800)
    wide = fonts.width(name, size, 800) + 40
    left = box.middle - wide // 2
    canvas.shape(MARKS[place.side], centred(left + 14, y, 28, 28), SIDE_INKS[place.side])
    canvas.text(left + 40, y, name, size, 800, SIDE_INKS[place.side])


def draw_members(canvas: Canvas, box: Box, y: int, members: Sequence[str]) -> int:
    """Draw the members of a side, one per line. Returns the row of the next line."""
    if len(members) == 1:
        return y
    for i, name in enumerate(members):
        short = display_names.fit_width(name, box.width - 24, 42, 600)
        canvas.text(box.middle, y + MEMBER * i, short, 42, 600, MUTED, "middle")
    return y + MEMBER * len(members)


def draw_purse(canvas: Canvas, box: Box, y: int, purse: Purse) -> None:
    """Draw a player's pennies: won or lost, then what is left and owed, one per line."""
    text = format_signed(purse.balance)
    left = box.middle - (fonts.width(text, 50, 800) + 62) // 2
    canvas.sprite(card_faces.coin(48), left, y - 24)
    canvas.text(left + 62, y, text, 50, 800, GAIN if purse.balance >= 0 else LOSS)
    for line, part in enumerate(pennies_left_and_owed(purse)):
        canvas.text(box.middle, y + PURSE - 14 + MEMBER * line, part, 42, 600, MUTED, "middle")


def pennies_left_and_owed(purse: Purse) -> list[str]:
    """Return how many pennies are left, and how many are owed if any."""
    words = Catalogue.load().words
    owed = [words("podium.owed", n=purse.owed)] if purse.owed else []
    return [words("podium.left", n=purse.left), *owed]


def pennies_text(purse: Purse) -> str:
    """Return the same facts as `pennies_left_and_owed` in one line."""
    return Catalogue.load().words("list.comma").join(pennies_left_and_owed(purse))


def draw_rest(canvas: Canvas, rest: Sequence[FinalPlace], top: int, row: int) -> None:
    """Draw the sides below third place."""
    words = Catalogue.load().words
    box = Box(MARGIN + 7, top + 14, WIDTH - 2 * MARGIN - 14, row * len(rest) + 12)
    canvas.plate(box, 18, canvas.theme.panel)
    for i, place in enumerate(rest):
        y = box.y + 6 + row * i + ROW // 2
        canvas.text(box.x + 24, y, words("podium.place", n=place.place), 46, 800, MUTED)
        canvas.shape(MARKS[place.side], centred(box.x + 106, y, 30, 30), SIDE_INKS[place.side])
        score = format_number(place.score)
        room = box.width - 140 - 28 - fonts.width(score, 48, 800) - 28
        name = display_names.fit_width(title_of(place), room, 46, 700)
        canvas.text(box.x + 140, y, name, 46, 700, TEXT)
        canvas.text(box.right - 28, y, score, 48, 800, TEXT, "right")
        if place.purse:
            draw_purse_row(canvas, box, y + LINE, place.purse)


def draw_purse_row(canvas: Canvas, box: Box, y: int, purse: Purse) -> None:
    """Draw a player's pennies in one line, for a place below the podium."""
    text = format_signed(purse.balance)
    canvas.sprite(card_faces.coin(44), box.x + 140, y - 22)
    wide = canvas.text(box.x + 198, y, text, 44, 800, GAIN if purse.balance >= 0 else LOSS)
    canvas.text(box.x + 198 + wide + 30, y, pennies_text(purse), 42, 600, MUTED)


def alt_text(final: FinishedGame) -> str:
    """Return the alt text of a game's end, at most 1,024 characters."""
    title = Catalogue.load().words("alt.podium.title", winner=headline(final))
    bowl = bowl_words(final)
    return display_names.cut_end(
        " ".join((title, *([f"{bowl}."] if bowl else []), *side_texts(final))), LONGEST_ALT
    )


def side_texts(final: FinishedGame) -> Iterator[str]:
    """Yield the alt text of each side."""
    words = Catalogue.load().words
    for place in final.places:
        who = display_names.cut_end(", ".join(place.members), 70)
        facts = {"place": place.place, "names": who, "score": format_number(place.score)}
        if place.purse is None:
            yield words("alt.podium.row", **facts)
        else:
            balance, purse = format_signed(place.purse.balance), pennies_text(place.purse)
            yield words("alt.podium.purse", **facts, balance=balance, purse=purse)
