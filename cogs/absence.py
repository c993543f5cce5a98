"""Away and back: pauses, substitutes, and the way back to a seat. Reached from **More**."""

from cogs._game.paces import LENGTHS
from cogs._kit import verbs
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say
from cogs._lobby.lobbies import as_driver
from cogs._messages.notifications import mentioning
from cogs._press.presses import AtTable, TableControl
from cogs._screens.away import invitation_screen, pause_screen
from cogs._work.services import Furnished, install
from data.consent.votes import is_open


class Back(TableControl, verb=verbs.BACK):
    """Take one's own seat up again."""

    async def act(self, press: AtTable) -> None:
        """Give it back."""
        member = as_driver(press.interaction.user)
        press.parlour.wake(await press.parlour.seats.come_back(press.live.row.id, member))
        await said(press, "clock.welcome")


class Invite(TableControl, verb=verbs.INVITE):
    """Offer the seats of those who are away to everybody in the thread."""

    async def act(self, press: AtTable) -> None:
        """Post an invitation for each, which notifies nobody."""
        press.seated()
        live = press.live
        away = [seat.seat for seat in live.row.seats if is_open(live.row, seat.seat)]
        if not away:
            raise Refusal("clock.nobody_away")
        async with in_public(press.interaction.client, live.row.guild_id):
            for seat in away:
                view = invitation_screen(live, seat)
                reply = Reply(view, private=False, mentions=mentioning())
                await tell(press.interaction, reply)


class Substitute(TableControl, verb=verbs.SUB):
    """Ask for the seat of somebody who is away: all who are there have to agree."""

    async def act(self, press: AtTable) -> None:
        """Ask the table."""
        row, parlour = press.live.row, press.parlour
        if row.guild_id != press.interaction.guild_id:
            raise Refusal("room.only_in_servers")
        if not 0 <= self.argument() < len(row.seats):
            raise Refusal("lobby.refused.stale")
        member = as_driver(press.interaction.user)
        await parlour.votes.ask(row.id, "seat", press.user_id, self.argument(), member)
        await said(press, "vote.put")


class Pause(TableControl, verb=verbs.PAUSE):
    """Let one's own clock stand still: first asked how long."""

    async def act(self, press: AtTable) -> None:
        """Ask, or begin the pause."""
        seat, days = press.seated(), self.argument()
        if not self.address.args:
            await tell(press.interaction, Reply(pause_screen(press.live)))
        elif days in LENGTHS:
            await press.parlour.pauses.of_member(press.live, seat, days)
            await said(press, "clock.paused", n=days)
        else:
            raise Refusal("lobby.refused.stale")


class GoOn(TableControl, verb=verbs.GOON):
    """End one's own pause."""

    async def act(self, press: AtTable) -> None:
        """Let the clock run on."""
        seat = press.seated()
        if not await press.parlour.pauses.end(press.live.row.id, seat, "member"):
            raise Refusal("clock.not_paused")
        await said(press, "clock.goes_on")


async def said(press: AtTable, key: str, **facts: object) -> None:
    """It is done: say so to the one who pressed alone."""
    done(press.interaction)
    await tell(press.interaction, Reply(text=say(key, **facts)))


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, Back, Invite, Substitute, Pause, GoOn)
