"""The host's page of a lobby's seats, and the seal of its shuffle for everybody."""

from discord import ui

from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.controls import Control, picked
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._lobby.lobbies import check_waits
from cogs._lobby.screen import commitment
from cogs._lobby.seating_page import seating_page
from cogs._lobby.setup_page import setup_page
from cogs._press.host import HostControl, InLobby
from cogs._press.presses import PlainControl, Pressed
from data.game.rows import TableRow
from engine.players import EVEN, LEVELS, TASTES


class SeatingPage(HostControl):
    """A control of the page of seats."""

    async def page(self, press: InLobby) -> ui.LayoutView:
        """The seats, with the one that was chosen."""
        return seating_page(press.lobby, self.seat, press.notice)

    @property
    def seat(self) -> int | None:
        """The seat it is about."""
        return self.address.args[0] if self.address.args else None

    def sure(self, lobby: TableRow) -> int:
        """The same. Raises `Refusal` when the lobby has no such seat."""
        return picked(range(len(lobby.seats)), -1 if self.seat is None else self.seat)


class Seating(Control, verb=verbs.SEATING):
    """Open the page of seats; for the host."""

    async def press(self, interaction: Press) -> None:
        """Show it."""
        lobby = await interaction.client.services.lobbies.hosted(
            self.address.table, interaction.user.id
        )
        await tell(interaction, Reply(seating_page(lobby)))


class Seat(SeatingPage, verb=verbs.SEAT):
    """Choose the seat to do something with."""

    @property
    def seat(self) -> int | None:
        """The seat that was chosen."""
        return self.choice


class Swap(SeatingPage, verb=verbs.SWAP):
    """Let two seats change places."""

    async def act(self, press: InLobby) -> None:
        """Swap them."""
        lobbies, lobby = press.services.lobbies, press.lobby
        other = picked(range(len(lobby.seats)), self.choice)
        press.lobby = await lobbies.swap(lobby, self.sure(lobby), other, self.address.seen)


class ComputerLevel(SeatingPage, verb=verbs.LEVEL):
    """Put a computer player of a level on a seat."""

    async def act(self, press: InLobby) -> None:
        """Seat it."""
        lobbies, lobby = press.services.lobbies, press.lobby
        level = picked(tuple(LEVELS), self.choice)
        press.lobby = await lobbies.place(lobby, self.sure(lobby), level, self.address.seen)


class ComputerTaste(SeatingPage, verb=verbs.TASTE):
    """Let a computer player of some taste sit where one sits, of the same level."""

    async def act(self, press: InLobby) -> None:
        """Seat it."""
        lobbies, lobby = press.services.lobbies, press.lobby
        taste = picked((EVEN, *TASTES), self.choice)
        press.lobby = await lobbies.suit(lobby, self.sure(lobby), taste, self.address.seen)


class Free(SeatingPage, verb=verbs.FREE):
    """Let whoever sits on a seat stand up."""

    async def act(self, press: InLobby) -> None:
        """Free it."""
        lobbies, lobby = press.services.lobbies, press.lobby
        press.lobby = await lobbies.free(lobby, self.sure(lobby), self.address.seen)


class Shuffle(SeatingPage, verb=verbs.SHUFFLE):
    """Draw lots for the seats."""

    async def act(self, press: InLobby) -> None:
        """Shuffle them."""
        press.lobby = await press.services.lobbies.shuffle(press.lobby, self.address.seen)


class Balance(SeatingPage, verb=verbs.BALANCE):
    """Make the sides even."""

    async def act(self, press: InLobby) -> None:
        """Seat everybody so."""
        press.lobby = await press.services.lobbies.balance(press.lobby, self.address.seen)
        press.notice = say("seating.balanced")


class Sealed(PlainControl, verb=verbs.SEALED):
    """How the shuffle is sealed, with the whole fingerprint."""

    async def act(self, press: Pressed) -> None:
        """Tell it."""
        lobby = await press.look_up(self.address.table)
        view = screen(text(commitment(lobby)))
        await tell(press.interaction, Reply(view))


class SetUp(PlainControl, verb=verbs.SETUP):
    """The page with everything about a lobby: for its host to settle, for others to look up."""

    async def act(self, press: Pressed) -> None:
        """Show it."""
        lobby = await press.look_up(self.address.table)
        check_waits(lobby)
        await tell(press.interaction, Reply(setup_page(lobby, press.user_id)))


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(
        Seating, Seat, Swap, ComputerLevel, ComputerTaste, Free, Shuffle, Balance, Sealed
    )
    bot.controls.install(SetUp)
