"""`/settings`: the settings of a server. The page and the form are in `server_page`.

Discord offers the command to members who may manage the server. A server can allow it to others.
The buttons check the permission themselves, because everybody can press those of the welcome.
"""

import logging
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.delivery.request import DISCORD_ERRORS, with_timeout
from cogs.members.server_page import (
    ServerPage,
    read_form,
    server_form,
    server_layout,
    with_known_channels,
)
from cogs.ui.actions import Action
from cogs.ui.commands import on_servers
from cogs.ui.component import ComponentInteraction, component, send_modal
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.operator import operator_line
from cogs.ui.permissions import bot_timeout
from cogs.ui.replies import Reply, answer_deferred, defer, mark_committed
from cogs.ui.texts import say
from render.text.catalogue import LANGUAGES, Catalogue

log = logging.getLogger(__name__)

PATIENCE: Final = 5.0
"""Seconds in which Discord must say who may use `/play`. Without an answer the page omits it."""
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


def require_guild(raw: Interaction) -> discord.Guild:
    if raw.guild is None:
        raise Refusal("room.only_in_servers")
    return raw.guild


def check_manager(raw: Interaction) -> None:
    """Raise `Refusal` unless the member may manage the server."""
    if not raw.permissions.manage_guild:
        raise Refusal("owners.managers")


async def load_page(raw: Interaction) -> ServerPage:
    """Load the page of the interaction's server."""
    bot, guild = raw.client, require_guild(raw)
    settings = await bot.database.guilds.settings(guild.id)
    language = bot.languages.spoken_in(guild.id, settings.language)
    try:
        asking = bot.services.play_permissions.ask(guild.id)
        restricted: bool | None = any(await with_timeout(bot, asking, PATIENCE))
    except DISCORD_ERRORS as error:
        log.info("cannot ask who may open tables: %r", error)
        restricted = None
    pending = await bot.database.guilds.pending_months()
    unposted = [one.month for one in pending if one.guild_id == guild.id]
    operator = operator_line(bot.settings)
    timeout = bot_timeout(raw)
    timed_out = timeout.sentence(Catalogue.load()) if timeout else ""
    return ServerPage(guild, settings, language, restricted, operator, unposted, timed_out)


@component(Action.SETTINGS)
async def show_settings(interaction: ComponentInteraction) -> None:
    """Show the settings to a manager of the server, as `/settings` does."""
    raw = interaction.raw
    check_manager(raw)
    await defer(raw, thinking=True)
    await answer_deferred(raw, Reply(server_layout(await load_page(raw))))


@component(Action.SETTINGS_FORM)
async def open_settings_form(interaction: ComponentInteraction) -> None:
    """Open the form for all settings."""
    check_manager(interaction.raw)
    guild = require_guild(interaction.raw)
    settings = with_known_channels(guild, await interaction.database.guilds.settings(guild.id))
    title, parts = say("owners.form"), server_form(settings)
    action = Action.SETTINGS_FORM_MODAL
    await send_modal(interaction.raw, action, title, *parts, address=NO_TABLE)


@component(Action.SETTINGS_FORM_MODAL)
async def save_settings_form(interaction: ComponentInteraction) -> None:
    """Save all settings together. If one answer is wrong, save nothing."""
    raw, guilds = interaction.raw, interaction.database.guilds
    check_manager(raw)
    guild = require_guild(raw)
    chosen = read_form(interaction, await guilds.settings(guild.id))
    await guilds.save_settings(guild.id, chosen)
    mark_committed(raw)
    await defer(raw)
    await answer_deferred(raw, Reply(server_layout(await load_page(raw))))


class ServerSettingsCog(commands.Cog):
    """The command `/settings`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Settings of this server: language, channels, posts")
    @app_commands.describe(language="The language of public messages")
    @app_commands.choices(language=CHOICES)
    @app_commands.default_permissions(manage_guild=True)
    @on_servers
    async def settings(self, raw: Interaction, language: str = "") -> None:
        """Change the language if it is given, then show all settings."""
        guild = require_guild(raw)
        await defer(raw, thinking=True)
        if language:
            chosen = language if language in LANGUAGES else ""
            await self.bot.languages.choose(guild.id, chosen)
            mark_committed(raw)
        await answer_deferred(raw, Reply(server_layout(await load_page(raw))))


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(ServerSettingsCog(bot))
