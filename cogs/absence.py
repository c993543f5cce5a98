"""Away and back: pauses, substitutes, the way back to a seat, from **More**; and `/away`."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from discord import app_commands, ui
from discord.ext import commands

from cogs._game.days import moment_of, named_until, offered
from cogs._game.live import Live
from cogs._game.paces import BUDGET, LENGTHS
from cogs._kit import verbs
from cogs._kit.client import Press
from cogs._kit.components import screen, text
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell, turn
from cogs._kit.texts import say
from cogs._lobby.lobbies import as_driver
from cogs._messages.mail import mentioning
from cogs._press.presses import AtTable, PlainControl, Pressed, TableControl
from cogs._screens.away import invitation_screen, pause_screen
from cogs._screens.holiday import holiday_screen, question_screen
from cogs._work.services import Furnished, Parlour, install
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
        if not 0 <= self.argument() < len(row.seats):
            raise Refusal("lobby.refused.stale")
        member = as_driver(press.interaction.user)
        await parlour.votes.ask(row.id, "seat", press.user_id, self.argument(), member)
        await said(press, "vote.put")


class Pause(TableControl, verb=verbs.PAUSE):
    """Let one's own clock stand still: first asked how long."""

    async def act(self, press: AtTable) -> None:
        """Ask, or begin the pause."""
        press.seated()
        days = self.argument()
        if not self.address.args:
            await tell(press.interaction, Reply(pause_screen(press.live)))
        elif days in LENGTHS:
            await press.parlour.pauses.of_member(press.live.row.id, press.user_id, days)
            await said(press, "clock.paused", n=days)
        else:
            raise Refusal("lobby.refused.stale")


class GoOn(TableControl, verb=verbs.GOON):
    """End one's own pause."""

    async def act(self, press: AtTable) -> None:
        """Let the clock run on."""
        table_id = press.live.row.id
        if not await press.parlour.pauses.end_of_member(table_id, press.user_id):
            raise Refusal("clock.not_paused")
        await said(press, "clock.goes_on")


async def said(press: AtTable, key: str, **facts: object) -> None:
    """It is done: say so to the one who pressed alone."""
    done(press.interaction)
    await tell(press.interaction, Reply(text=say(key, **facts)))


# ---- away from all tables


class Holiday(PlainControl, verb=verbs.HOLIDAY):
    """Be away from all tables until a day that was offered."""

    async def act(self, press: Pressed) -> None:
        """Begin the holiday, and say what it means at each table."""
        chosen = self.choice
        if not date.min.toordinal() <= chosen <= date.max.toordinal():
            raise Refusal("away.no_day")
        until = await begun(press.parlour, press.user_id, date.fromordinal(chosen).isoformat())
        done(press.interaction)
        await turn(press.interaction, Reply(await shown(press.parlour, press.user_id, until)))


class Home(PlainControl, verb=verbs.HOME):
    """Be back at all tables."""

    async def act(self, press: Pressed) -> None:
        """End the holiday."""
        if not await press.parlour.pauses.end_holiday(press.user_id):
            raise Refusal("away.not_away")
        done(press.interaction)
        await turn(press.interaction, Reply(screen(text(say("away.welcome")))))


async def begun(parlour: Parlour, user_id: int, typed: str) -> float:
    """Let somebody be away until the end of what they typed. Raises `Refusal`."""
    wish = await parlour.store.people.preference(user_id)
    until = moment_of(typed, wish.zone, parlour.bot.clock())
    await parlour.pauses.begin_holiday(user_id, until)
    return until


async def shown(parlour: Parlour, user_id: int, until: float) -> ui.LayoutView:
    """What a holiday means at each table."""
    lives: list[Live] = []
    for table_id in await parlour.store.time.tables_of(user_id):
        with suppress(Refusal):  # it has ended since
            lives.append(await parlour.tables.load(table_id))
    return holiday_screen(lives, user_id, until, await spent(parlour, lives, user_id))


async def spent(parlour: Parlour, lives: Iterable[Live], user_id: int) -> set[int]:
    """The tables where a member has no day of pause left."""
    found = set()
    for live in lives:
        seat = live.own_seat(user_id)
        if seat is not None and await parlour.store.time.days_taken(live.row.id, seat) >= BUDGET:
            found.add(live.row.id)
    return found


class Away(commands.Cog):
    """The command `/away`."""

    def __init__(self, parlour: Parlour) -> None:
        self.parlour = parlour

    @app_commands.command(
        description="Take a break for some days: your clock is paused at every table"
    )
    @app_commands.describe(until="Until when: a date, a day such as Sunday, or a number of days")
    async def away(self, interaction: Press, until: str | None = None) -> None:
        """Begin a holiday, or show the one that lasts; without one, ask until when."""
        parlour, user_id = self.parlour, interaction.user.id
        parlour.check_open()
        if until is None:
            lasts = await parlour.store.time.holiday(user_id)
        else:
            lasts = await begun(parlour, user_id, until)
            done(interaction)
        if lasts is not None:
            await tell(interaction, Reply(await shown(parlour, user_id, lasts)))
            return
        zone = (await parlour.store.people.preference(user_id)).zone
        days = tuple(offered(zone, parlour.bot.clock()))
        await tell(interaction, Reply(question_screen(days, zone)))

    @away.autocomplete("until")
    async def complete(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The day that was typed, if it is one; and days that may be meant."""
        bot = self.parlour.bot
        zone, now = (await bot.store.people.preference(press.user.id)).zone, bot.clock()
        found = list(offered(zone, now))
        with suppress(Refusal):
            found = [named_until(moment_of(typed, zone, now), zone, now)]
        return [app_commands.Choice(name=title, value=day.isoformat()) for title, day in found]


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, Back, Invite, Substitute, Pause, GoOn, Holiday, Home)
    await bot.add_cog(Away(bot.parlour))
