"""`/preferences`: time zone, quiet hours, how and how often one is told, how one's hand looks."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final, Literal, TypeVar

from discord import app_commands
from discord.ext import commands

from cogs._game.deadlines import RHYTHMS
from cogs._game.quiet_hours import digest_after, zones
from cogs._kit import verbs
from cogs._kit.client import Client, Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell, turn
from cogs._panel.panel import Page
from cogs._press.panel import ABOUT, AtSeat, PanelControl
from cogs._press.presses import PlainControl, Pressed
from cogs._screens.preferences import DIGEST_HOURS, MINUTES_OF_HOUR, WAYS, preferences_screen
from cogs._wishes import looks
from cogs._wishes.looks import DECKS, Looks
from cogs._work.services import Furnished, install
from data.people.rows import Preference
from render.canvas.theme import DeckName
from render.text.sorting import ORDERS, Order

T = TypeVar("T")

Reminders = Literal["thread", "direct", "none"]
First = Literal["picture", "words"]
CHOICES: Final = 25  # Discord takes no more from an autocompletion
TIME: Final = re.compile(r"(?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?", re.ASCII)
QUIET: Final = re.compile(r"\s*[-–to]+\s*", re.ASCII)


async def complete_zone(_: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The time zones that contain what was typed: "berl" finds Europe/Berlin."""
    wanted = typed.strip().lower().replace(" ", "_")
    found = sorted(zone for zone in zones() if wanted in zone.lower())
    return [app_commands.Choice(name=zone, value=zone) for zone in found[:CHOICES]]


def zone_of(typed: str) -> str:
    """The time zone somebody typed or chose. Raises `Refusal`."""
    for zone in zones():
        if zone.lower() == typed.strip().lower().replace(" ", "_"):
            return zone
    raise Refusal("preferences.no_zone")


def hours_of(typed: str) -> tuple[int | None, int | None]:
    """The minutes of the day where quiet hours begin and end: "22-7:30". Raises `Refusal`."""
    if typed.strip().lower() in {"none", "off", "-"}:
        return None, None
    parts = [TIME.fullmatch(part) for part in QUIET.split(typed.strip())]
    match parts:
        case [re.Match() as start, re.Match() as end] if minutes(start) != minutes(end):
            return minutes(start), minutes(end)
        case _:
            raise Refusal("preferences.no_hours")


def minutes(time: re.Match[str]) -> int:
    """The minute of the day of a time."""
    return int(time["hour"]) * 60 + int(time["minute"] or 0)


class PreferenceControl(PlainControl):
    """A select of `/preferences`."""

    async def act(self, press: Pressed) -> None:
        """Change it, and show all as it is then."""
        chosen = self.choice
        people, clock = press.parlour.store.people, press.parlour.bot.clock
        wish = await people.prefer(
            press.user_id, lambda before: due(before, self.changed(before, chosen), clock())
        )
        done(press.interaction)
        seen = await looks.load(people, press.user_id)
        await turn(press.interaction, Reply(preferences_screen(wish, seen)))

    def changed(self, wish: Preference, chosen: int) -> Preference:
        """What was wished, with what was chosen. Raises `Refusal`."""
        raise NotImplementedError


class RemindBy(PreferenceControl, verb=verbs.REMINDBY):
    """By which way turns and reminders come."""

    def changed(self, wish: Preference, chosen: int) -> Preference:
        """The way."""
        return replace(wish, way=picked(WAYS, chosen))


class ChooseRhythm(PreferenceControl, verb=verbs.RHYTHM):
    """How often one is reminded."""

    def changed(self, wish: Preference, chosen: int) -> Preference:
        """The rhythm."""
        return replace(wish, rhythm=picked(RHYTHMS, chosen))


class ChooseDigest(PreferenceControl, verb=verbs.DIGEST):
    """At which hour one message tells of all tables, if it shall."""

    def changed(self, wish: Preference, chosen: int) -> Preference:
        """The hour."""
        hour = picked((None, *DIGEST_HOURS), chosen)
        return replace(wish, digest=None if hour is None else hour * MINUTES_OF_HOUR)


def picked(choices: Sequence[T], chosen: int) -> T:
    """What stands at that place of a select. Raises `Refusal` for one that was made up."""
    if not 0 <= chosen < len(choices):
        raise Refusal("lobby.refused.stale")
    return choices[chosen]


def due(before: Preference, wish: Preference, now: float) -> Preference:
    """What is wished now, and when the next digest is due."""
    return replace(wish, digest_due=digest_after(before, wish, now))


class WordsFirst(PanelControl, verb=verbs.FIRST):
    """Words before the picture, or after it."""

    async def tried(self, press: AtSeat) -> Page:
        """Remember it, whatever the panel had seen."""
        await press.look(lambda now: replace(now, words_first=not now.words_first))
        return ABOUT


class Deck(PanelControl, verb=verbs.DECK):
    """Which deck one's own pictures are drawn with."""

    async def tried(self, press: AtSeat) -> Page:
        """Remember it, whatever the panel had seen."""
        deck = DECKS[self.choice % len(DECKS)]
        await press.look(lambda now: replace(now, deck=deck))
        return ABOUT


class SortHand(PanelControl, verb=verbs.SORT):
    """How one's own hand is sorted."""

    async def tried(self, press: AtSeat) -> Page:
        """Remember it, whatever the panel had seen."""
        order = ORDERS[self.choice % len(ORDERS)]
        await press.look(lambda now: replace(now, order=order))
        return ABOUT


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
        interaction: Press,
        zone: str | None = None,
        quiet: str | None = None,
        reminders: Reminders | None = None,
        deck: DeckName | None = None,
        sorting: Order | None = None,
        first: First | None = None,
    ) -> None:
        """Change what is given, and show all of it."""
        wish = await self._reminded(interaction.user.id, zone, quiet, reminders)
        done(interaction)
        seen = await self._seen(interaction.user.id, deck, sorting, first)
        await tell(interaction, Reply(preferences_screen(wish, seen)))

    async def _reminded(
        self, user_id: int, zone: str | None, quiet: str | None, reminders: Reminders | None
    ) -> Preference:
        """How a member is reminded from now on. Raises `Refusal`; then nothing has changed."""
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
        """How a member sees their hand from now on."""
        new: dict[str, Any] = {"deck": deck, "order": sorting}
        chosen = {name: value for name, value in new.items() if value is not None}
        if first is not None:
            chosen["words_first"] = first == "words"
        people = self.bot.store.people
        if not chosen:
            return await looks.load(people, user_id)
        row = await looks.change(people, user_id, lambda before: replace(before, **chosen))
        return looks.read(row)


async def setup(bot: Furnished) -> None:
    """Load the door."""
    install(bot, RemindBy, ChooseRhythm, ChooseDigest, WordsFirst, Deck, SortHand)
    await bot.add_cog(Preferences(bot))
