"""`/preferences`: time zone, quiet hours, reminders, and the look of the member's hand.

The page and the forms are in `preferences_page`. `cogs.reminders` decides when reminders and
digests are sent. `cogs.hand.appearance` decides how a hand is drawn.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, get_args

from discord import app_commands
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.deadlines import REMINDER_RHYTHMS
from cogs.game.quiet_hours import digest_after, time_zones
from cogs.hand import appearance
from cogs.hand.appearance import DECKS, HandAppearance
from cogs.members.preferences_page import (
    DIGEST_HOURS,
    MINUTES_OF_HOUR,
    REMINDER_CHANNELS,
    SUBSTITUTIONS,
    First,
    look_form,
    preferences_layout,
    reminder_form,
)
from cogs.ui.actions import Action, ActionId
from cogs.ui.commands import anywhere
from cogs.ui.component import (
    ComponentInteraction,
    component,
    component_by,
    option_at,
    send_modal,
)
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.form import number_in
from cogs.ui.replies import Reply, edit_or_send, mark_committed, send
from cogs.ui.texts import say
from data.models.members import ReminderPreferences
from render.drawing.themes import DeckName
from render.text.hand_order import ORDERS, Order

Reminders = Literal["thread", "direct", "none"]
CHOICES: Final = 25  # Discord accepts at most 25 suggestions
TIME: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?", re.ASCII)
QUIET: Final = re.compile(r"\s*[-–to]+\s*", re.ASCII)
"""The separator between two times: a hyphen, a dash, or "to"."""


# ---- options as a member types them


async def complete_zone(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggest time zones by any part of their name: "berl" finds Europe/Berlin."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = sorted(zone for zone in time_zones() if wanted in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:CHOICES]]


def zone_of(typed: str) -> str:
    """Return the time zone that a member typed. A city is enough if only one zone has it.

    Raises:
        Refusal: No zone has that name.
    """
    wanted = typed.strip().lower().replace(" ", "_")
    cities = [zone for zone in time_zones() if zone.lower().rpartition("/")[2] == wanted]
    for zone in time_zones():
        if zone.lower() == wanted or cities == [zone]:
            return zone
    raise Refusal("preferences.no_zone")


def hours_of(typed: str) -> tuple[int | None, int | None]:
    """Return the minutes of the day at which quiet hours begin and end.

    Return None for both if there are no quiet hours.

    Raises:
        Refusal: The text does not name two times.
    """
    if typed.strip().lower() in {"", "none", "off", "-"}:
        return None, None
    parts = [TIME.fullmatch(part) for part in QUIET.split(typed.strip())]
    match parts:
        # Two equal times could mean a whole day or no time at all, so they are refused.
        case [re.Match() as start, re.Match() as end] if minutes(start) != minutes(end):
            return minutes(start), minutes(end)
        case _:
            raise Refusal("preferences.no_hours")


def minutes(time: re.Match[str]) -> int:
    return int(time["hour"]) * 60 + int(time["minute"] or 0)


# ---- component handlers, and the command


PreferenceChange: TypeAlias = Callable[[ReminderPreferences, int], ReminderPreferences]
"""Function that sets the selected option. It raises `Refusal` for a wrong number."""


def preference_component(action: ActionId) -> Callable[[PreferenceChange], PreferenceChange]:
    """Register the decorated function as the handler of a select of `/preferences`."""
    return component_by(action, _change_preference)


async def _change_preference(change: PreferenceChange, interaction: ComponentInteraction) -> None:
    chosen = interaction.choice
    await _change_and_show(interaction, lambda before: change(before, chosen))


async def _change_and_show(
    interaction: ComponentInteraction, change: Callable[[ReminderPreferences], ReminderPreferences]
) -> None:
    """Change the preferences, then show all of them."""
    raw, members = interaction.raw, interaction.database.members
    # The change runs inside the transaction, so that of two concurrent changes neither is lost.
    preferences = await members.change_reminder_preferences(
        raw.user.id, lambda before: due(before, change(before), raw.client.clock())
    )
    mark_committed(raw)
    seen = await appearance.load(members, raw.user.id)
    await edit_or_send(raw, Reply(preferences_layout(preferences, seen)))


@preference_component(Action.REMINDBY)
def set_reminder_channel(preferences: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set where turns and reminders are announced."""
    return replace(preferences, way=option_at(REMINDER_CHANNELS, chosen))


@preference_component(Action.RHYTHM)
def set_reminder_rhythm(preferences: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set how often the member is reminded."""
    return replace(preferences, rhythm=option_at(REMINDER_RHYTHMS, chosen))


@preference_component(Action.DIGEST)
def set_digest_hour(preferences: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set the hour of the digest, or turn the digest off."""
    return replace(preferences, digest=digest_at(chosen))


def digest_at(number: int) -> int | None:
    """Return the digest's minute of the day for the number of an option. None for no digest.

    Raises:
        Refusal: There is no such option.
    """
    hour = option_at((None, *DIGEST_HOURS), number)
    return None if hour is None else hour * MINUTES_OF_HOUR


@component(Action.PREFERENCES)
async def show_preferences(interaction: ComponentInteraction) -> None:
    """Show all preferences, as `/preferences` does."""
    members, user_id = interaction.database.members, interaction.user_id
    preferences = await members.reminder_preferences(user_id)
    seen = await appearance.load(members, user_id)
    await send(interaction.raw, Reply(preferences_layout(preferences, seen)))


@component(Action.REMINDER_FORM)
async def open_reminder_form(interaction: ComponentInteraction) -> None:
    """Open the form for time zone and reminders."""
    preferences = await interaction.database.members.reminder_preferences(interaction.user_id)
    title, parts = say("preferences.reminders"), reminder_form(preferences)
    action = Action.REMINDER_FORM_MODAL
    await send_modal(interaction.raw, action, title, *parts, address=NO_TABLE)


@component(Action.REMINDER_FORM_MODAL)
async def save_reminder_form(interaction: ComponentInteraction) -> None:
    """Save time zone and reminders together. If one answer is wrong, save nothing."""
    fields = interaction.fields
    quiet_from, quiet_to = hours_of(fields["quiet"])
    new: dict[str, Any] = {
        "zone": zone_of(fields["zone"]),
        "quiet_from": quiet_from,
        "quiet_to": quiet_to,
        "way": option_at(REMINDER_CHANNELS, number_in(fields["way"])),
        "rhythm": option_at(REMINDER_RHYTHMS, number_in(fields["rhythm"])),
        "digest": digest_at(number_in(fields["digest"])),
    }
    await _change_and_show(interaction, lambda before: replace(before, **new))


@component(Action.LOOK_FORM)
async def open_look_form(interaction: ComponentInteraction) -> None:
    """Open the form for the look of the hand."""
    seen = await appearance.load(interaction.database.members, interaction.user_id)
    title, parts = say("preferences.look"), look_form(seen)
    await send_modal(interaction.raw, Action.LOOK_FORM_MODAL, title, *parts, address=NO_TABLE)


@component(Action.LOOK_FORM_MODAL)
async def save_look_form(interaction: ComponentInteraction) -> None:
    raw, members, fields = interaction.raw, interaction.database.members, interaction.fields
    chosen = HandAppearance(
        option_at(DECKS, number_in(fields["deck"])),
        option_at(ORDERS, number_in(fields["order"])),
        words_first=option_at(get_args(First), number_in(fields["first"])) == "words",
    )
    row = await appearance.change(members, raw.user.id, lambda _: chosen)
    mark_committed(raw)
    preferences = await members.reminder_preferences(raw.user.id)
    await edit_or_send(raw, Reply(preferences_layout(preferences, appearance.read(row))))


@preference_component(Action.SUBSTITUTION)
def set_substitution(preferences: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set who may play the member's seats while the member is absent."""
    return replace(preferences, substitution=option_at(SUBSTITUTIONS, chosen))


def due(
    before: ReminderPreferences, preferences: ReminderPreferences, now: float
) -> ReminderPreferences:
    """Return the new preferences with the time of the next digest."""
    return replace(preferences, digest_due=digest_after(before, preferences, now))


class PreferencesCog(commands.Cog):
    """The command `/preferences`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Your time zone, reminders, and how your hand looks")
    @app_commands.describe(
        zone="Where you live, such as Europe/Berlin",
        quiet="When not to disturb you, such as 22-7:30, or none",
        reminders="Where your turns and reminders are announced",
        deck="Which deck your hand is drawn with",
        sorting="How your hand is sorted",
        first="What comes first in your hand",
    )
    @app_commands.autocomplete(zone=complete_zone)
    @anywhere
    async def preferences(
        self,
        raw: Interaction,
        zone: str | None = None,
        quiet: str | None = None,
        reminders: Reminders | None = None,
        deck: DeckName | None = None,
        sorting: Order | None = None,
        first: First | None = None,
    ) -> None:
        """Change the given preferences, then show all of them."""
        preferences = await self._reminded(raw.user.id, zone, quiet, reminders)
        mark_committed(raw)
        seen = await self._seen(raw.user.id, deck, sorting, first)
        await send(raw, Reply(preferences_layout(preferences, seen)))

    async def _reminded(
        self, user_id: int, zone: str | None, quiet: str | None, reminders: Reminders | None
    ) -> ReminderPreferences:
        """Save the given reminder preferences. Return all of them.

        Raises:
            Refusal: One of the values is wrong. Nothing is saved.
        """
        new: dict[str, Any] = {}
        now = self.bot.clock()
        if zone is not None:
            new["zone"] = zone_of(zone)
        if quiet is not None:
            new["quiet_from"], new["quiet_to"] = hours_of(quiet)
        if reminders is not None:
            new["way"] = reminders
        members = self.bot.database.members
        if not new:
            return await members.reminder_preferences(user_id)
        return await members.change_reminder_preferences(
            user_id, lambda before: due(before, replace(before, **new), now)
        )

    async def _seen(
        self, user_id: int, deck: DeckName | None, sorting: Order | None, first: First | None
    ) -> HandAppearance:
        """Save the given choices for the look of the member's hand. Return all choices."""
        new: dict[str, Any] = {"deck": deck, "order": sorting}
        chosen = {name: value for name, value in new.items() if value is not None}
        if first is not None:
            chosen["words_first"] = first == "words"
        members = self.bot.database.members
        if not chosen:
            return await appearance.load(members, user_id)
        row = await appearance.change(members, user_id, lambda before: replace(before, **chosen))
        return appearance.read(row)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(PreferencesCog(bot))
