"""The slash commands' way in: through the gate, and not in storms, like every control."""

from typing import Any

import discord
from discord import app_commands

from cogs._controls import Press, check_storm
from cogs._refusals import Leaving


class Tree(app_commands.CommandTree[Any]):
    """The slash commands; like every control, each passes the gate, and no storm of them does."""

    async def _call(self, interaction: Press) -> None:
        # discord.py has no public place around a whole command, only before it.
        if interaction.type is discord.InteractionType.autocomplete:
            await self._complete(interaction)
            return
        try:
            check_storm(interaction)
            with (
                interaction.client.gate.passing(),
                interaction.client.languages.of_press(interaction),
            ):
                await super()._call(interaction)
        except app_commands.AppCommandError:
            raise
        except Exception as error:  # noqa: BLE001 - the one handler decides
            await interaction.client.failed(interaction, error)

    async def _complete(self, interaction: Press) -> None:
        """Offer what fits what was typed so far; nothing once the process stops, or in a storm."""
        client = interaction.client
        try:
            if not client.storms.admits_typing(interaction.user.id):
                await interaction.response.autocomplete([])
                return
            with client.gate.passing(), client.languages.of_press(interaction):
                await super()._call(interaction)
        except Leaving:
            await interaction.response.autocomplete([])

    async def on_error(self, interaction: Press, error: app_commands.AppCommandError, /) -> None:
        """Hand a command's error to the one handler."""
        await interaction.client.failed(interaction, error)
