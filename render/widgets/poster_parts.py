"""The shared parts of posters: name of the game, headline, ribbon, fan of cards, and foot."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from render.drawing import card_faces, fonts
from render.drawing.canvas import SCALE, Canvas, Sprite, sprite_of
from render.drawing.geometry import Box, centred
from render.drawing.poster_cloth import INSIDE
from render.drawing.themes import GOLD, INK, TEXT, WIDTH, Colour, mix
from render.text import display_names
from render.text.catalogue import Catalogue
from render.widgets.card_fan import draw_fan

LEFT: Final = 76
RIGHT: Final = WIDTH - LEFT
MIDDLE: Final = WIDTH // 2
HEADLINE_TOP: Final = 205
HEADLINE_ROOM: Final = 960
LAYOUTS: Final = (
    *((118, 1), (108, 1), (98, 1)),
    *((118, 2), (108, 2), (98, 2), (88, 2), (78, 3), (70, 3)),
)
"""Type size and most lines of a headline, the largest size first."""
SMALLEST: Final = LAYOUTS[-1][0]
SHORTEST_NAME: Final = 2
"""Fewest characters, with the ellipsis, to which a name in a headline is cut."""
LINE_PITCH: Final = 1.08
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
SENTENCE_SIZES: Final = (54, 50, 46)
RIBBON_SIZES: Final = (84, 76, 72, 64, 56)
RIBBON_STEP: Final = 80
WIDEST_RIBBON: Final = 840
TAIL: Final = 84
DROP: Final = 20
"""Pixels by which the ends of a ribbon hang lower than its middle."""
FOOT: Final = 132
FAN_SEEN: Final = 208
"""Pixels of the middle card of a fan that are above the foot."""
FAN_HEAD: Final = 124
"""Pixels from the title of the meld to the fan."""
ABOVE_FAN: Final = 70
"""Pixels above the title of the meld."""
WITHOUT_FAN: Final = 60


class Headline(NamedTuple):
    """The lines of a headline and their type size."""

    lines: Sequence[str]
    size: int

    @property
    def bottom(self) -> int:
        """The row below the headline."""
        return HEADLINE_TOP + round(self.size * LINE_PITCH) * len(self.lines)


def headline(people: Sequence[str], sentence: Callable[[str], str]) -> Headline:
    """Return a headline about some players, as large as possible.

    If no size fits, the longest name is cut, letter by letter; the rest of the sentence is never
    cut.

    Args:
        people: Their names.
        sentence: Returns the sentence for the listed names.
    """
    names, layouts = list(people), list(LAYOUTS)
    while True:
        # A name is never broken, so only its outer spaces separate words.
        listed = Catalogue.load().ampersand([name.replace(" ", NO_BREAK) for name in names])
        words = sentence(listed).split(" ")
        for size, most in layouts:
            if lines := wrapped(words, size, most):
                return Headline(lines, size)
        longest = max(range(len(names)), key=lambda at: fonts.width(names[at], SMALLEST, 800))
        if len(names[longest]) <= SHORTEST_NAME:
            last = display_names.fit_width(" ".join(words), HEADLINE_ROOM, SMALLEST, 800)
            return Headline([last], SMALLEST)
        letters = display_names.grapheme_clusters(names[longest].rstrip(display_names.ELLIPSIS))
        names[longest] = "".join(letters[:-1]).rstrip() + display_names.ELLIPSIS
        layouts = [LAYOUTS[-1]]


def wrapped(words: Sequence[str], size: int, most: int) -> Sequence[str]:
    """Return words in at most `most` lines, as few and even as possible. () if they do not fit."""
    widths = [fonts.width(word, size, 800) for word in words]
    space = fonts.width("a a", size, 800) - 2 * fonts.width("a", size, 800)
    for count in range(1, min(most, len(words)) + 1):
        cuts = [(0, *cut, len(words)) for cut in combinations(range(1, len(words)), count - 1)]
        widest, best = min(
            (max(sum(widths[a:b]) + space * (b - a - 1) for a, b in pairwise(cut)), cut)
            for cut in cuts
        )
        if widest <= HEADLINE_ROOM:
            return [" ".join(words[a:b]) for a, b in pairwise(best)]
    return ()


def draw_heading(canvas: Canvas, kicker: str, about: str, title: Headline) -> None:
    """Draw the name of the game between two diamonds, the facts of the game, and the headline."""
    draw_kicker(canvas, kicker)
    below, size = display_names.fit_size(about, HEADLINE_ROOM, (44, 43), 600)
    canvas.text(MIDDLE, 169, below, size, 600, canvas.theme.muted, "middle")
    pitch = round(title.size * LINE_PITCH)
    for at, line in enumerate(title.lines):
        y = HEADLINE_TOP + pitch * at + pitch // 2
        words = display_names.left_to_right(line)
        canvas.text(MIDDLE, y, words, title.size, 800, TEXT, "middle")


def draw_kicker(canvas: Canvas, kicker: str) -> None:
    """Draw the first line of a poster between two diamonds."""
    name, size = display_names.fit_size(kicker, 800, (56, 50, 46), 800)
    canvas.text(MIDDLE, 108, name, size, 800, GOLD, "middle")
    apart = fonts.width(name, size, 800) // 2 + 46
    for x in (MIDDLE - apart, MIDDLE + apart):
        canvas.shape("diamond_mark", centred(x, 108, 30, 30), GOLD)


def draw_ribbon(canvas: Canvas, y: int, width: int, height: int, text: str, ground: Colour) -> None:
    """Draw a ribbon across the picture, with its middle on row `y`.

    It is at least as wide as its text.
    """
    sizes = [size for size in RIBBON_SIZES if size <= height * 3 // 4]
    needed = fonts.width(text, sizes[-1], 800) + 48
    # Few different widths, because each is a sprite of its own.
    width = min(WIDEST_RIBBON, max(width, -(-needed // RIBBON_STEP) * RIBBON_STEP))
    sprite = ribbon(width, height, ground)
    canvas.sprite(sprite, MIDDLE - sprite.size[0] // 2, y - height // 2 - SCALE)
    words, size = display_names.fit_size(text, width - 48, sizes, 800)
    canvas.text(MIDDLE, y, words, size, 800, INK, "middle")


# Two sizes and two grounds, each some 300 kB.
@lru_cache(maxsize=8)
def ribbon(width: int, height: int, ground: Colour) -> Sprite:
    """Return a ribbon whose ends are folded back."""
    size = (width + 2 * TAIL, height + DROP + 8)
    big = Image.new("RGBA", (size[0] * SCALE, size[1] * SCALE), (*ground, 0))
    draw, top, low = ImageDraw.Draw(big), 4, 4 + height
    dark, deep = mix(ground, INK, 0.42), mix(ground, INK, 0.68)

    def shape(colour: Colour, *points: tuple[float, float]) -> None:
        """Draw a polygon at the left end, and its mirror image at the right end."""
        for mirror in (False, True):
            at = [(size[0] - x if mirror else x, y) for x, y in points]
            draw.polygon([(x * SCALE, y * SCALE) for x, y in at], (*colour, 255))

    fold, lower, middle = TAIL + 46, low + DROP, (top + low) / 2 + DROP
    shape(dark, (0, top + DROP), (fold, top + DROP), (fold, lower), (0, lower), (38, middle))
    shape(deep, (TAIL, low), (fold, low), (fold, lower))
    for colour, above, below in ((ground, top, low), (dark, 13, 15), (dark, low - 11, low - 9)):
        box = (TAIL * SCALE, above * SCALE, (size[0] - TAIL) * SCALE, below * SCALE - 1)
        draw.rectangle(box, (*colour, 255))
    return sprite_of(big.reduce(SCALE))


class FanSection(NamedTuple):
    """The best meld of a game.

    Attributes:
        title: Its heading.
        owner: The player who laid it.
        sentence: Returns the sentence about it, for the owner's name.
        cards: Its cards.
        wild: Ranks that are drawn as wild.
    """

    title: str
    owner: str
    sentence: Callable[[str], str]
    cards: Sequence[int]
    wild: Sequence[int]

    def fitted(self) -> tuple[str, int]:
        """Return the sentence and its type size. If it is too wide, the owner's name is cut."""
        for name in (self.owner, *display_names.end_cuts(self.owner)):
            words = display_names.left_to_right(self.sentence(name))
            sizes = SENTENCE_SIZES if name == self.owner else SENTENCE_SIZES[-1:]
            for size in sizes:
                if fonts.width(words, size, 700) <= HEADLINE_ROOM:
                    return words, size
        return "", SENTENCE_SIZES[-1]


def height_below(body: int, fan: FanSection | None) -> int:
    """Return the height of a poster whose body ends on row `body`."""
    above = WITHOUT_FAN if fan is None else ABOVE_FAN + FAN_HEAD + FAN_SEEN
    return body + above + FOOT + INSIDE - 2


def draw_below(canvas: Canvas, fan: FanSection | None, server: str, date: str) -> None:
    """Draw the lower end of a poster: the best meld, if there is one, and the foot over it."""
    line = canvas.image.height - INSIDE + 2 - FOOT
    if fan is not None:
        title = line - FAN_SEEN - FAN_HEAD
        canvas.text(MIDDLE, title, fan.title, 46, 700, GOLD, "middle")
        words, size = fan.fitted()
        canvas.text(MIDDLE, title + 63, words, size, 700, TEXT, "middle")
        draw_fan(canvas, Box(0, line - FAN_SEEN, WIDTH, FAN_SEEN), fan.cards, fan.wild)
    draw_foot(canvas, line, server, date)


def draw_foot(canvas: Canvas, line: int, server: str, date: str) -> None:
    """Draw the foot: place and time of the game, and our sign."""
    box = Box(INSIDE, line, WIDTH - 2 * INSIDE, FOOT)
    canvas.rectangle(Box(box.x, line, box.width, FOOT - 24), canvas.theme.panel)
    canvas.plate(box, 22, canvas.theme.panel)
    canvas.rectangle(Box(box.x, line - 3, box.width, 4), GOLD)
    ours = Catalogue.load().words("poster.ours")
    wide = canvas.text(RIGHT, box.centre, ours, 56, 800, TEXT, "right")
    canvas.sprite(card_faces.coin(80), RIGHT - wide - 104, box.centre - 40)
    room = RIGHT - wide - 104 - 40 - LEFT
    server = display_names.drawable_name(server)
    if server:
        words = display_names.fit_width(display_names.left_to_right(server), room, 50, 700)
        canvas.text(LEFT, box.centre - 28, words, 50, 700, TEXT)
    y = box.centre + 31 if server else box.centre
    canvas.text(LEFT, y, display_names.fit_width(date, room, 44, 600), 44, 600, canvas.theme.muted)
