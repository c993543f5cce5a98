"""The slash commands' way in: through the gate, and not in storms, like every control."""

import logging
from typing import Any, cast

import discord
from discord import app_commands

from cogs._kit.client import Press
from cogs._kit.refusals import Leaving
from cogs._kit.replies import IN_TIME, arrived, describe
from cogs._kit.router import check_storm
from cogs._traffic.unshown import Unshown, attempt

log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree[Any]):
    """The slash commands; like every control, each passes the gate, and no storm of them does."""

    async def _call(self, raw: Press) -> None:
        # discord.py has no public place around a whole command, only before it.
        if raw.type is discord.InteractionType.autocomplete:
            await self._complete(raw)
            return
        arrived(raw)
        try:
            with (
                raw.client.gate.passing(raw.user.id),
                raw.client.languages.of_press(raw),
            ):
                check_storm(raw)
                await super()._call(raw)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the one handler decides
            await raw.client.failed(raw, error)

    async def _complete(self, raw: Press) -> None:
        """Offer what fits what was typed; nobody is told of trouble, for the next letter asks."""
        try:
            await attempt(self._offer(raw), IN_TIME)
        except Unshown as trouble:
            log.info("nothing is offered: %s: %s", describe(raw), trouble)
        except Exception:
            log.exception("what was typed cannot be completed: %s", describe(raw))

    async def _offer(self, raw: Press) -> None:
        """Offer what fits; nothing once the process stops, or in a storm."""
        client = raw.client
        if not client.storms.admits_typing(raw.user.id):
            client.figures.count("storms")
            await raw.response.autocomplete([])
            return
        try:
            with client.gate.passing(raw.user.id), client.languages.of_press(raw):
                await self._offer_fitting(raw)
        except Leaving:
            await raw.response.autocomplete([])

    async def _offer_fitting(self, raw: Press) -> None:
        # discord.py's own `_call` would log an answer that comes too late as an error.
        data = cast("Any", raw.data)
        command, options = self._get_app_command_options(data)
        namespace = app_commands.Namespace(raw, data.get("resolved", {}), options)
        typed = next(option["name"] for option in options if option.get("focused"))
        await command._invoke_autocomplete(raw, typed, namespace)  # noqa: SLF001 - see above

    async def on_error(self, raw: Press, error: app_commands.AppCommandError, /) -> None:
        """Hand a command's error to the one handler."""
        await raw.client.failed(raw, error)
