"""The command `/away`, and the components with which a member pauses or takes a seat back."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from discord import app_commands, ui
from discord.ext import commands

from cogs.absence.dates import date_choices, last_day_in_words, parse_until
from cogs.absence.layout import holiday_layout, invitation_layout, pause_layout, question_layout
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.deadlines import HOLIDAY_DAYS, PAUSE_LENGTHS
from cogs.game.interactions import TableInteraction, table_component
from cogs.game.seat_changes import member_player, own_player
from cogs.game.state import TableState
from cogs.game.visibility import may_be_shown_here
from cogs.reminders.messenger import allow_mentions
from cogs.ui.actions import Action
from cogs.ui.commands import anywhere
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import layout_view, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.rate_limit import check_hourly_post
from cogs.ui.replies import Reply, edit_or_send, mark_committed, send
from cogs.ui.texts import say


@table_component(Action.TAKE_SEAT_BACK)
async def take_seat_back(interaction: TableInteraction) -> None:
    """Give the member's own seat back to them."""
    services, row = interaction.services, interaction.state.row
    member = await own_player(interaction.raw, row.guild_id)
    services.activity.wake(await services.seat_changes.come_back(row.id, member))
    await _confirm(interaction, "clock.welcome")


@table_component(Action.INVITE)
async def offer_seats(interaction: TableInteraction) -> None:
    """Offer the seats of absent members in the channel, at most once an hour.

    Nobody is notified. Everybody who reads the channel must be allowed to see the table.
    """
    interaction.seated()
    state = interaction.state
    seats = [seat.seat for seat in state.row.seats if state.row.is_open_to_substitutes(seat.seat)]
    if not seats:
        raise Refusal("clock.nobody_away")
    # A custom id can be forged in any channel, also on another server.
    if not may_be_shown_here(interaction.raw, state.row):
        raise Refusal("clock.invite_elsewhere")
    check_hourly_post(interaction)
    # In the server's language, not the member's, because everybody in the thread reads it.
    async with speaking_guild_locale(interaction.raw.client, state.row.guild_id):
        for seat in seats:
            view = invitation_layout(state, seat)
            reply = Reply(view, private=False, mentions=allow_mentions())
            await send(interaction.raw, reply)


@table_component(Action.SUBSTITUTE)
async def ask_to_substitute(interaction: TableInteraction) -> None:
    """Open a vote on the member as a substitute. Every player who is present must agree."""
    row, services = interaction.state.row, interaction.services
    # A custom id can be forged.
    if not 0 <= interaction.argument() < len(row.seats):
        raise Refusal("lobby.refused.stale")
    member = member_player(interaction.raw.user)
    await services.votes.ask(row.id, "seat", interaction.user_id, interaction.argument(), member)
    await _confirm(interaction, "vote.put")


@table_component(Action.PAUSE)
async def pause_own_clock(interaction: TableInteraction) -> None:
    """Ask how long the pause shall last, then pause the member's own clock."""
    interaction.seated()
    days = interaction.argument()
    if not interaction.custom_id.args:
        await send(interaction.raw, Reply(pause_layout(interaction.state)))
    elif days in PAUSE_LENGTHS:
        await interaction.services.pauses.pause_member(
            interaction.state.row.id, interaction.user_id, days
        )
        await _confirm(interaction, "clock.paused", n=days)
    else:
        raise Refusal("lobby.refused.stale")


@table_component(Action.RESUME_CLOCK)
async def resume_own_clock(interaction: TableInteraction) -> None:
    """End the member's own pause."""
    table_id = interaction.state.row.id
    if not await interaction.services.pauses.end_member_pause(table_id, interaction.user_id):
        raise Refusal("clock.not_paused")
    await _confirm(interaction, "clock.goes_on")


async def _confirm(interaction: TableInteraction, key: str, **facts: object) -> None:
    """Mark the action as committed, and confirm it to the member alone."""
    mark_committed(interaction.raw)
    await send(interaction.raw, Reply(text=say(key, **facts)))


# ---- away from all tables


@component(Action.BEGIN_ABSENCE)
async def begin_absence(interaction: ComponentInteraction) -> None:
    """Begin a holiday until the selected day, and show what the holiday means at each table."""
    bot, user_id, chosen = interaction.raw.client, interaction.user_id, interaction.choice
    # A forged value would make `fromordinal` raise.
    if not date.min.toordinal() <= chosen <= date.max.toordinal():
        raise Refusal("away.no_day")
    until = await _begin_holiday(bot, user_id, date.fromordinal(chosen).isoformat())
    mark_committed(interaction.raw)
    await edit_or_send(interaction.raw, Reply(await _layout(bot, user_id, until)))


@component(Action.END_ABSENCE)
async def end_absence(interaction: ComponentInteraction) -> None:
    """End the member's holiday at all tables."""
    if not await interaction.services.pauses.end_holiday(interaction.user_id):
        raise Refusal("away.not_away")
    mark_committed(interaction.raw)
    await edit_or_send(interaction.raw, Reply(layout_view(text_display(say("away.welcome")))))


@component(Action.AWAY)
async def ask_until_when(interaction: ComponentInteraction) -> None:
    """Show the member's current holiday. If there is none, ask until when they will be away.

    This is what `/away` does.
    """
    await show_absence(interaction.raw)


async def show_absence(raw: Interaction) -> None:
    """Show the member's current holiday. If there is none, ask until when they will be away."""
    bot, user_id = raw.client, raw.user.id
    end = await bot.database.pauses.holiday_until(user_id)
    if end is not None:
        await send(raw, Reply(await _layout(bot, user_id, end)))
        return
    zone = (await bot.database.members.reminder_preferences(user_id)).zone
    days = tuple(date_choices(zone, bot.clock()))
    await send(raw, Reply(question_layout(days, zone)))


async def _begin_holiday(bot: TuppenceBot, user_id: int, typed: str) -> float:
    """Begin a holiday until the end of the typed day. Return that end in UTC epoch seconds.

    Raises:
        Refusal: The text is not a possible day.
    """
    preferences = await bot.database.members.reminder_preferences(user_id)
    until = parse_until(typed, preferences.zone, bot.clock())
    await bot.services.pauses.begin_holiday(user_id, until)
    return until


async def _layout(bot: TuppenceBot, user_id: int, until: float) -> ui.LayoutView:
    """Return the layout that says what a holiday means at each table."""
    states: list[TableState] = []
    for table_id in await bot.database.pauses.games_of_member(user_id):
        with suppress(Refusal):  # the game has ended since the query
            states.append(await bot.services.sessions.load(table_id))
    return holiday_layout(states, user_id, until, await _tables_without_days(bot, states, user_id))


async def _tables_without_days(
    bot: TuppenceBot, states: Iterable[TableState], user_id: int
) -> set[int]:
    """Return the ids of the tables where the member has no day of pause left."""
    table_ids = set()
    for state in states:
        seat = state.own_seat(user_id)
        if seat is None:
            continue
        if await bot.database.pauses.days_used(state.row.id, seat) >= HOLIDAY_DAYS:
            table_ids.add(state.row.id)
    return table_ids


class AbsenceCog(commands.Cog):
    """The command `/away`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(
        description="Take a break for some days: your clock is paused at every table"
    )
    @app_commands.describe(until="Until when: a date, a day such as Sunday, or a number of days")
    @anywhere
    async def away(self, raw: Interaction, until: str | None = None) -> None:
        """Begin a holiday until the given day.

        Without a day, show the current holiday, or ask until when the member will be away.
        """
        self.bot.services.activity.check_open()
        if until is None:
            await show_absence(raw)
            return
        end = await _begin_holiday(self.bot, raw.user.id, until)
        mark_committed(raw)
        await send(raw, Reply(await _layout(self.bot, raw.user.id, end)))

    @away.autocomplete("until")
    async def complete(self, raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Suggest the day that the member has typed, or days from today for any other text."""
        bot = self.bot
        zone, now = (await bot.database.members.reminder_preferences(raw.user.id)).zone, bot.clock()
        days = list(date_choices(zone, now))
        with suppress(Refusal):  # an unfinished word is no day: suggest days from today
            days = [last_day_in_words(parse_until(typed, zone, now), zone, now)]
        return [app_commands.Choice(name=title, value=day.isoformat()) for title, day in days]


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(AbsenceCog(bot))
