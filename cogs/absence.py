"""Away and back: pauses, substitutes, and the way back to a seat. Reached from **More**."""

from cogs._game.paces import LENGTHS
from cogs._game.tables import Live, is_kept
from cogs._kit.client import Client, Press
from cogs._kit.controls import TableButton, install
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say
from cogs._lobby.limits import check_seat
from cogs._lobby.lobbies import as_driver
from cogs._screens.away import invitation_screen, pause_screen
from cogs._work.notifications import mentioning
from cogs._work.services import Parlour


class AbsenceButton(TableButton):
    """A button about being away, at a table."""

    async def press(self, interaction: Press) -> None:
        """Do it, and show the table as it is then."""
        parlour = Parlour.of(interaction.client)
        await self.act(interaction, parlour, await parlour.tables.load(self.address.table))

    async def act(self, press: Press, parlour: Parlour, live: Live) -> None:
        """Do it."""
        raise NotImplementedError

    @property
    def argument(self) -> int:
        """The first number after the address, or -1."""
        return self.address.args[0] if self.address.args else -1


class Back(AbsenceButton, verb="back"):
    """Take one's own seat up again."""

    async def act(self, press: Press, parlour: Parlour, live: Live) -> None:
        """Give it back."""
        parlour.wake(await parlour.seats.come_back(live.row.id, as_driver(press.user)))
        await said(press, "clock.welcome")


class Invite(AbsenceButton, verb="invite"):
    """Offer the seats of those who are away to everybody in the thread."""

    async def act(self, press: Press, _: Parlour, live: Live) -> None:
        """Post an invitation for each, which notifies nobody."""
        seated(live, press)
        away = [seat.seat for seat in live.row.seats if is_kept(live, seat.seat)]
        if not away:
            raise Refusal("clock.nobody_away")
        async with in_public(press.client, live.row.guild_id):
            for seat in away:
                view = invitation_screen(live, seat)
                await tell(press, Reply(view, private=False, mentions=mentioning()))


class Substitute(AbsenceButton, verb="sub"):
    """Take the seat of somebody who is away."""

    async def act(self, press: Press, parlour: Parlour, live: Live) -> None:
        """Hand it over, from now on."""
        if live.row.guild_id != press.guild_id:
            raise Refusal("room.only_in_servers")
        await check_seat(parlour.store, live.row.guild_id, press.user.id)
        member = as_driver(press.user)
        parlour.wake(await parlour.seats.substitute(live.row.id, self.argument, member))
        await said(press, "clock.substituted")


class Pause(AbsenceButton, verb="pause"):
    """Let one's own clock stand still: first asked how long."""

    async def act(self, press: Press, parlour: Parlour, live: Live) -> None:
        """Ask, or begin the pause."""
        seat = seated(live, press)
        if not self.address.args:
            await tell(press, Reply(pause_screen(live)))
        elif self.argument in LENGTHS:
            await parlour.pauses.of_member(live, seat, self.argument)
            await said(press, "clock.paused", n=self.argument)
        else:
            raise Refusal("lobby.refused.stale")


class GoOn(AbsenceButton, verb="goon"):
    """End one's own pause."""

    async def act(self, press: Press, parlour: Parlour, live: Live) -> None:
        """Let the clock run on."""
        if not await parlour.pauses.end(live.row.id, seated(live, press), "member"):
            raise Refusal("clock.not_paused")
        await said(press, "clock.goes_on")


def seated(live: Live, press: Press) -> int:
    """The seat of whoever pressed. Raises `Refusal` for a stranger."""
    seat = live.seat_of(press.user.id)
    if seat is None:
        raise Refusal("table.not_seated")
    return seat


async def said(press: Press, key: str, **facts: object) -> None:
    """It is done: say so to the one who pressed alone."""
    done(press)
    await tell(press, Reply(text=say(key, **facts)))


async def setup(bot: Client) -> None:
    """Load the door."""
    install(bot, Back, Invite, Substitute, Pause, GoOn)
