"""The language of each member and server, and the translation of the slash commands.

The bot answers an interaction in the language of the member's Discord. For messages that everybody
can read, it uses the language chosen with `/settings`, or else the server's language at Discord. A
private message outside an interaction uses the member's last language, if this process has seen it.
The texts themselves are in `render.text.catalogue`.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import discord
from discord import app_commands

from data.repositories.guilds import GuildRepository
from render.text.catalogue import LANGUAGES, Catalogue, nearest_language, use_language

AnyCommand: TypeAlias = (
    "app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu"
)
REMEMBERED: Final = 10_000
"""Number of members whose language is remembered. Each takes some hundred bytes."""
LOCALES: Final = {
    locale: nearest_language(locale.value)
    for locale in discord.Locale
    if nearest_language(locale.value) != "en"
}
"""Discord's locales, and our language for each. All other locales get English."""


class LocaleResolver:
    """The languages of one bot's members and servers."""

    def __init__(
        self, guilds: GuildRepository, guild: Callable[[int], discord.Guild | None]
    ) -> None:
        self._guilds = guilds
        self._guild = guild
        self._last_used: OrderedDict[int, str] = OrderedDict()

    def of_interaction(self, raw: discord.Interaction[Any]) -> AbstractContextManager[None]:
        """Use the language of the interaction's member in a `with` block, and remember it."""
        language = nearest_language(raw.locale.value)
        self._last_used[raw.user.id] = language
        # Drop the least recently used member, or the memory would grow with every member.
        self._last_used.move_to_end(raw.user.id)
        if len(self._last_used) > REMEMBERED:
            self._last_used.popitem(last=False)
        return use_language(language)

    async def of_member(self, guild_id: int, user_id: int | None) -> str:
        """Return the language for a private message to a member."""
        return self._last_used.get(user_id or 0) or await self.of_server(guild_id)

    async def of_server(self, guild_id: int) -> str:
        """Return the language of a server's public messages."""
        return self.spoken_in(guild_id, await self.chosen(guild_id))

    def spoken_in(self, guild_id: int, chosen: str | None) -> str:
        """Return the language of a server.

        `chosen` is the language that was chosen with `/settings`, or None.
        """
        if chosen in LANGUAGES:
            return chosen
        guild = self._guild(guild_id)
        return nearest_language(guild.preferred_locale.value) if guild else nearest_language("")

    async def chosen(self, guild_id: int) -> str | None:
        """Return the language that a server has chosen with `/settings`, or None."""
        chosen = (await self._guilds.settings(guild_id)).language
        return chosen if chosen in LANGUAGES else None

    async def choose(self, guild_id: int, language: str) -> None:
        """Save the language of a server's public messages.

        "" means the language that the server has at Discord.
        """
        await self._guilds.set_language(guild_id, language or None)


class HasLocales(Protocol):
    """A bot that has a `LocaleResolver`."""

    languages: LocaleResolver


@asynccontextmanager
async def speaking_guild_locale(bot: HasLocales, guild_id: int | None) -> AsyncIterator[None]:
    """Use the server's language in this block, for messages that everybody can read."""
    with use_language(await bot.languages.of_server(guild_id or 0)):
        yield


class CommandTranslator(app_commands.Translator):
    """Translates the slash commands into every language of the catalogue.

    The catalogue keys are `commands.<name>.name` and `commands.<name>.about`. Options have `.name`
    and `.about` under `commands.<name>.options.<option>`. Choices have `commands.choices.<value>`.
    Menus on a member or a message have `commands.menus.<name>`, without a question mark.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the translation, or None if Discord is to show the English text."""
        del string  # the key comes from the context, because the English text may change
        if locale not in LOCALES:
            return None
        key, catalogue = command_key(context), Catalogue.load(LOCALES[locale])
        return catalogue.words(key) if key and catalogue.has(key) else None


@cache
def command_translations() -> dict[str, str]:
    """Return every text that `CommandTranslator` can return, by language and key."""
    catalogues = [Catalogue.load(language) for language in LOCALES.values()]
    return {
        f"{one.language}.{key}": one.texts[key]
        for one in catalogues
        for key in one.under("commands")
    }


def command_key(context: app_commands.TranslationContextTypes) -> str | None:
    """Return the catalogue key for a part of a command, or None if the part has no key."""
    location, data = context.location, context.data
    locations = app_commands.TranslationContextLocation
    if isinstance(data, app_commands.Choice):
        return f"commands.choices.{data.value}"
    if isinstance(data, app_commands.Parameter):
        last = "name" if location is locations.parameter_name else "about"
        return f"commands.{qualified_name(data.command)}.options.{data.name}.{last}"
    if isinstance(data, app_commands.ContextMenu):
        return f"commands.menus.{data.name.lower().rstrip('?').replace(' ', '_')}"
    if isinstance(data, app_commands.Command | app_commands.Group):
        last = "name" if location in {locations.command_name, locations.group_name} else "about"
        return f"commands.{qualified_name(data)}.{last}"
    return None


def qualified_name(command: "AnyCommand") -> str:
    """Return a command's name as a key. The name of its group precedes it: `privacy.export`."""
    return command.qualified_name.replace(" ", ".")
