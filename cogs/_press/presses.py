"""An interaction and what it is about, loaded once.

    Pressed      any interaction; `AtTable` one at a table, `AtSeat` (see `panel`) in a panel
    InLobby      one on a host's private page of a lobby (see `host`)

A control says in `act` what the interaction does. The classes here load what it is about, answer
it, and wake whoever goes on from there.
"""

from dataclasses import dataclass

from cogs._game.live import Live
from cogs._kit.client import Press, Services
from cogs._kit.controls import Control
from cogs._kit.refusals import Refusal
from data.game.rows import TableRow
from data.store import Store


@dataclass(slots=True)
class Pressed:
    """A press, as Discord tells of it, and the services of the bot."""

    interaction: Press

    @property
    def services(self) -> Services:
        """The services of the bot."""
        return self.interaction.client.services

    @property
    def store(self) -> Store:
        """The database of the bot."""
        return self.interaction.client.store

    @property
    def user_id(self) -> int:
        """Who pressed, by Discord id."""
        return self.interaction.user.id

    async def look_up(self, table_id: int) -> TableRow:
        """A lobby, for whoever may hear of it here. Raises `Refusal`."""
        row = await self.services.lobbies.row(table_id)
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


class PlainControl(Control):
    """A control that looks by itself at what it is about."""

    async def press(self, interaction: Press) -> None:
        """Do what the control is for."""
        await self.act(Pressed(interaction))

    async def act(self, press: Pressed) -> None:
        """Do what the control is for, and answer."""
        raise NotImplementedError


class TableControl(Control):
    """A control about a table in play."""

    async def press(self, interaction: Press) -> None:
        """Do what the control is for, at the table as it stands."""
        live = await interaction.client.services.tables.load(self.address.table)
        await self.act(AtTable(interaction, live))

    async def act(self, press: AtTable) -> None:
        """Do what the control is for, and answer."""
        raise NotImplementedError
