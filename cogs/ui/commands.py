"""The slash commands' way in: through the gate, and not in storms, like every control."""

import logging
from typing import Any, Final, cast

import discord
from discord import app_commands

import engine
from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal, ShuttingDown
from cogs.delivery.request import DeliveryError, attempt_move
from cogs.ui.replies import INITIAL_RESPONSE_SECONDS, describe_for_log, track
from cogs.ui.router import check_rate_limit
from cogs.ui.texts import join_words, say

log = logging.getLogger(__name__)


class TuppenceCommandTree(app_commands.CommandTree[Any]):
    """The slash commands; like every control, each passes the gate, and no storm of them does."""

    async def _call(self, raw: Interaction) -> None:
        # discord.py has no public place around a whole command, only before it.
        if raw.type is discord.InteractionType.autocomplete:
            await self._complete(raw)
            return
        track(raw)
        try:
            with (
                raw.client.in_flight.passing(raw.user.id),
                raw.client.languages.of_press(raw),
            ):
                check_rate_limit(raw)
                await super()._call(raw)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the one handler decides
            await raw.client.handle_error(raw, error)

    async def _complete(self, raw: Interaction) -> None:
        """Offer what fits what was typed; nobody is told of trouble, for the next letter asks."""
        try:
            await attempt_move(self._offer(raw), INITIAL_RESPONSE_SECONDS)
        except DeliveryError as trouble:
            log.info("nothing is offered: %s: %s", describe_for_log(raw), trouble)
        except Exception:
            log.exception("what was typed cannot be completed: %s", describe_for_log(raw))

    async def _offer(self, raw: Interaction) -> None:
        """Offer what fits; nothing once the process stops, or in a storm."""
        client = raw.client
        if not client.rate_limiter.admits_typing(raw.user.id):
            client.metrics.count("storms")
            await raw.response.autocomplete([])
            return
        try:
            with client.in_flight.passing(raw.user.id), client.languages.of_press(raw):
                await self._offer_fitting(raw)
        except ShuttingDown:
            await raw.response.autocomplete([])

    async def _offer_fitting(self, raw: Interaction) -> None:
        # discord.py's own `_call` would log an answer that comes too late as an error.
        data = cast("Any", raw.data)
        command, options = self._get_app_command_options(data)
        namespace = app_commands.Namespace(raw, data.get("resolved", {}), options)
        typed = next(option["name"] for option in options if option.get("focused"))
        await command._invoke_autocomplete(raw, typed, namespace)  # noqa: SLF001 - see above

    async def on_error(self, raw: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Hand a command's error to the one handler."""
        await raw.client.handle_error(raw, error)


# ---- The games as `/play`, `/rules` and `/leaderboard` offer them, and the months of a server


FIRST: Final = "house-canasta"
CHOICES: Final = 25  # Discord takes no more from an autocompletion


def game_slugs() -> list[str]:
    """All games, the one to begin with first."""
    return sorted(engine.GAMES, key=lambda slug: (slug != FIRST, engine.GAMES[slug].name))


def parse_game(typed: str) -> str:
    """The game somebody typed or chose. Raises `Refusal` that lists them all."""
    wanted = typed.strip().lower()
    for slug in game_slugs():
        if wanted in {slug, engine.GAMES[slug].name.lower(), offered(slug).lower()}:
            return slug
    begun = [
        slug
        for slug in game_slugs()
        if wanted and engine.GAMES[slug].name.lower().startswith(wanted)
    ]
    if len(begun) == 1:
        return begun[0]
    raise Refusal(
        "games.unknown", games=join_words(engine.GAMES[slug].name for slug in game_slugs())
    )


def offered(slug: str) -> str:
    """A game with how many play it: "House Canasta (2–6 players)"."""
    seats = engine.GAMES[slug].seats
    consecutive = len(seats) > 1 and seats[-1] - seats[0] == len(seats) - 1
    span = f"{seats[0]}–{seats[-1]}" if consecutive else join_words(map(str, seats))
    return say("games.offered", game=engine.GAMES[slug].name, seats=span)


async def seasons(raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The months in which games were finished on the server."""
    if raw.guild_id is None:
        return []
    months = await raw.client.database.leaderboards.seasons(raw.guild_id)
    return [app_commands.Choice(name=one, value=one) for one in months if typed in one][:CHOICES]


async def check_season(raw: Interaction, month: str) -> None:
    """Raise `Refusal` for a month without a finished game; no month at all is well."""
    if month and month not in await raw.client.database.leaderboards.seasons(raw.guild_id or 0):
        raise Refusal("ranking.unknown_season")


async def autocomplete(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose name contains what was typed so far."""
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=offered(slug), value=slug)
        for slug in game_slugs()
        if wanted in engine.GAMES[slug].name.lower() or wanted in slug
    ][:CHOICES]
