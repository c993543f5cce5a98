"""The slash commands: the tree that dispatches them, and the options that several commands share.

Like a component interaction, each command counts as in flight and is rate limited. `cogs.ui.router`
dispatches components. Each feature's `cog.py` defines its commands.
"""

import logging
from collections.abc import Iterable
from typing import Any, Final, TypeVar, cast

import discord
from discord import app_commands
from discord.app_commands.installs import AppCommandContext, AppInstallationType

import engine
from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal, ShuttingDown
from cogs.delivery.request import DeliveryError, attempt_request
from cogs.ui.localization import AnyCommand
from cogs.ui.permissions import NotInvited
from cogs.ui.replies import INITIAL_RESPONSE_SECONDS, describe_for_log, track
from cogs.ui.router import check_rate_limit
from cogs.ui.texts import in_every_language, join_words, say

log = logging.getLogger(__name__)


ANYWHERE: Final = frozenset(
    {"help", "rules", "learn", "practice", "tables", "hand", "table", "move"}
    | {"stats", "preferences", "away", "privacy"}
)
"""Commands that work without the bot on the server. All other commands need the bot there."""
F = TypeVar("F")


def anywhere(command: F) -> F:
    """Let a command work on servers, in the bot's direct messages, and in other private channels.

    Members may install these commands for themselves.
    """
    installs = app_commands.allowed_installs(guilds=True, users=True)
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    return installs(contexts(command))


def on_servers(command: F) -> F:
    """Let a command work only on servers with the bot."""
    installs = app_commands.allowed_installs(guilds=True, users=False)
    contexts = app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    return installs(contexts(command))


def on_messages(menu: F) -> F:
    """Let a menu on a message work on servers with the bot, and in the bot's direct messages."""
    installs = app_commands.allowed_installs(guilds=True, users=False)
    contexts = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    return installs(contexts(menu))


def remove_user_install(commands: "Iterable[AnyCommand]") -> None:
    """Make commands installable by servers alone, because the application allows nothing else."""
    for command in commands:
        command.allowed_installs = AppInstallationType(guild=True, user=False)
        before = command.allowed_contexts or AppCommandContext()
        # A new object, because copies of a command share theirs.
        command.allowed_contexts = AppCommandContext(
            guild=before.guild, dm_channel=before.dm_channel, private_channel=False
        )


class TuppenceCommandTree(app_commands.CommandTree[Any]):
    """Dispatches slash commands. Each command counts as in flight, and is rate limited."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._not_invited = NotInvited()

    async def _call(self, raw: Interaction) -> None:
        # discord.py has a public hook before a command, but none around a whole command.
        if raw.type is discord.InteractionType.autocomplete:
            await self._complete(raw)
            return
        track(raw)
        try:
            with (
                raw.client.in_flight.tracking(raw.user.id, raw.guild_id),
                raw.client.languages.of_interaction(raw),
            ):
                check_rate_limit(raw)
                if cast("Any", raw.data)["name"] not in ANYWHERE:
                    await self._not_invited.check(raw)
                raw.client.services.proofs.note(raw)
                raw.client.services.mailboxes.note(raw)
                async with raw.client.services.activity.naming(raw):
                    await super()._call(raw)
                    await raw.client.services.welcomes.answer_manager(raw)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the error handler decides what each error means
            await raw.client.handle_error(raw, error)

    async def _complete(self, raw: Interaction) -> None:
        """Answer an autocomplete.

        Errors are only logged, because the member's next letter sends a new autocomplete.
        """
        try:
            await attempt_request(self._offer(raw), INITIAL_RESPONSE_SECONDS)
        # discord.py raises `AppCommandError` for a command or an option that it does not recognise.
        except (DeliveryError, app_commands.AppCommandError) as error:
            log.info("nothing is offered: %s: %s", describe_for_log(raw), error)
        except Exception:
            log.exception("what was typed cannot be completed: %s", describe_for_log(raw))

    async def _offer(self, raw: Interaction) -> None:
        """Send the choices. Send none while the process is stopping, or above the rate limit."""
        client = raw.client
        if not client.rate_limiter.admits_typing(raw.user.id):
            client.metrics.count("storms")
            await raw.response.autocomplete([])
            return
        try:
            with (
                client.in_flight.tracking(raw.user.id, raw.guild_id),
                client.languages.of_interaction(raw),
            ):
                await self._offer_fitting(raw)
        except ShuttingDown:
            await raw.response.autocomplete([])

    async def _offer_fitting(self, raw: Interaction) -> None:
        # We do not use discord.py's `_call`, because it logs a late autocomplete as an error.
        data = cast("Any", raw.data)
        command, options = self._get_app_command_options(data)
        namespace = app_commands.Namespace(raw, data.get("resolved", {}), options)
        typed = next(option["name"] for option in options if option.get("focused"))
        await command._invoke_autocomplete(raw, typed, namespace)  # noqa: SLF001 - see above

    async def on_error(self, raw: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Pass a command's error to the error handler."""
        await raw.client.handle_error(raw, error)


# ---- the options `game` and `season`


FIRST: Final = "house-canasta"
CHOICES: Final = 25  # Discord's limit for an autocomplete


def game_slugs() -> list[str]:
    """Return the slugs of all games: first the game for beginners, then the others by name."""
    return sorted(engine.GAMES, key=lambda slug: (slug != FIRST, engine.GAMES[slug].name))


def game_at(number: int) -> str:
    """Return the slug of the game with this number in custom ids.

    Raises:
        Refusal: There is no such game.
    """
    slugs = list(engine.GAMES)
    if not 0 <= number < len(slugs):
        raise Refusal("room.old_control")
    return slugs[number]


def parse_game(typed: str) -> str:
    """Return the slug of the game that a member typed or chose.

    The beginning of a name is enough, if it fits only one game.

    Raises:
        Refusal: There is no such game. The refusal lists all games.
    """
    wanted = typed.strip().casefold()
    for slug in game_slugs():
        # Discord's apps sometimes send the label of a choice instead of its value.
        names = in_every_language(offered, slug)
        if wanted in {slug, engine.GAMES[slug].name.casefold(), *names}:
            return slug
    matches = [
        slug
        for slug in game_slugs()
        if wanted and engine.GAMES[slug].name.lower().startswith(wanted)
    ]
    if len(matches) == 1:
        return matches[0]
    raise Refusal(
        "games.unknown", games=join_words(engine.GAMES[slug].name for slug in game_slugs())
    )


def offered(slug: str) -> str:
    """Return a game's name with its numbers of players: "House Canasta (2–6 players)"."""
    return say("games.offered", game=engine.GAMES[slug].name, seats=seat_span(slug))


def seat_span(slug: str) -> str:
    """Return the possible numbers of players of a game: "2–6"."""
    seats = engine.GAMES[slug].seats
    consecutive = len(seats) > 1 and seats[-1] - seats[0] == len(seats) - 1
    return f"{seats[0]}–{seats[-1]}" if consecutive else join_words(map(str, seats))


async def seasons(raw: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return as choices the months in which members of the server finished games."""
    if raw.guild_id is None:
        return []
    months = await raw.client.database.leaderboards.seasons(raw.guild_id)
    return [app_commands.Choice(name=one, value=one) for one in months if typed in one][:CHOICES]


async def check_season(raw: Interaction, month: str) -> None:
    """Raise `Refusal` if no game was finished in `month`. "" means all months."""
    if month and month not in await raw.client.database.leaderboards.seasons(raw.guild_id or 0):
        raise Refusal("ranking.unknown_season")


async def autocomplete(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return as choices the games whose name contains the typed text."""
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=offered(slug), value=slug)
        for slug in game_slugs()
        if wanted in engine.GAMES[slug].name.lower() or wanted in slug
    ][:CHOICES]
