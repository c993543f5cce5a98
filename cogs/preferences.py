"""`/preferences`: time zone, quiet hours, how reminders come, and how one's hand looks."""

import re
from dataclasses import replace
from typing import Any, Final, Literal

from discord import app_commands
from discord.ext import commands

from cogs._game.quiet_hours import zones
from cogs._kit.client import Client, Press
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say
from cogs._wishes import looks
from cogs._wishes.looks import Looks
from data.people.rows import Preference
from render.canvas.theme import DeckName
from render.text.sorting import Order

Reminders = Literal["thread", "direct", "none"]
First = Literal["picture", "words"]
CHOICES: Final = 25
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


def shown(wish: Preference) -> str:
    """What a member has chosen, in words."""
    if wish.quiet_from is None or wish.quiet_to is None:
        quiet = say("preferences.no_quiet")
    else:
        quiet = say("preferences.quiet", start=clock(wish.quiet_from), end=clock(wish.quiet_to))
    way = say(f"preferences.by_{wish.way}")
    return say("preferences.shown", zone=wish.zone, quiet=quiet, way=way)


def pictured(seen: Looks) -> str:
    """How a member sees their hand, in words."""
    first = say("panel.words_first" if seen.words_first else "panel.picture_first")
    deck, order = say(f"panel.deck_{seen.deck}"), say(f"panel.order_{seen.order}")
    return say("preferences.pictured", deck=deck, order=order, first=first)


def clock(minute: int) -> str:
    """A minute of the day as a time: 22:00."""
    return f"{minute // 60:02}:{minute % 60:02}"


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
        first="What stands on top of your hand",
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
        await tell(interaction, Reply(text=f"{shown(wish)}\n{pictured(seen)}"))

    async def _reminded(
        self, user_id: int, zone: str | None, quiet: str | None, reminders: Reminders | None
    ) -> Preference:
        """How a member is reminded from now on. Raises `Refusal`; then nothing has changed."""
        new: dict[str, Any] = {}
        if zone is not None:
            new["zone"] = zone_of(zone)
        if quiet is not None:
            new["quiet_from"], new["quiet_to"] = hours_of(quiet)
        if reminders is not None:
            new["way"] = reminders
        return await self.bot.store.people.prefer(user_id, lambda wish: replace(wish, **new))

    async def _seen(
        self, user_id: int, deck: DeckName | None, sorting: Order | None, first: First | None
    ) -> Looks:
        """How a member sees their hand from now on."""
        new: dict[str, Any] = {"deck": deck, "order": sorting}
        chosen = {name: value for name, value in new.items() if value is not None}
        if first is not None:
            chosen["words_first"] = first == "words"
        people = self.bot.store.people
        row = await looks.change(people, user_id, lambda before: replace(before, **chosen))
        return looks.read(row)


async def setup(bot: Client) -> None:
    """Load the door."""
    await bot.add_cog(Preferences(bot))
