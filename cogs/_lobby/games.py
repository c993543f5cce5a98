"""The games as `/play`, `/rules` and `/leaderboard` offer them, and the months of a server."""

from typing import Final

from discord import app_commands

import engine
from cogs._kit.client import Press
from cogs._kit.refusals import Refusal
from cogs._kit.texts import listed, say

FIRST: Final = "house-canasta"
CHOICES: Final = 25  # Discord takes no more from an autocompletion


def slugs() -> list[str]:
    """All games, the one to begin with first."""
    return sorted(engine.GAMES, key=lambda slug: (slug != FIRST, engine.GAMES[slug].name))


def slug_of(typed: str) -> str:
    """The game somebody typed or chose. Raises `Refusal` that lists them all."""
    wanted = typed.strip().lower()
    for slug in slugs():
        if wanted in {slug, engine.GAMES[slug].name.lower(), offered(slug).lower()}:
            return slug
    begun = [
        slug for slug in slugs() if wanted and engine.GAMES[slug].name.lower().startswith(wanted)
    ]
    if len(begun) == 1:
        return begun[0]
    raise Refusal("games.unknown", games=listed(engine.GAMES[slug].name for slug in slugs()))


def offered(slug: str) -> str:
    """A game with how many play it: "House Canasta (2–6 players)"."""
    seats = engine.GAMES[slug].seats
    consecutive = len(seats) > 1 and seats[-1] - seats[0] == len(seats) - 1
    span = f"{seats[0]}–{seats[-1]}" if consecutive else listed(map(str, seats))
    return say("games.offered", game=engine.GAMES[slug].name, seats=span)


async def seasons(raw: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The months in which games were finished on the server."""
    if raw.guild_id is None:
        return []
    months = await raw.client.store.ladders.seasons(raw.guild_id)
    return [app_commands.Choice(name=one, value=one) for one in months if typed in one][:CHOICES]


async def check_season(raw: Press, month: str) -> None:
    """Raise `Refusal` for a month without a finished game; no month at all is well."""
    if month and month not in await raw.client.store.ladders.seasons(raw.guild_id or 0):
        raise Refusal("ranking.unknown_season")


async def autocomplete(_: Press, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose name contains what was typed so far."""
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=offered(slug), value=slug)
        for slug in slugs()
        if wanted in engine.GAMES[slug].name.lower() or wanted in slug
    ][:CHOICES]
