"""`/help` and `/rules`: what to press, and how a game is played."""

from discord import app_commands
from discord.ext import commands

from cogs._kit.client import Client, Press
from cogs._kit.components import screen, text
from cogs._kit.replies import Reply, tell
from cogs._kit.texts import say
from cogs._lobby.games import autocomplete, slug_of
from cogs._screens.rules import rules_screen


class Help(commands.Cog):
    """The commands that explain."""

    @app_commands.command(description="How to play here, in a minute")
    async def help(self, interaction: Press) -> None:
        """Tell the one who asked."""
        await tell(interaction, Reply(screen(text(say("help.text")))))

    @app_commands.command(description="The rules of a game, in short")
    @app_commands.describe(game="Which game", rule="One rule by its number, as a refusal names it")
    @app_commands.autocomplete(game=autocomplete)
    async def rules(self, interaction: Press, game: str, rule: str = "") -> None:
        """Tell the one who asked."""
        view = rules_screen(slug_of(game), rule)
        await tell(interaction, Reply(view))


async def setup(bot: Client) -> None:
    """Load the door."""
    await bot.add_cog(Help())
