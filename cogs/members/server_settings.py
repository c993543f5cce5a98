"""`/settings`: the settings of a server. So far this is the language of public messages.

Discord offers the command to members who may manage the server. A server can allow it to others.
"""

from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.ui.commands import on_servers
from cogs.ui.layout import layout_view, text_display
from cogs.ui.replies import Reply, mark_committed, send
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, Catalogue

OF_DISCORD: Final = "discord"
"""The choice to use the language that the server has in Discord."""
CHOICES: Final = [
    *(
        app_commands.Choice(name=Catalogue.load(language).words("language.name"), value=language)
        for language in LANGUAGES
    ),
    app_commands.Choice(
        name=app_commands.locale_str("As this server is set in Discord"), value=OF_DISCORD
    ),
]
"""All languages, each under its own name, then `OF_DISCORD`."""


class ServerSettingsCog(commands.Cog):
    """The command `/settings`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Settings of this server: the language of public messages")
    @app_commands.describe(language="The language of public messages")
    @app_commands.choices(language=CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @on_servers
    async def settings(self, raw: Interaction, language: str = "") -> None:
        """Change the given setting, then show all settings."""
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        if language:
            chosen = language if language in LANGUAGES else ""
            await self.bot.languages.choose(raw.guild_id, chosen)
            mark_committed(raw)
        view = layout_view(text_display(*await self.told(raw.guild_id)))
        await send(raw, Reply(view))

    async def told(self, guild_id: int) -> list[str]:
        """Return all settings of a server in words."""
        language = await self.bot.languages.of_server(guild_id)
        own = await self.bot.languages.chosen(guild_id)
        name = Catalogue.load(language).words("language.name")
        line = say("settings.language" if own else "settings.language_own", language=name)
        return [say("settings.heading"), line, say("settings.explained")]


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(ServerSettingsCog(bot))
