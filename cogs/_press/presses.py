"""One kind of press: who pressed, with what services, and what it is about, loaded once.

    Pressed      any press; `AtTable` one at a table in play, `AtSeat` (see `panel`) one in a panel
    InLobby      one on a host's private page of a lobby

A control says in `act` what the press does; the classes here and beside load what it is about,
answer the press, and wake whoever goes on from there.
"""

from dataclasses import dataclass

from cogs._game.live import Live
from cogs._kit.client import Press
from cogs._kit.controls import Control
from cogs._kit.refusals import Refusal
from cogs._work.services import Parlour
from data.game.rows import TableRow


@dataclass(slots=True)
class Pressed:
    """A press, as Discord tells of it, and the services of the bot."""

    interaction: Press
    parlour: Parlour

    @property
    def user_id(self) -> int:
        """Who pressed, by Discord id."""
        return self.interaction.user.id

    async def look_up(self, table_id: int) -> TableRow:
        """A lobby, for whoever may hear of it here. Raises `Refusal`."""
        row = await self.parlour.lobbies.row(table_id)
        check_here(self.interaction, row)
        return row


def check_here(press: Press, table: TableRow) -> None:
    """Raise `Refusal` where nobody but those who sit may hear of a table.

    An id can be made up: a private table is nobody else's, and whoever has no seat looks at a
    table where it stands, for there they may see it. Of another channel or server nothing is told.
    """
    if any(seat.is_of(press.user.id) for seat in table.seats):
        return
    if table.is_private:  # nobody hears that there is one
        raise Refusal("table.gone")
    if press.channel_id not in {table.channel_id, table.thread_id}:
        raise Refusal("table.elsewhere")


@dataclass(slots=True)
class AtTable(Pressed):
    """A press at a table in play, as it stood then."""

    live: Live

    def __post_init__(self) -> None:
        """Raise `Refusal` for whoever may not hear of the table here."""
        check_here(self.interaction, self.live.row)

    def seated(self) -> int:
        """The seat that whoever pressed plays. Raises `Refusal` for anybody else."""
        return self.live.seated(self.user_id)


@dataclass(slots=True)
class InLobby(Pressed):
    """A press on a host's page of a lobby, and what the page is to say of it."""

    lobby: TableRow
    notice: str = ""


class ParlourControl(Control[Parlour]):
    """A control whose door was given the services."""

    @property
    def parlour(self) -> Parlour:
        """The services. Raises `Leaving` once the bot is closing."""
        self.services.check_open()
        return self.services

    def argument(self, place: int = 0) -> int:
        """A number of the address after table and seen; -1, which picks nothing, without one."""
        args = self.address.args
        return args[place] if place < len(args) else -1


class PlainControl(ParlourControl):
    """A control that looks by itself at what it is about."""

    async def press(self, interaction: Press) -> None:
        """Do what the control is for."""
        await self.act(Pressed(interaction, self.parlour))

    async def act(self, press: Pressed) -> None:
        """Do what the control is for, and answer."""
        raise NotImplementedError


class TableControl(ParlourControl):
    """A control about a table in play."""

    async def press(self, interaction: Press) -> None:
        """Do what the control is for, at the table as it stands."""
        live = await self.parlour.tables.load(self.address.table)
        await self.act(AtTable(interaction, self.parlour, live))

    async def act(self, press: AtTable) -> None:
        """Do what the control is for, and answer."""
        raise NotImplementedError
