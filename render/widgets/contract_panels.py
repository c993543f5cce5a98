"""Contract rummy: the contract of the round, and a panel for each player.

A panel shows cards in hand, pennies, points and the sets on the table. Canasta has side panels
instead.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.model.cards import RANK_NAMES
from engine.model.view import Contract, SeatView, View
from render.drawing import card_faces, fonts
from render.drawing.bands import MARGIN
from render.drawing.canvas import Canvas
from render.drawing.geometry import Box, centred
from render.drawing.themes import GOLD, INK, LOSS, MARKS, SIDE_INKS, TEXT, TURN_RING, WIDTH
from render.text import display_names
from render.text.alt_text import limit_form
from render.text.catalogue import Catalogue, format_number
from render.widgets import meld_stacks, seats
from render.widgets.meld_stacks import MeldStack, StackSize
from render.widgets.seats import SeatLabel, TableNames

HEAD: Final = 76
COLUMN_GAP: Final = 14
FEW: Final = StackSize(72, 6)
ROOMY: Final = tuple(StackSize(width, 7) for width in (104, 95, 87, 78))
"""Card sizes for panels as wide as the picture, widest first."""
SETS_LEFT: Final = 209
"""Pixels before the sets of a narrow panel, with room for three digits and the word for points."""
WIDE_LEFT: Final = 250
"""Pixels before the sets of a wide panel, with room for four digits."""
ROW_GAP: Final = 10
ASK_SIZES: Final = (54, 50, 46, 42)
POINTS_SIZES: Final = (46, 44, 42)


@dataclass(frozen=True, slots=True)
class ContractLine:
    """The contract of the round: how many sets of how many cards, and how many wild cards."""

    words: str
    limit: str
    short: str
    """`limit` with rank labels instead of words, for a line without room."""

    height: int = 84
    lit: bool = False

    def draw(self, canvas: Canvas) -> None:
        """Draw the sets on the left and the limit of wild cards on the right."""
        box = Box(MARGIN, 0, WIDTH - 2 * MARGIN, 78)
        canvas.plate(box, 18, canvas.theme.panel)
        text, size = display_names.fit_size(self.words, box.width // 2, ASK_SIZES, 800)
        x = box.x + 24 + canvas.text(box.x + 24, box.centre, text, size, 800, GOLD)
        room = box.right - 44 - x
        limit = self.limit if fonts.width(self.limit, 42, 600) <= room else self.short
        text, size = display_names.fit_size(limit, room, (44, 42), 600)
        canvas.text(box.right - 22, box.centre, text, size, 600, canvas.theme.muted, "right")


def contract_text(contract: Contract) -> ContractLine:
    """Return the line that states a contract."""
    catalogue = Catalogue.load()
    ranks = catalogue.listing(
        catalogue.words(f"card.plural.{rank}") for rank in contract.wild_ranks
    )
    indexes = " ".join(RANK_NAMES[rank] for rank in contract.wild_ranks)
    key = f"table.wilds{limit_form(contract)}"
    return ContractLine(
        catalogue.words("table.contract", n=contract.sets, size=contract.size),
        catalogue.words(key, n=contract.wilds, ranks=ranks),
        catalogue.words(key, n=contract.wilds, ranks=indexes),
    )


@dataclass(frozen=True, slots=True)
class PlayerPanel:
    """The panel of one player."""

    who: SeatLabel
    pennies: int
    points: str
    sets: tuple[MeldStack, ...]


@dataclass(frozen=True, slots=True)
class PlayerPanels:
    """One row of panels: two narrow ones, or one as wide as the picture."""

    players: tuple[PlayerPanel, ...]
    wide: bool = False

    lit: bool = False

    @property
    def lay(self) -> StackSize:
        """Size of the cards in sets. Wide panels use the widest cards that need no extra row."""
        return min(ROOMY, key=self.rows) if self.wide else FEW

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The boxes of the panels, from the left."""
        row = Box(MARGIN, 6, WIDTH - 2 * MARGIN, self.height - 12)
        return (row,) if self.wide else row.columns(2, COLUMN_GAP)

    @property
    def height(self) -> int:
        """Height in pixels, with room for the ring around the player on turn."""
        return 12 + HEAD + 14 + self.rows(self.lay) * self.pitch + 8

    @property
    def headroom(self) -> int:
        """Pixels above the sets for tags of new cards."""
        return self.lay.headroom(one for player in self.players for one in player.sets)

    @property
    def pitch(self) -> int:
        """Pixels from one row of sets to the next."""
        return self.headroom + self.lay.height + ROW_GAP

    @property
    def left(self) -> int:
        """Pixels of a panel before its sets."""
        return WIDE_LEFT if self.wide else SETS_LEFT

    def columns(self, lay: StackSize) -> int:
        """Return how many sets of this size fit side by side."""
        wide = WIDTH - 2 * MARGIN
        panel = wide if self.wide else (wide - COLUMN_GAP) // 2
        return meld_stacks.columns_that_fit(panel - self.left - 12, lay.width)

    def rows(self, lay: StackSize) -> int:
        """Return how many rows the player with the most sets needs."""
        most = max(len(player.sets) for player in self.players)
        return max(1, -(-most // self.columns(lay)))

    def draw(self, canvas: Canvas) -> None:
        for box, player in zip(self.boxes, self.players, strict=False):
            draw_panel(canvas, box, player, self.left)
            self.draw_sets(canvas, box, player)

    def draw_sets(self, canvas: Canvas, box: Box, player: PlayerPanel) -> None:
        """Draw the player's sets, or a note that there are none."""
        x, top = box.x + self.left, box.y + HEAD + 14 + self.headroom
        lay, fit = self.lay, self.columns(self.lay)
        for row in range(self.rows(lay)):
            some = player.sets[row * fit : (row + 1) * fit]
            down = top + row * self.pitch
            meld_stacks.draw_row(canvas, x, down, some, lay, player.who.side, goal=False)
        if not player.sets:
            words = Catalogue.load().words("table.not_down")
            text, size = display_names.fit_size(words, box.right - x - 12, (42,), 600)
            canvas.text(x + 8, box.y + HEAD + 76, text, size, 600, canvas.theme.muted)


def draw_panel(canvas: Canvas, box: Box, player: PlayerPanel, left: int) -> None:
    """Draw a panel's ground and header, and the pennies and points in its first `left` pixels."""
    who = player.who
    if who.acts:
        canvas.plate(box.grown(6), 24, TURN_RING)
    canvas.plate(box, 18, canvas.theme.panel)
    draw_head(canvas, Box(box.x, box.y, box.width, HEAD), who)
    if not who.acts:
        canvas.plate(Box(box.x, box.y, 14, box.height), 7, SIDE_INKS[who.side])
    if who.own and not who.acts:
        canvas.frame(box, 18, 4, SIDE_INKS[who.side])
    y = box.y + HEAD + 42
    canvas.sprite(card_faces.coin(44), box.x + 30, y - 22)
    few = LOSS if player.pennies == 0 else TEXT
    canvas.text(box.x + 84, y, str(player.pennies), 46, 800, few)
    draw_points(canvas, box.x + 30, y + 56, left - 34, player.points)


def draw_points(canvas: Canvas, x: int, y: int, room: int, points: str) -> None:
    """Draw the points with their label, or the number alone if both do not fit."""
    words = Catalogue.load().words("table.points")
    beside = 8 + fonts.width(words, 42, 600)
    text, size = display_names.fit_size(points, room - beside, POINTS_SIZES, 800)
    if text != points:
        text, size = display_names.fit_size(points, room, POINTS_SIZES, 800)
        words = ""
    x += 8 + canvas.text(x, y, text, size, 800, TEXT)
    canvas.text(x, y + 1, words, 42, 600, canvas.theme.muted)


def draw_head(canvas: Canvas, head: Box, who: SeatLabel) -> None:
    """Draw the header: mark or arrow, name, dealer, cards in hand."""
    if who.acts:
        canvas.plate(head, 18, SIDE_INKS[who.side])
        canvas.rectangle(Box(head.x, head.bottom - 18, head.width, 18), SIDE_INKS[who.side])
    y, right = head.centre, head.right - 12 - seats.COUNT[0]
    seats.draw_cards(canvas, right, y, who.cards)
    right = seats.draw_right_side(canvas, right - 8, y, who)
    x = head.x + 30
    if who.turn:
        x = seats.draw_arrow(canvas, x, y, who)
    else:
        canvas.shape(MARKS[who.side], centred(x + 14, y, 30, 30), SIDE_INKS[who.side])
        x = seats.draw_face(canvas, x + 40, y, who.face, who.text)
    text, size = display_names.fit_size(who.name, right - x, seats.NAME_SIZES, 700)
    canvas.text(x, y, text, size, 700, INK if who.acts else TEXT)


def player_panel(
    view: View, company: TableNames, seat: SeatView, viewer: int | None
) -> PlayerPanel:
    """Return the panel of one seat."""
    own = [meld for meld in view.melds if meld.owner == seat.seat]
    return PlayerPanel(
        seats.seat_label(view, company, seat, viewer),
        seat.pennies,
        format_number(view.sides[seat.side].score),
        meld_stacks.stacks(view, own, company),
    )


def all_panels(view: View, company: TableNames) -> tuple[PlayerPanels, ...]:
    """Return the panels of all players in seat order: down the left column, then the right one."""
    return two_columns([player_panel(view, company, seat, None) for seat in view.seats])


def other_panels(view: View, company: TableNames, viewer: int) -> tuple[PlayerPanels, ...]:
    """Return the panels of all but the viewer, beginning with the seat after theirs."""
    count = len(view.seats)
    after = [view.seats[(viewer + step) % count] for step in range(1, count)]
    return two_columns([player_panel(view, company, seat, viewer) for seat in after])


def two_columns(players: Sequence[PlayerPanel]) -> tuple[PlayerPanels, ...]:
    """Arrange panels in two columns. A single panel is as wide as the picture."""
    if len(players) == 1:
        return (PlayerPanels(tuple(players), wide=True),)
    rows = -(-len(players) // 2)
    return tuple(PlayerPanels(tuple(players[row::rows])) for row in range(rows))


def own_panel(view: View, company: TableNames, viewer: int) -> PlayerPanels:
    """Return the viewer's own panel, as wide as the picture."""
    return PlayerPanels((player_panel(view, company, view.seats[viewer], viewer),), wide=True)
