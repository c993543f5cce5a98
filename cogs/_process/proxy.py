"""A proxy between us and Discord, which keeps Discord's limits for many processes at once."""

import discord
import yarl


def go_by(proxy: str) -> None:
    """Let every request go by a proxy, answers to presses among them; the gateway stays direct.

    For all clients of this process: discord.py has one address for them.
    """
    version = yarl.URL(discord.http.Route.BASE).path
    discord.http.Route.BASE = f"{proxy}{version}"
