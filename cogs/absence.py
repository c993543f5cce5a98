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
from cogs._kit.controls import ComponentInteraction, component
from cogs._kit.languages import in_public
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell, turn
from cogs._kit.texts import say
from cogs._messages.mail import mentioning
from cogs._press.presses import AtTable, table_component
from cogs._screens.away import invitation_screen, pause_screen
from cogs._screens.holiday import holiday_screen, question_screen
from cogs._work.substitutes import as_driver
from data.consent.votes import is_open


@table_component(verbs.BACK)
async def take_seat_back(interaction: AtTable) -> None:
    """Give the member their own seat back."""
    services, member = interaction.services, as_driver(interaction.raw.user)
    services.activity.wake(await services.seats.come_back(interaction.live.row.id, member))
    await said(interaction, "clock.welcome")


@table_component(verbs.INVITE)
async def offer_seats(interaction: AtTable) -> None:
    """Offer the seats of absent members to everybody in the thread; notify nobody."""
    interaction.seated()
    live = interaction.live
    away = [seat.seat for seat in live.row.seats if is_open(live.row, seat.seat)]
    if not away:
        raise Refusal("clock.nobody_away")
    async with in_public(interaction.raw.client, live.row.guild_id):
        for seat in away:
            view = invitation_screen(live, seat)
            reply = Reply(view, private=False, mentions=mentioning())
            await tell(interaction.raw, reply)


@table_component(verbs.SUB)
async def ask_to_substitute(interaction: AtTable) -> None:
    """Ask for the seat of an absent member: all who are present have to agree."""
    row, services = interaction.live.row, interaction.services
    if not 0 <= interaction.argument() < len(row.seats):
        raise Refusal("lobby.refused.stale")
    member = as_driver(interaction.raw.user)
    await services.votes.ask(row.id, "seat", interaction.user_id, interaction.argument(), member)
    await said(interaction, "vote.put")


@table_component(verbs.PAUSE)
async def pause_own_clock(interaction: AtTable) -> None:
    """Ask for how long, then pause the member's own clock."""
    interaction.seated()
    days = interaction.argument()
    if not interaction.custom_id.args:
        await tell(interaction.raw, Reply(pause_screen(interaction.live)))
    elif days in LENGTHS:
        await interaction.services.pauses.of_member(
            interaction.live.row.id, interaction.user_id, days
        )
        await said(interaction, "clock.paused", n=days)
    else:
        raise Refusal("lobby.refused.stale")


@table_component(verbs.GOON)
async def resume_own_clock(interaction: AtTable) -> None:
    """End the member's own pause."""
    table_id = interaction.live.row.id
    if not await interaction.services.pauses.end_of_member(table_id, interaction.user_id):
        raise Refusal("clock.not_paused")
    await said(interaction, "clock.goes_on")


async def said(interaction: AtTable, key: str, **facts: object) -> None:
    """Mark the action as done, and say so to the member alone."""
    done(interaction.raw)
    await tell(interaction.raw, Reply(text=say(key, **facts)))


# ---- away from all tables


@component(verbs.HOLIDAY)
async def begin_absence(interaction: ComponentInteraction) -> None:
    """Make the member absent from all tables until the chosen day; show what that means."""
    bot, user_id, chosen = interaction.raw.client, interaction.user_id, interaction.choice
    if not date.min.toordinal() <= chosen <= date.max.toordinal():
        raise Refusal("away.no_day")
    until = await begun(bot, user_id, date.fromordinal(chosen).isoformat())
    done(interaction.raw)
    await turn(interaction.raw, Reply(await shown(bot, user_id, until)))


@component(verbs.HOME)
async def end_absence(interaction: ComponentInteraction) -> None:
    """End the member's absence at all tables."""
    if not await interaction.services.pauses.end_holiday(interaction.user_id):
        raise Refusal("away.not_away")
    done(interaction.raw)
    await turn(interaction.raw, Reply(screen(text(say("away.welcome")))))


async def begun(bot: Client, user_id: int, typed: str) -> float:
    """Begin an absence until the end of the typed day; return when it ends. Raises `Refusal`."""
    wish = await bot.store.people.preference(user_id)
    until = moment_of(typed, wish.zone, bot.clock())
    await bot.services.pauses.begin_holiday(user_id, until)
    return until


async def shown(bot: Client, user_id: int, until: float) -> ui.LayoutView:
    """Return the message about what an absence means at each table."""
    lives: list[Live] = []
    for table_id in await bot.store.time.tables_of(user_id):
        with suppress(Refusal):  # it has ended since
            lives.append(await bot.services.tables.load(table_id))
    return holiday_screen(lives, user_id, until, await spent(bot, lives, user_id))


async def spent(bot: Client, lives: Iterable[Live], user_id: int) -> set[int]:
    """Return the ids of the tables where a member has no day of pause left."""
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

    @app_commands.command(
        description="Take a break for some days: your clock is paused at every table"
    )
    @app_commands.describe(until="Until when: a date, a day such as Sunday, or a number of days")
    async def away(self, raw: Press, until: str | None = None) -> None:
        """Begin an absence, or show the present one; without one, ask until when."""
        bot, user_id = self.bot, raw.user.id
        bot.services.activity.check_open()
        if until is None:
            lasts = await bot.store.time.holiday(user_id)
        else:
            lasts = await begun(bot, user_id, until)
            done(raw)
        if lasts is not None:
            await tell(raw, Reply(await shown(bot, user_id, lasts)))
            return
        zone = (await bot.store.people.preference(user_id)).zone
        days = tuple(offered(zone, bot.clock()))
        await tell(raw, Reply(question_screen(days, zone)))

    @away.autocomplete("until")
    async def complete(self, raw: Press, typed: str) -> list[app_commands.Choice[str]]:
        """Complete the typed day, or offer days that may be meant."""
        bot = self.bot
        zone, now = (await bot.store.people.preference(raw.user.id)).zone, bot.clock()
        found = list(offered(zone, now))
        with suppress(Refusal):
            found = [named_until(moment_of(typed, zone, now), zone, now)]
        return [app_commands.Choice(name=title, value=day.isoformat()) for title, day in found]


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Away(bot))
