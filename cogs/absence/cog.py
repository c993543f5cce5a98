"""Away and back: pauses, substitutes, the way back to a seat, from **More**; and `/away`."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from discord import app_commands, ui
from discord.ext import commands

from cogs.absence.dates import date_choices, last_day_in_words, parse_until
from cogs.absence.layout import holiday_screen, invitation_screen, pause_screen, question_screen
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.deadlines import HOLIDAY_DAYS, PAUSE_LENGTHS
from cogs.game.interactions import TableInteraction, table_component
from cogs.game.seat_changes import member_player
from cogs.game.state import TableState
from cogs.reminders.messenger import allow_mentions
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import layout_view, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import Reply, edit_or_send, mark_committed, send
from cogs.ui.texts import say


@table_component(Action.TAKE_SEAT_BACK)
async def take_seat_back(interaction: TableInteraction) -> None:
    """Give the member their own seat back."""
    services, member = interaction.services, member_player(interaction.raw.user)
    services.activity.wake(await services.seat_changes.come_back(interaction.live.row.id, member))
    await said(interaction, "clock.welcome")


@table_component(Action.INVITE)
async def offer_seats(interaction: TableInteraction) -> None:
    """Offer the seats of absent members to everybody in the thread; notify nobody."""
    interaction.seated()
    live = interaction.live
    away = [seat.seat for seat in live.row.seats if live.row.is_open_to_substitutes(seat.seat)]
    if not away:
        raise Refusal("clock.nobody_away")
    async with speaking_guild_locale(interaction.raw.client, live.row.guild_id):
        for seat in away:
            view = invitation_screen(live, seat)
            reply = Reply(view, private=False, mentions=allow_mentions())
            await send(interaction.raw, reply)


@table_component(Action.SUBSTITUTE)
async def ask_to_substitute(interaction: TableInteraction) -> None:
    """Ask for the seat of an absent member: all who are present have to agree."""
    row, services = interaction.live.row, interaction.services
    if not 0 <= interaction.argument() < len(row.seats):
        raise Refusal("lobby.refused.stale")
    member = member_player(interaction.raw.user)
    await services.votes.ask(row.id, "seat", interaction.user_id, interaction.argument(), member)
    await said(interaction, "vote.put")


@table_component(Action.PAUSE)
async def pause_own_clock(interaction: TableInteraction) -> None:
    """Ask for how long, then pause the member's own clock."""
    interaction.seated()
    days = interaction.argument()
    if not interaction.custom_id.args:
        await send(interaction.raw, Reply(pause_screen(interaction.live)))
    elif days in PAUSE_LENGTHS:
        await interaction.services.pauses.of_member(
            interaction.live.row.id, interaction.user_id, days
        )
        await said(interaction, "clock.paused", n=days)
    else:
        raise Refusal("lobby.refused.stale")


@table_component(Action.RESUME_CLOCK)
async def resume_own_clock(interaction: TableInteraction) -> None:
    """End the member's own pause."""
    table_id = interaction.live.row.id
    if not await interaction.services.pauses.end_of_member(table_id, interaction.user_id):
        raise Refusal("clock.not_paused")
    await said(interaction, "clock.goes_on")


async def said(interaction: TableInteraction, key: str, **facts: object) -> None:
    """Mark the action as done, and say so to the member alone."""
    mark_committed(interaction.raw)
    await send(interaction.raw, Reply(text=say(key, **facts)))


# ---- away from all tables


@component(Action.BEGIN_ABSENCE)
async def begin_absence(interaction: ComponentInteraction) -> None:
    """Make the member absent from all tables until the chosen day; show what that means."""
    bot, user_id, chosen = interaction.raw.client, interaction.user_id, interaction.choice
    if not date.min.toordinal() <= chosen <= date.max.toordinal():
        raise Refusal("away.no_day")
    until = await begun(bot, user_id, date.fromordinal(chosen).isoformat())
    mark_committed(interaction.raw)
    await edit_or_send(interaction.raw, Reply(await shown(bot, user_id, until)))


@component(Action.END_ABSENCE)
async def end_absence(interaction: ComponentInteraction) -> None:
    """End the member's absence at all tables."""
    if not await interaction.services.pauses.end_holiday(interaction.user_id):
        raise Refusal("away.not_away")
    mark_committed(interaction.raw)
    await edit_or_send(interaction.raw, Reply(layout_view(text_display(say("away.welcome")))))


async def begun(bot: TuppenceBot, user_id: int, typed: str) -> float:
    """Begin an absence until the end of the typed day; return when it ends. Raises `Refusal`."""
    wish = await bot.database.members.reminder_preferences(user_id)
    until = parse_until(typed, wish.zone, bot.clock())
    await bot.services.pauses.begin_holiday(user_id, until)
    return until


async def shown(bot: TuppenceBot, user_id: int, until: float) -> ui.LayoutView:
    """Return the message about what an absence means at each table."""
    lives: list[TableState] = []
    for table_id in await bot.database.pauses.games_of_member(user_id):
        with suppress(Refusal):  # it has ended since
            lives.append(await bot.services.sessions.load(table_id))
    return holiday_screen(lives, user_id, until, await spent(bot, lives, user_id))


async def spent(bot: TuppenceBot, lives: Iterable[TableState], user_id: int) -> set[int]:
    """Return the ids of the tables where a member has no day of pause left."""
    found = set()
    for live in lives:
        seat = live.own_seat(user_id)
        if (
            seat is not None
            and await bot.database.pauses.days_used(live.row.id, seat) >= HOLIDAY_DAYS
        ):
            found.add(live.row.id)
    return found


class AbsenceCog(commands.Cog):
    """The command `/away`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(
        description="Take a break for some days: your clock is paused at every table"
    )
    @app_commands.describe(until="Until when: a date, a day such as Sunday, or a number of days")
    async def away(self, raw: Interaction, until: str | None = None) -> None:
        """Begin an absence, or show the present one; without one, ask until when."""
        bot, user_id = self.bot, raw.user.id
        bot.services.activity.check_open()
        if until is None:
            lasts = await bot.database.pauses.holiday_until(user_id)
        else:
            lasts = await begun(bot, user_id, until)
            mark_committed(raw)
        if lasts is not None:
            await send(raw, Reply(await shown(bot, user_id, lasts)))
            return
        zone = (await bot.database.members.reminder_preferences(user_id)).zone
        days = tuple(date_choices(zone, bot.clock()))
        await send(raw, Reply(question_screen(days, zone)))

    @away.autocomplete("until")
    async def complete(self, raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Complete the typed day, or offer days that may be meant."""
        bot = self.bot
        zone, now = (await bot.database.members.reminder_preferences(raw.user.id)).zone, bot.clock()
        found = list(date_choices(zone, now))
        with suppress(Refusal):
            found = [last_day_in_words(parse_until(typed, zone, now), zone, now)]
        return [app_commands.Choice(name=title, value=day.isoformat()) for title, day in found]


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(AbsenceCog(bot))
