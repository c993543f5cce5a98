"""`/settings`: what a server chooses for itself, so far the language of public messages.

Discord offers it to members who may manage the server, or to whom the server gives it instead.
"""

from typing import Final

from discord import app_commands
from discord.ext import commands

from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, done, tell
from cogs._kit.texts import say
from render.text.catalogue import LANGUAGES, Catalogue

OF_DISCORD: Final = "discord"
"""The choice that goes by what the server has told Discord."""
CHOICES: Final = [
    *(
        app_commands.Choice(name=Catalogue.load(language).words("language.name"), value=language)
        for language in LANGUAGES
    ),
    app_commands.Choice(
        name=app_commands.locale_str("As this server is set in Discord"), value=OF_DISCORD
    ),
]


class ServerSettings(commands.Cog):
    """The command `/settings`."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @app_commands.command(description="Settings of this server: the language of public messages")
    @app_commands.describe(language="The language of public messages")
    @app_commands.choices(language=CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(self, raw: Press, language: str = "") -> None:
        """Change what was given, then tell all settings."""
        if raw.guild_id is None:
            raise Refusal("room.only_in_servers")
        if language:
            chosen = language if language in LANGUAGES else ""
            await self.bot.languages.choose(raw.guild_id, chosen)
            done(raw)
        view = screen(text(*await self.told(raw.guild_id)))
        await tell(raw, Reply(view))

    async def told(self, guild_id: int) -> list[str]:
        """Return all settings in words."""
        language = await self.bot.languages.of_server(guild_id)
        own = await self.bot.languages.chosen(guild_id)
        name = Catalogue.load(language).words("language.name")
        line = say("settings.language" if own else "settings.language_own", language=name)
        return [say("settings.heading"), line, say("settings.explained")]


async def setup(bot: Client) -> None:
    """Load the extension."""
    await bot.add_cog(ServerSettings(bot))
