"""The host's page of a lobby's seats, and the seal of its shuffle for everybody."""

from discord import ui

from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import TableButton, TableSelect, install
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._lobby.screen import commitment
from cogs._lobby.seating_page import seating_page
from cogs._press.host import PagePress, open_lobby, picked
from cogs._work.services import Parlour
from data.game.rows import TableRow
from engine.players import LEVELS


class SeatingPage(PagePress):
    """A press on the page of seats."""

    async def page(self, parlour: Parlour, lobby: TableRow, notice: str) -> ui.LayoutView:
        """The seats, with the one that was chosen."""
        del parlour
        return seating_page(lobby, self.seat, notice)

    @property
    def seat(self) -> int | None:
        """The seat it is about."""
        return self.address.args[0] if self.address.args else None

    def sure(self, lobby: TableRow) -> int:
        """The same. Raises `Refusal` when the lobby has no such seat."""
        return picked(range(len(lobby.seats)), -1 if self.seat is None else self.seat)


class Seating(TableButton, verb="seating"):
    """Open the page of seats; for the host."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        parlour = Parlour.of(interaction.client)
        lobby = await open_lobby(parlour, interaction, self.address.table)
        await tell(interaction, Reply(seating_page(lobby)))


class Seat(SeatingPage, TableSelect, verb="seat"):
    """Choose the seat to do something with."""

    @property
    def seat(self) -> int | None:
        """The seat that was chosen."""
        return self.chosen[0]


class Swap(SeatingPage, TableSelect, verb="swap"):
    """Let two seats change places."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Swap them."""
        other = picked(range(len(lobby.seats)), self.chosen[0])
        return await parlour.lobbies.swap(lobby, self.sure(lobby), other, self.address.seen)


class ComputerLevel(SeatingPage, TableSelect, verb="level"):
    """Put a computer player of a level on a seat."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Seat it."""
        level = picked(tuple(LEVELS), self.chosen[0])
        return await parlour.lobbies.place(lobby, self.sure(lobby), level, self.address.seen)


class Free(SeatingPage, TableButton, verb="free"):
    """Let whoever sits on a seat stand up."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Free it."""
        return await parlour.lobbies.free(lobby, self.sure(lobby), self.address.seen)


class Shuffle(SeatingPage, TableButton, verb="shuffle"):
    """Draw lots for the seats."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Shuffle them."""
        return await parlour.lobbies.shuffle(lobby, self.address.seen)


class Balance(SeatingPage, TableButton, verb="balance"):
    """Make the sides even."""

    async def change(self, parlour: Parlour, lobby: TableRow) -> TableRow:
        """Seat everybody so."""
        after = await parlour.lobbies.balance(lobby, self.address.seen)
        self.said = say("seating.balanced")
        return after


class Sealed(TableButton, verb="sealed"):
    """How the shuffle is sealed, with the whole fingerprint."""

    async def press(self, interaction: Press) -> None:
        """Tell it."""
        lobby = await Parlour.of(interaction.client).lobbies.row(self.address.table)
        view = screen(text(commitment(lobby)))
        await tell(interaction, Reply(view))


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Seating, Seat, Swap, ComputerLevel, Free, Shuffle, Balance, Sealed)
