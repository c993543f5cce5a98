"""`/preferences`: time zone, quiet hours, reminders, and the look of the member's hand.

`cogs.reminders` decides when reminders and digests are sent. `cogs.hand.appearance` decides how a
hand is drawn.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias, get_args

from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.deadlines import REMINDER_RHYTHMS
from cogs.game.quiet_hours import digest_after, local_time, time_zones
from cogs.hand import appearance
from cogs.hand.appearance import DECKS, HandAppearance
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
from cogs.ui.form import Question, drop_down, number_in, radio, text_field
from cogs.ui.layout import action_row, button, layout_view, select, text_display
from cogs.ui.replies import Reply, edit_or_send, mark_committed, send
from cogs.ui.texts import say
from data.models.members import ReminderChannel, ReminderPreferences, Substitution
from render.drawing.themes import DeckName
from render.text.hand_order import ORDERS, Order

REMINDER_CHANNELS: Final[tuple[ReminderChannel, ...]] = get_args(ReminderChannel)
SUBSTITUTIONS: Final[tuple[Substitution, ...]] = get_args(Substitution)
DIGEST_HOURS: Final = tuple(range(24))
"""The hours that a digest can have. With "none" they fill a select of 25 options."""
MINUTES_OF_HOUR: Final = 60

Reminders = Literal["thread", "direct", "none"]
First = Literal["picture", "words"]
CHOICES: Final = 25  # Discord accepts at most 25 suggestions
ASKED: Final = ("zone", "quiet", "way", "rhythm", "digest")
LONGEST_ZONE: Final = 40
LONGEST_QUIET: Final = 20
TIME: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?", re.ASCII)
QUIET: Final = re.compile(r"\s*[-–to]+\s*", re.ASCII)
"""The separator between two times: a hyphen, a dash, or "to"."""


# ---- layout


def preferences_layout(preferences: ReminderPreferences, seen: HandAppearance) -> ui.LayoutView:
    """Return the message with all preferences, and buttons for the two forms that change them.

    Args:
        preferences: How the member is reminded.
        seen: How the member's hand looks.
    """
    reminders = button(Action.REMINDER_FORM, *NO_TABLE, label=say("preferences.reminders"))
    look = button(Action.LOOK_FORM, *NO_TABLE, label=say("preferences.look"))
    invited = button(Action.INVITATION_FORM, *NO_TABLE, label=say("friends.invitedform"))
    seats = [(n, say(f"preferences.substitution_{who}"), "") for n, who in enumerate(SUBSTITUTIONS)]
    seat, hint = (
        SUBSTITUTIONS.index(preferences.substitution),
        say("preferences.substitution_hint"),
    )
    return layout_view(
        text_display(
            say("preferences.heading"),
            reminders_in_words(preferences),
            *frequency_in_words(preferences),
            say(f"preferences.substitution_rule_{preferences.substitution}"),
            appearance_in_words(seen),
        ),
        action_row(reminders, look, invited),
        select(Action.SUBSTITUTION, 0, 0, labels=seats, placeholder=hint, chosen=seat),
    )


def reminder_form(preferences: ReminderPreferences) -> list[Question]:
    """Return the form for time zone and reminders, filled with the current preferences."""
    ways = [(n, say(f"preferences.way_{way}"), "") for n, way in enumerate(REMINDER_CHANNELS)]
    rhythms = [(n, rhythm_words(rhythm), "") for n, rhythm in enumerate(REMINDER_RHYTHMS)]
    # "None" comes first: `digest_at` numbers the options in the same order.
    times = (None, *(hour * MINUTES_OF_HOUR for hour in DIGEST_HOURS))
    digests = [(n, digest_words(minute), "") for n, minute in enumerate(times)]
    digest = 0 if preferences.digest is None else 1 + preferences.digest // MINUTES_OF_HOUR
    quiet, ask = quiet_typed(preferences), {name: say(f"preferences.{name}_hint") for name in ASKED}
    zone, zone_about = preferences.zone, say("preferences.zone_about")
    return [
        text_field("zone", ask["zone"], zone_about, zone, LONGEST_ZONE),
        text_field("quiet", ask["quiet"], say("preferences.quiet_about"), quiet, LONGEST_QUIET),
        radio("way", ask["way"], ways, REMINDER_CHANNELS.index(preferences.way)),
        radio("rhythm", ask["rhythm"], rhythms, REMINDER_RHYTHMS.index(preferences.rhythm)),
        drop_down("digest", ask["digest"], digests, digest),
    ]


def look_form(seen: HandAppearance) -> list[Question]:
    """Return the form for the look of the hand, filled with the current preferences."""
    decks = [(n, say(f"panel.deck_{deck}"), "") for n, deck in enumerate(DECKS)]
    orders = [(n, say(f"panel.order_{order}"), "") for n, order in enumerate(ORDERS)]
    firsts = [(n, say(f"panel.{first}_first"), "") for n, first in enumerate(get_args(First))]
    return [
        radio("deck", say("preferences.deck_hint"), decks, DECKS.index(seen.deck)),
        radio("order", say("preferences.order_hint"), orders, ORDERS.index(seen.order)),
        radio("first", say("preferences.first_hint"), firsts, int(seen.words_first)),
    ]


def frequency_in_words(preferences: ReminderPreferences) -> list[str]:
    if preferences.way == "none":
        return []
    return [
        say("preferences.rhythm_rule", rhythm=rhythm_words(preferences.rhythm)),
        digest_rule(preferences),
    ]


def digest_rule(preferences: ReminderPreferences) -> str:
    if preferences.digest is None:
        return ""
    key = "digest_alone" if preferences.rhythm == "none" else "digest_rule"
    return say(f"preferences.{key}", at=format_minute(preferences.digest))


def rhythm_words(rhythm: str) -> str:
    return say(f"preferences.rhythm_{rhythm}")


def digest_words(minute: int | None) -> str:
    if minute is None:
        return say("preferences.digest_off")
    return say("preferences.digest_at", at=format_minute(minute))


def reminders_in_words(preferences: ReminderPreferences) -> str:
    if preferences.quiet_from is None or preferences.quiet_to is None:
        quiet = say("preferences.no_quiet")
    else:
        quiet = say(
            "preferences.quiet",
            start=format_minute(preferences.quiet_from),
            end=format_minute(preferences.quiet_to),
        )
    way = say(f"preferences.by_{preferences.way}")
    return say("preferences.shown", zone=str(local_time(preferences.zone)), quiet=quiet, way=way)


def appearance_in_words(seen: HandAppearance) -> str:
    first = say("panel.words_first" if seen.words_first else "panel.picture_first")
    deck, order = say(f"panel.deck_{seen.deck}"), say(f"panel.order_{seen.order}")
    return say("preferences.pictured", deck=deck, order=order, first=first)


def format_minute(minute: int) -> str:
    """Return a minute of the day as a time, such as "22:00"."""
    return f"{minute // 60:02}:{minute % 60:02}"


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


def quiet_typed(preferences: ReminderPreferences) -> str:
    """Return quiet hours as a member would type them, such as "22:00-07:30". "" for none."""
    if preferences.quiet_from is None or preferences.quiet_to is None:
        return ""
    return f"{format_minute(preferences.quiet_from)}-{format_minute(preferences.quiet_to)}"


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
    """Change the preferences, then show all of them."""
    raw, members, chosen = interaction.raw, interaction.database.members, interaction.choice
    # The change runs inside the transaction, so that of two concurrent changes neither is lost.
    preferences = await members.change_reminder_preferences(
        raw.user.id, lambda before: due(before, change(before, chosen), raw.client.clock())
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
    raw, members, fields = interaction.raw, interaction.database.members, interaction.fields
    quiet_from, quiet_to = hours_of(fields["quiet"])
    new: dict[str, Any] = {
        "zone": zone_of(fields["zone"]),
        "quiet_from": quiet_from,
        "quiet_to": quiet_to,
        "way": option_at(REMINDER_CHANNELS, number_in(fields["way"])),
        "rhythm": option_at(REMINDER_RHYTHMS, number_in(fields["rhythm"])),
        "digest": digest_at(number_in(fields["digest"])),
    }
    preferences = await members.change_reminder_preferences(
        raw.user.id, lambda before: due(before, replace(before, **new), raw.client.clock())
    )
    mark_committed(raw)
    seen = await appearance.load(members, raw.user.id)
    await edit_or_send(raw, Reply(preferences_layout(preferences, seen)))


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
