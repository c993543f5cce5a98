"""Menus on a member: commands of Discord's apps in a member's context menu."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands

from cogs.core.bot import Interaction
from cogs.ui.commands import on_servers


def member_menu(
    name: str, callback: Callable[[Interaction, discord.User], Awaitable[None]]
) -> app_commands.ContextMenu:
    """Return a menu on a member that works on servers only. `name` is its English name."""

    # discord.py reads the kind of the menu from the annotation of a function of two arguments.
    async def chosen(raw: Interaction, member: discord.User) -> None:
        await callback(raw, member)

    return on_servers(app_commands.ContextMenu(name=name, callback=chosen))
