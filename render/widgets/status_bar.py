"""The status bar: stock, discard pile, and in words the round, the player on turn and the next."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from engine.model.view import PublicQuestion, View
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import (
    GOLD,
    INK,
    PILL,
    SIDE_INKS,
    SIDES,
    TEXT,
    TURN_RING,
    Colour,
)
from render.text import display_names
from render.text.catalogue import Catalogue
from render.widgets import night_sky
from render.widgets.piles import (
    PILE_AREA,
    STOCK_AREA,
    DiscardPile,
    discard_pile,
    draw_pile,
    draw_stock,
)
from render.widgets.seats import TableNames, draw_face

TEXT_LEFT: Final = 430
FROZEN_LEFT: Final = 466
RIGHT: Final = 1078
PLATE_TOP: Final = 91
PLATE_HEIGHT: Final = 106
TURN_SIZES: Final = (64, 58, 52, 46)
LINES_TOP: Final = 246
LINE_PITCH: Final = 60
LINE_SIZES: Final = (44, 43)


@dataclass(frozen=True, slots=True)
class StatusLine:
    """A line below the turn plate: a word, and the player whom it names.

    With an `ink`, the line has an arrow of this colour, because the player is asked. `shorter` has
    texts for a name that does not fit, longest first.
    """

    word: str
    name: str
    face: str = ""
    ink: Colour | None = None
    shorter: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatusBar:
    """The whole status bar, as a band."""

    stock: int
    pile: DiscardPile
    round: str
    aim: str
    bowl: int | None
    turn: str
    face: str
    ground: Colour | None
    """Colour of the plate that says whose turn it is. None once the round or the game is over."""
    lines: tuple[StatusLine, ...]

    height: int = 358
    lit: bool = True

    @property
    def left(self) -> int:
        """Left edge of the words in pixels. It leaves room for the card that freezes the pile."""
        return TEXT_LEFT if self.pile.freezer is None else FROZEN_LEFT

    def draw(self, canvas: Canvas) -> None:
        night_sky.draw_stars(canvas)
        # The pictures of a moment have other words, but the same piles.
        canvas.shared(self.stock, STOCK_AREA, partial(draw_stock, count=self.stock))
        canvas.shared(self.pile, PILE_AREA, partial(draw_pile, seen=self.pile))
        right = RIGHT if self.bowl is None else draw_bowl(canvas, RIGHT, 51, self.bowl)
        # 260 pixels are reserved for the number of the round, which is never cut.
        aim, size = display_names.fit_size(self.aim, right - self.left - 260, (44, 43), 600)
        canvas.text(right, 51, aim, size, 600, canvas.theme.muted, "right")
        canvas.text(self.left, 51, self.round, 48, 800, TEXT)
        draw_turn(canvas, self)
        ends = [
            draw_line(canvas, self.left, LINES_TOP + LINE_PITCH * place, line)
            for place, line in enumerate(self.lines)
        ]
        night_sky.draw_moon(canvas, max(ends, default=self.left))


def status_bar(view: View, company: TableNames, viewer: int | None = None) -> StatusBar:
    """Return the status bar of a view. With a `viewer`, it addresses that seat as "you"."""
    over = view.phase == "over"
    own = viewer is not None and any(one.seat == viewer for one in view.pending)
    words = Catalogue.load().words
    return StatusBar(
        view.stock,
        discard_pile(view),
        round_words(view),
        words("table.target", target=view.target) if view.target and not view.is_shortened else "",
        view.bowl if view.buys else None,
        round_over_text(view) if over else turn_text(view, company, view.turn, viewer, own=own),
        "" if own or over else company.face(view.turn),
        None if over else PILL if own else SIDE_INKS[view.side_of(view.turn)],
        () if over else status_lines(view, company, viewer),
    )


def round_over_text(view: View) -> str:
    """Return the plate's text after the round or the game is over."""
    return Catalogue.load().words("table.over" if view.result else "table.round_over")


def turn_text(
    view: View, company: TableNames, seat: int, viewer: int | None, *, own: bool = False
) -> str:
    """Return the plate's text about `seat`, which is on turn.

    With `own`, the text tells the viewer what to decide.
    """
    words = Catalogue.load().words
    if not own:
        return words("seat.you") if seat == viewer else company.names[seat]
    kinds = {one.kind for one in view.pending if one.seat == viewer}
    if kinds & {"offer", "answer"}:
        return words("table.your_call")
    return words("hand.your_turn")


def round_words(view: View) -> str:
    """Return the number of the round as the status bar writes it."""
    words = Catalogue.load().words
    if view.tie_break:
        return words("table.extra")
    if view.is_shortened or (view.last_round and not view.target):
        return words("table.round_of", round=view.round, last=view.last_round)
    return words("table.round", round=view.round)


def status_lines(view: View, company: TableNames, viewer: int | None) -> tuple[StatusLine, ...]:
    """Return the lines below the plate: who is next or is asked, and who discarded the upcard."""
    # The game waits for a player who is asked, so the next player does not matter yet.
    lines = [asked_line(view, company, viewer) or next_line(view, company, viewer)]
    if view.upcard is not None and company.thrower is not None:
        lines.append(thrower_line(company, company.thrower, viewer))
    return tuple(lines)


def thrower_line(company: TableNames, seat: int, viewer: int | None) -> StatusLine:
    """Return the line that says who discarded the upcard."""
    face = company.face(seat) if seat != viewer else ""
    word = Catalogue.load().words("table.thrown_by")
    return StatusLine(word, name_in_line(company, seat, viewer), face)


def next_line(view: View, company: TableNames, viewer: int | None) -> StatusLine:
    """Return the line that says whose turn is next."""
    seat = (view.turn + 1) % len(view.seats)
    face = company.face(seat) if seat != viewer else ""
    words = Catalogue.load().words("table.then")
    return StatusLine(words, name_in_line(company, seat, viewer), face)


def name_in_line(company: TableNames, seat: int, viewer: int | None) -> str:
    """Return a player's name inside a line. The viewer is "you", without a capital."""
    words = Catalogue.load().words
    return words("seat.you_after") if seat == viewer else company.names[seat]


def asked_line(view: View, company: TableNames, viewer: int | None) -> StatusLine | None:
    """Return the line about an open question or an offer to buy, or None."""
    catalogue = Catalogue.load()
    if view.question:
        return question_line(view, view.question, company, viewer)
    if view.offer_to:
        who = catalogue.listing(name_in_line(company, seat, viewer) for seat in view.offer_to)
        return StatusLine(catalogue.words("table.buys"), who, ink=GOLD)
    return None


def question_line(
    view: View, question: PublicQuestion, company: TableNames, viewer: int | None
) -> StatusLine:
    """Return the line that says who asks whom for permission to go out.

    If the line is too long, a name is cut, or only the plate names the asker. The question itself
    is never cut.
    """
    words, asker, asked = Catalogue.load().words, question.asker, question.asked
    who, whom = company.names[asker], company.names[asked]
    spoken: dict[int | None, str] = {asker: "table.you_ask", asked: "table.asks_you"}
    full = words(spoken.get(viewer, "table.asks"), who=who, whom=whom)
    key, name = spoken.get(viewer, "table.asks_whom"), who if viewer == asked else whom
    shorter = [words(key, who=cut, whom=cut) for cut in (name, *display_names.end_cuts(name))]
    ink = SIDE_INKS[view.side_of(asker)]
    return StatusLine("", full, ink=ink, shorter=tuple(shorter))


def draw_bowl(canvas: Canvas, right: int, y: int, pennies: int) -> int:
    """Draw the bowl and its number of pennies, right-aligned. Returns the left edge in pixels."""
    wide = canvas.text(right, y, str(pennies), 54, 800, TEXT, "right")
    canvas.shape("bowl", centred(right - wide - 44, y, 60, 60), SIDES[0])
    return right - wide - 84


def draw_turn(canvas: Canvas, seen: StatusBar) -> None:
    """Draw the plate that says whose turn it is."""
    box = Box(seen.left, PLATE_TOP, RIGHT - seen.left, PLATE_HEIGHT)
    if seen.ground is None:
        canvas.plate(box, 24, canvas.theme.panel)
        canvas.text(box.x + 30, box.centre, seen.turn, 58, 800, TEXT)
        return
    canvas.plate(box.grown(6), 30, TURN_RING)
    canvas.plate(box, 24, seen.ground)
    canvas.shape("play", centred(box.x + 42, box.centre, 44, 44), INK)
    x = draw_face(canvas, box.x + 80, box.centre, seen.face, INK)
    text, size = display_names.fit_size(seen.turn, box.right - x - 20, TURN_SIZES, 800)
    canvas.text(x, box.centre, text, size, 800, INK)


def draw_line(canvas: Canvas, x: int, y: int, line: StatusLine) -> int:
    """Draw one line below the plate. Returns its right end in pixels."""
    if line.ink:
        canvas.shape("play_hollow", centred(x + 20, y, 34, 34), line.ink)
        x += 54
    if line.word:
        x += canvas.text(x, y, line.word, 43, 600, canvas.theme.muted) + 18
    x = draw_face(canvas, x, y, line.face, TEXT)
    text, size = fit_line(line, RIGHT - x)
    return x + canvas.text(x, y, text, size, 700, TEXT)


def fit_line(line: StatusLine, room: int) -> tuple[str, int]:
    """Return a line's text and its type size: the longest text in the largest size that fit."""
    whole = display_names.left_to_right(line.name)
    text, size = display_names.fit_size(whole, room, LINE_SIZES, 700)
    if text == whole or not line.shorter:
        return text, size
    return display_names.longest_that_fits(
        map(display_names.left_to_right, line.shorter), room, size, 700
    ), size
