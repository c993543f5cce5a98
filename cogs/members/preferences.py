"""`/preferences`: time zone, quiet hours, how and how often one is told, how one's hand looks."""

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
from cogs.hand.appearance import HandAppearance
from cogs.ui.actions import Action, ActionId
from cogs.ui.component import ComponentInteraction, component_by, option_at
from cogs.ui.layout import layout_view, select, text_display
from cogs.ui.replies import Reply, edit_or_send, mark_committed, send
from cogs.ui.texts import say
from data.models.members import ReminderChannel, ReminderPreferences
from render.drawing.themes import DeckName
from render.text.hand_order import Order

REMINDER_CHANNELS: Final[tuple[ReminderChannel, ...]] = get_args(ReminderChannel)
DIGEST_HOURS: Final = tuple(range(24))
"""With none at all these are as many as one select takes."""
MINUTES_OF_HOUR: Final = 60


def preferences_screen(wish: ReminderPreferences, seen: HandAppearance) -> ui.LayoutView:
    """All of it; what is a choice of a few, as selects."""
    ways = [(n, say(f"preferences.way_{way}"), "") for n, way in enumerate(REMINDER_CHANNELS)]
    rhythms = [(n, rhythm_words(rhythm), "") for n, rhythm in enumerate(REMINDER_RHYTHMS)]
    times = (None, *(hour * MINUTES_OF_HOUR for hour in DIGEST_HOURS))
    digests = [(n, digest_words(minute), "") for n, minute in enumerate(times)]
    hint = {name: say(f"preferences.{name}_hint") for name in ("way", "rhythm", "digest")}
    way, rhythm = REMINDER_CHANNELS.index(wish.way), REMINDER_RHYTHMS.index(wish.rhythm)
    digest = 0 if wish.digest is None else 1 + wish.digest // MINUTES_OF_HOUR
    return layout_view(
        text_display(shown(wish), *often(wish), pictured(seen)),
        select(Action.REMINDBY, 0, 0, labels=ways, placeholder=hint["way"], chosen=way),
        select(Action.RHYTHM, 0, 0, labels=rhythms, placeholder=hint["rhythm"], chosen=rhythm),
        select(Action.DIGEST, 0, 0, labels=digests, placeholder=hint["digest"], chosen=digest),
    )


def often(wish: ReminderPreferences) -> list[str]:
    """How often somebody is told who wants to be told at all."""
    if wish.way == "none":
        return []
    return [say("preferences.rhythm_rule", rhythm=rhythm_words(wish.rhythm)), digest_rule(wish)]


def digest_rule(wish: ReminderPreferences) -> str:
    """What a digest tells, and what comes beside it."""
    if wish.digest is None:
        return ""
    key = "digest_alone" if wish.rhythm == "none" else "digest_rule"
    return say(f"preferences.{key}", at=clock(wish.digest))


def rhythm_words(rhythm: str) -> str:
    """How often one is reminded."""
    return say(f"preferences.rhythm_{rhythm}")


def digest_words(minute: int | None) -> str:
    """At which time of day a digest comes, if it does."""
    if minute is None:
        return say("preferences.digest_off")
    return say("preferences.digest_at", at=clock(minute))


def shown(wish: ReminderPreferences) -> str:
    """What a member has chosen, in words."""
    if wish.quiet_from is None or wish.quiet_to is None:
        quiet = say("preferences.no_quiet")
    else:
        quiet = say("preferences.quiet", start=clock(wish.quiet_from), end=clock(wish.quiet_to))
    way = say(f"preferences.by_{wish.way}")
    return say("preferences.shown", zone=str(local_time(wish.zone)), quiet=quiet, way=way)


def pictured(seen: HandAppearance) -> str:
    """How a member sees their hand, in words."""
    first = say("panel.words_first" if seen.words_first else "panel.picture_first")
    deck, order = say(f"panel.deck_{seen.deck}"), say(f"panel.order_{seen.order}")
    return say("preferences.pictured", deck=deck, order=order, first=first)


def clock(minute: int) -> str:
    """A minute of the day as a time: 22:00."""
    return f"{minute // 60:02}:{minute % 60:02}"


# ---- `/preferences`: time zone, quiet hours, how and how often one is told, how one's hand looks


Reminders = Literal["thread", "direct", "none"]
First = Literal["picture", "words"]
CHOICES: Final = 25  # Discord takes no more from an autocompletion
TIME: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?", re.ASCII)
QUIET: Final = re.compile(r"\s*[-–to]+\s*", re.ASCII)


async def complete_zone(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a time zone by any part of its name: "berl" finds Europe/Berlin."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = sorted(zone for zone in time_zones() if wanted in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:CHOICES]]


def zone_of(typed: str) -> str:
    """Return the typed time zone. Raises `Refusal`."""
    for zone in time_zones():
        if zone.lower() == typed.strip().lower().replace(" ", "_"):
            return zone
    raise Refusal("preferences.no_zone")


def hours_of(typed: str) -> tuple[int | None, int | None]:
    """Return the minutes of the day at which quiet hours begin and end. Raises `Refusal`."""
    if typed.strip().lower() in {"none", "off", "-"}:
        return None, None
    parts = [TIME.fullmatch(part) for part in QUIET.split(typed.strip())]
    match parts:
        case [re.Match() as start, re.Match() as end] if minutes(start) != minutes(end):
            return minutes(start), minutes(end)
        case _:
            raise Refusal("preferences.no_hours")


def minutes(time: re.Match[str]) -> int:
    """Return the minute of the day of a time."""
    return int(time["hour"]) * 60 + int(time["minute"] or 0)


PreferenceChange: TypeAlias = Callable[[ReminderPreferences, int], ReminderPreferences]
"""Returns the preferences with the chosen option. Raises `Refusal`."""


def preference_component(action: ActionId) -> Callable[[PreferenceChange], PreferenceChange]:
    """Register the decorated function as the handler of a select of `/preferences`."""
    return component_by(action, _change_preference)


async def _change_preference(change: PreferenceChange, interaction: ComponentInteraction) -> None:
    """Change the preferences, and show all of them."""
    raw, people, chosen = interaction.raw, interaction.store.members, interaction.choice
    wish = await people.change_reminder_preferences(
        raw.user.id, lambda was: due(was, change(was, chosen), raw.client.clock())
    )
    mark_committed(raw)
    seen = await appearance.load(people, raw.user.id)
    await edit_or_send(raw, Reply(preferences_screen(wish, seen)))


@preference_component(Action.REMINDBY)
def set_reminder_channel(wish: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set where turns and reminders are announced."""
    return replace(wish, way=option_at(REMINDER_CHANNELS, chosen))


@preference_component(Action.RHYTHM)
def set_reminder_rhythm(wish: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set how often the member is reminded."""
    return replace(wish, rhythm=option_at(REMINDER_RHYTHMS, chosen))


@preference_component(Action.DIGEST)
def set_digest_hour(wish: ReminderPreferences, chosen: int) -> ReminderPreferences:
    """Set the hour of the digest, or none."""
    hour = option_at((None, *DIGEST_HOURS), chosen)
    return replace(wish, digest=None if hour is None else hour * MINUTES_OF_HOUR)


def due(before: ReminderPreferences, wish: ReminderPreferences, now: float) -> ReminderPreferences:
    """Return the new preferences, with when the next digest is due."""
    return replace(wish, digest_due=digest_after(before, wish, now))


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
        """Change what is given, and show all of it."""
        wish = await self._reminded(raw.user.id, zone, quiet, reminders)
        mark_committed(raw)
        seen = await self._seen(raw.user.id, deck, sorting, first)
        await send(raw, Reply(preferences_screen(wish, seen)))

    async def _reminded(
        self, user_id: int, zone: str | None, quiet: str | None, reminders: Reminders | None
    ) -> ReminderPreferences:
        """Save how a member is reminded. Raises `Refusal`; then nothing has changed."""
        new: dict[str, Any] = {}
        now = self.bot.clock()
        if zone is not None:
            new["zone"] = zone_of(zone)
        if quiet is not None:
            new["quiet_from"], new["quiet_to"] = hours_of(quiet)
        if reminders is not None:
            new["way"] = reminders
        people = self.bot.database.members
        if not new:
            return await people.reminder_preferences(user_id)
        return await people.change_reminder_preferences(
            user_id, lambda was: due(was, replace(was, **new), now)
        )

    async def _seen(
        self, user_id: int, deck: DeckName | None, sorting: Order | None, first: First | None
    ) -> HandAppearance:
        """Save how a member's hand looks."""
        new: dict[str, Any] = {"deck": deck, "order": sorting}
        chosen = {name: value for name, value in new.items() if value is not None}
        if first is not None:
            chosen["words_first"] = first == "words"
        people = self.bot.database.members
        if not chosen:
            return await appearance.load(people, user_id)
        row = await appearance.change(people, user_id, lambda before: replace(before, **chosen))
        return appearance.read(row)


async def setup(bot: TuppenceBot) -> None:
    """Load the extension."""
    await bot.add_cog(PreferencesCog(bot))
