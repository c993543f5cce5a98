"""Who is spoken to in which language: a member in their own, everybody together in the server's.

A press and a command are answered in the language its member's Discord is set to. Whatever
everybody can read is said inside `speaking_guild_locale`: in the language that the server has
chosen with `/settings`, else in the one it tells Discord. A private message that the bot sends
unasked remembers the language its member pressed in last, for as long as the process lives.
"""

from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, asynccontextmanager
from typing import Any, Final, Protocol, TypeAlias

import discord
from discord import app_commands

from data.repositories.guilds import GuildRepository
from render.text.catalogue import LANGUAGES, Catalogue, nearest_language, use_language

AnyCommand: TypeAlias = (
    "app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu"
)
REMEMBERED: Final = 10_000
"""Members whose language is remembered: some hundred bytes each."""
LOCALES: Final = {
    locale: nearest_language(locale.value)
    for locale in discord.Locale
    if nearest_language(locale.value) != "en"
}
"""Discord's locales that we have words for, and the language of each; English is the fallback."""


class LocaleResolver:
    """The languages of one bot's members and servers. Made at its start, asked at every press."""

    def __init__(
        self, guilds: GuildRepository, guild: Callable[[int], discord.Guild | None]
    ) -> None:
        self._guilds = guilds
        self._guild = guild
        self._heard: OrderedDict[int, str] = OrderedDict()

    def of_press(self, raw: discord.Interaction[Any]) -> AbstractContextManager[None]:
        """Speak the language of whoever pressed, and remember it."""
        language = nearest_language(raw.locale.value)
        self._heard[raw.user.id] = language
        self._heard.move_to_end(raw.user.id)
        if len(self._heard) > REMEMBERED:
            self._heard.popitem(last=False)
        return use_language(language)

    async def of_member(self, guild_id: int, user_id: int | None) -> str:
        """The language to write to a member in who has not just pressed."""
        return self._heard.get(user_id or 0) or await self.of_server(guild_id)

    async def of_server(self, guild_id: int) -> str:
        """The language of a server's public messages."""
        return self.spoken_in(guild_id, await self.chosen(guild_id))

    def spoken_in(self, guild_id: int, chosen: str | None) -> str:
        """The same, where it is known already what the server has chosen, if anything."""
        if chosen in LANGUAGES:
            return chosen
        guild = self._guild(guild_id)
        return nearest_language(guild.preferred_locale.value) if guild else nearest_language("")

    async def chosen(self, guild_id: int) -> str | None:
        """The language a server has chosen with `/settings`; None when it has not."""
        chosen = (await self._guilds.settings(guild_id)).language
        return chosen if chosen in LANGUAGES else None

    async def choose(self, guild_id: int, language: str) -> None:
        """Let public messages be in this language, one of `LANGUAGES`; "" for Discord's own."""
        await self._guilds.set_language(guild_id, language or None)


class HasLocales(Protocol):
    """Whoever knows the languages of its members and servers: the bot."""

    languages: LocaleResolver


@asynccontextmanager
async def speaking_guild_locale(bot: HasLocales, guild_id: int | None) -> AsyncIterator[None]:
    """Speak the server's language: for what everybody can read."""
    with use_language(await bot.languages.of_server(guild_id or 0)):
        yield


class CommandTranslator(app_commands.Translator):
    """The slash commands in every language of the catalogue.

    Their words stand under `commands.<name>`: `name`, `about`, and the same for each of their
    options under `options.<option>`; a choice's under `choices.<value>`.
    """

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The words in a language; None where Discord shall show the English ones."""
        del string  # the place says what is meant; the English text may change
        if locale not in LOCALES:
            return None
        place, catalogue = command_key(context), Catalogue.load(LOCALES[locale])
        return catalogue.words(place) if place and catalogue.has(place) else None


def command_translations() -> dict[str, str]:
    """Whatever `CommandTranslator` can say, each text by its language and its key."""
    catalogues = [Catalogue.load(language) for language in LOCALES.values()]
    return {
        f"{one.language}.{key}": one.texts[key]
        for one in catalogues
        for key in one.under("commands")
    }


def command_key(context: app_commands.TranslationContextTypes) -> str | None:
    """Where the catalogue has the words of a part of a command; None for parts it has not."""
    where, data = context.location, context.data
    places = app_commands.TranslationContextLocation
    if isinstance(data, app_commands.Choice):
        return f"commands.choices.{data.value}"
    if isinstance(data, app_commands.Parameter):
        last = "name" if where is places.parameter_name else "about"
        return f"commands.{qualified_name(data.command)}.options.{data.name}.{last}"
    if isinstance(data, app_commands.Command | app_commands.Group):
        last = "name" if where in {places.command_name, places.group_name} else "about"
        return f"commands.{qualified_name(data)}.{last}"
    return None


def qualified_name(command: "AnyCommand") -> str:
    """A command's name with its group's, as a key: `privacy.export`."""
    return command.qualified_name.replace(" ", ".")
