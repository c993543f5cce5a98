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
from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell, turn
from cogs._kit.texts import say
from cogs._messages.mail import mentioning
from cogs._press.presses import AtTable, PlainControl, Pressed, TableControl
from cogs._screens.away import invitation_screen, pause_screen
from cogs._screens.holiday import holiday_screen, question_screen
from cogs._work.substitutes import as_driver
from data.consent.votes import is_open


class Back(TableControl, verb=verbs.BACK):
    """Take one's own seat up again."""

    async def act(self, press: AtTable) -> None:
        """Give it back."""
        member = as_driver(press.interaction.user)
        press.services.activity.wake(
            await press.services.seats.come_back(press.live.row.id, member)
        )
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
        row, services = press.live.row, press.services
        if not 0 <= self.argument() < len(row.seats):
            raise Refusal("lobby.refused.stale")
        member = as_driver(press.interaction.user)
        await services.votes.ask(row.id, "seat", press.user_id, self.argument(), member)
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
            await press.services.pauses.of_member(press.live.row.id, press.user_id, days)
            await said(press, "clock.paused", n=days)
        else:
            raise Refusal("lobby.refused.stale")


class GoOn(TableControl, verb=verbs.GOON):
    """End one's own pause."""

    async def act(self, press: AtTable) -> None:
        """Let the clock run on."""
        table_id = press.live.row.id
        if not await press.services.pauses.end_of_member(table_id, press.user_id):
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
        until = await begun(
            press.interaction.client, press.user_id, date.fromordinal(chosen).isoformat()
        )
        done(press.interaction)
        await turn(
            press.interaction, Reply(await shown(press.interaction.client, press.user_id, until))
        )


class Home(PlainControl, verb=verbs.HOME):
    """Be back at all tables."""

    async def act(self, press: Pressed) -> None:
        """End the holiday."""
        if not await press.services.pauses.end_holiday(press.user_id):
            raise Refusal("away.not_away")
        done(press.interaction)
        await turn(press.interaction, Reply(screen(text(say("away.welcome")))))


async def begun(bot: Client, user_id: int, typed: str) -> float:
    """Let somebody be away until the end of what they typed. Raises `Refusal`."""
    wish = await bot.store.people.preference(user_id)
    until = moment_of(typed, wish.zone, bot.clock())
    await bot.services.pauses.begin_holiday(user_id, until)
    return until


async def shown(bot: Client, user_id: int, until: float) -> ui.LayoutView:
    """What a holiday means at each table."""
    lives: list[Live] = []
    for table_id in await bot.store.time.tables_of(user_id):
        with suppress(Refusal):  # it has ended since
            lives.append(await bot.services.tables.load(table_id))
    return holiday_screen(lives, user_id, until, await spent(bot, lives, user_id))


async def spent(bot: Client, lives: Iterable[Live], user_id: int) -> set[int]:
    """The tables where a member has no day of pause left."""
    found = set()
    for live in lives:
        seat = live.own_seat(user_id)
        if seat is not None and await bot.store.time.days_taken(live.row.id, seat) >= BUDGET:
            found.add(live.row.id)
    return found


class Away(commands.Cog):
    """The command `/away`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Be away for some days: your clock stands still everywhere")
    @app_commands.describe(until="Until when: a date, a day such as Sunday, or a number of days")
    async def away(self, interaction: Press, until: str | None = None) -> None:
        """Begin a holiday, or show the one that lasts; without one, ask until when."""
        bot, user_id = self.bot, interaction.user.id
        bot.services.activity.check_open()
        if until is None:
            lasts = await bot.store.time.holiday(user_id)
        else:
            lasts = await begun(bot, user_id, until)
            done(interaction)
        if lasts is not None:
            await tell(interaction, Reply(await shown(bot, user_id, lasts)))
            return
        zone = (await bot.store.people.preference(user_id)).zone
        days = tuple(offered(zone, bot.clock()))
        await tell(interaction, Reply(question_screen(days, zone)))

    @away.autocomplete("until")
    async def complete(self, press: Press, typed: str) -> list[app_commands.Choice[str]]:
        """The day that was typed, if it is one; and days that may be meant."""
        bot = self.bot
        zone, now = (await bot.store.people.preference(press.user.id)).zone, bot.clock()
        found = list(offered(zone, now))
        with suppress(Refusal):
            found = [named_until(moment_of(typed, zone, now), zone, now)]
        return [app_commands.Choice(name=title, value=day.isoformat()) for title, day in found]


async def setup(bot: Client) -> None:
    """Load the extension."""
    bot.controls.install(Back, Invite, Substitute, Pause, GoOn, Holiday, Home)
    await bot.add_cog(Away(bot))
