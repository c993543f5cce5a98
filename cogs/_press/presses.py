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


def check_own(live: Live, user_id: int) -> None:
    """Raise `Refusal` where a table is private and somebody else's."""
    if live.row.is_private and live.seat_of(user_id) is None:
        raise Refusal("table.gone")


@dataclass(slots=True)
class AtTable(Pressed):
    """A press at a table in play, as it stood then."""

    live: Live

    def __post_init__(self) -> None:
        """Raise `Refusal` for a private table of somebody else: nobody hears that there is one."""
        check_own(self.live, self.user_id)

    def seated(self) -> int:
        """The seat that whoever pressed plays. Raises `Refusal` for anybody else."""
        seat = self.live.seat_of(self.user_id)
        if seat is None:
            own = self.live.own_seat(self.user_id)
            raise Refusal("table.not_seated" if own is None else "clock.held")
        return seat


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
