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

    async def _call(self, interaction: Press) -> None:
        # discord.py has no public place around a whole command, only before it.
        if interaction.type is discord.InteractionType.autocomplete:
            await self._complete(interaction)
            return
        arrived(interaction)
        try:
            with (
                interaction.client.gate.passing(interaction.user.id),
                interaction.client.languages.of_press(interaction),
            ):
                check_storm(interaction)
                await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the one handler decides
            await interaction.client.failed(interaction, error)

    async def _complete(self, interaction: Press) -> None:
        """Offer what fits what was typed; nobody is told of trouble, for the next letter asks."""
        try:
            await attempt(self._offer(interaction), IN_TIME)
        except Unshown as trouble:
            log.info("nothing is offered: %s: %s", describe(interaction), trouble)
        except Exception:
            log.exception("what was typed cannot be completed: %s", describe(interaction))

    async def _offer(self, interaction: Press) -> None:
        """Offer what fits; nothing once the process stops, or in a storm."""
        client = interaction.client
        if not client.storms.admits_typing(interaction.user.id):
            client.figures.count("storms")
            await interaction.response.autocomplete([])
            return
        try:
            with client.gate.passing(interaction.user.id), client.languages.of_press(interaction):
                await self._offer_fitting(interaction)
        except Leaving:
            await interaction.response.autocomplete([])

    async def _offer_fitting(self, interaction: Press) -> None:
        # discord.py's own `_call` would log an answer that comes too late as an error.
        data = cast("Any", interaction.data)
        command, options = self._get_app_command_options(data)
        namespace = app_commands.Namespace(interaction, data.get("resolved", {}), options)
        typed = next(option["name"] for option in options if option.get("focused"))
        await command._invoke_autocomplete(interaction, typed, namespace)  # noqa: SLF001 - see above

    async def on_error(self, interaction: Press, error: app_commands.AppCommandError, /) -> None:
        """Hand a command's error to the one handler."""
        await interaction.client.failed(interaction, error)
