"""`/preferences`: time zone, quiet hours, how and how often one is told, how one's hand looks."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final, Literal, TypeAlias

from discord import app_commands
from discord.ext import commands

from cogs._game.deadlines import RHYTHMS
from cogs._game.quiet_hours import digest_after, zones
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.controls import ComponentInteraction, component_by, picked
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell, turn
from cogs._kit.verbs import Verb
from cogs._screens.preferences import DIGEST_HOURS, MINUTES_OF_HOUR, WAYS, preferences_screen
from cogs._wishes import looks
from cogs._wishes.looks import Looks
from data.people.rows import Preference
from render.canvas.theme import DeckName
from render.text.sorting import Order

Reminders = Literal["thread", "direct", "none"]
First = Literal["picture", "words"]
CHOICES: Final = 25  # Discord takes no more from an autocompletion
TIME: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?", re.ASCII)
QUIET: Final = re.compile(r"\s*[-–to]+\s*", re.ASCII)


async def complete_zone(_: Press, typed: str) -> list[app_commands.Choice[str]]:
    """Complete a time zone by any part of its name: "berl" finds Europe/Berlin."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = sorted(zone for zone in zones() if wanted in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:CHOICES]]


def zone_of(typed: str) -> str:
    """Return the typed time zone. Raises `Refusal`."""
    for zone in zones():
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


PreferenceChange: TypeAlias = Callable[[Preference, int], Preference]
"""Returns the preferences with the chosen option. Raises `Refusal`."""


def preference_component(action: Verb) -> Callable[[PreferenceChange], PreferenceChange]:
    """Register the decorated function as the handler of a select of `/preferences`."""
    return component_by(action, _change_preference)


async def _change_preference(change: PreferenceChange, interaction: ComponentInteraction) -> None:
    """Change the preferences, and show all of them."""
    raw, people, chosen = interaction.raw, interaction.store.people, interaction.choice
    wish = await people.prefer(
        raw.user.id, lambda was: due(was, change(was, chosen), raw.client.clock())
    )
    done(raw)
    seen = await looks.load(people, raw.user.id)
    await turn(raw, Reply(preferences_screen(wish, seen)))


@preference_component(verbs.REMINDBY)
def set_reminder_channel(wish: Preference, chosen: int) -> Preference:
    """Set where turns and reminders are announced."""
    return replace(wish, way=picked(WAYS, chosen))


@preference_component(verbs.RHYTHM)
def set_reminder_rhythm(wish: Preference, chosen: int) -> Preference:
    """Set how often the member is reminded."""
    return replace(wish, rhythm=picked(RHYTHMS, chosen))


@preference_component(verbs.DIGEST)
def set_digest_hour(wish: Preference, chosen: int) -> Preference:
    """Set the hour of the digest, or none."""
    hour = picked((None, *DIGEST_HOURS), chosen)
    return replace(wish, digest=None if hour is None else hour * MINUTES_OF_HOUR)


def due(before: Preference, wish: Preference, now: float) -> Preference:
    """Return the new preferences, with when the next digest is due."""
    return replace(wish, digest_due=digest_after(before, wish, now))


class Preferences(commands.Cog):
    """The command `/preferences`."""

    def __init__(self, bot: Client) -> None:
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
        raw: Press,
        zone: str | None = None,
        quiet: str | None = None,
        reminders: Reminders | None = None,
        deck: DeckName | None = None,
        sorting: Order | None = None,
        first: First | None = None,
    ) -> None:
        """Change what is given, and show all of it."""
        wish = await self._reminded(raw.user.id, zone, quiet, reminders)
        done(raw)
        seen = await self._seen(raw.user.id, deck, sorting, first)
        await tell(raw, Reply(preferences_screen(wish, seen)))

    async def _reminded(
        self, user_id: int, zone: str | None, quiet: str | None, reminders: Reminders | None
    ) -> Preference:
        """Save how a member is reminded. Raises `Refusal`; then nothing has changed."""
        new: dict[str, Any] = {}
        now = self.bot.clock()
        if zone is not None:
            new["zone"] = zone_of(zone)
        if quiet is not None:
            new["quiet_from"], new["quiet_to"] = hours_of(quiet)
        if reminders is not None:
            new["way"] = reminders
        people = self.bot.store.people
        if not new:
            return await people.preference(user_id)
        return await people.prefer(user_id, lambda was: due(was, replace(was, **new), now))

    async def _seen(
        self, user_id: int, deck: DeckName | None, sorting: Order | None, first: First | None
    ) -> Looks:
        """Save how a member's hand looks."""
        new: dict[str, Any] = {"deck": deck, "order": sorting}
        chosen = {name: value for name, value in new.items() if value is not None}
        if first is not None:
            chosen["words_first"] = first == "words"
        people = self.bot.store.people
        if not chosen:
            return await looks.load(people, user_id)
        row = await looks.change(people, user_id, lambda before: replace(before, **chosen))
        return looks.read(row)


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(Preferences(bot))
