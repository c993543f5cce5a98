"""Run `bot.py` unchanged, with Discord at another address.

python -m tests.support.launch http://127.0.0.1:4242 [arguments of bot.py]
"""

import sys

import discord
import yarl

import bot


def point(address: str) -> None:
    """Let discord.py use `address` for REST, interactions and webhooks, and the gateway."""
    discord.http.Route.BASE = f"{address}/api/v10"
    # After an invalid session discord.py does not ask for the gateway's address again.
    gateway = yarl.URL(address).with_scheme("ws")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway


if __name__ == "__main__":
    point(sys.argv[1])
    again = (sys.executable, "-m", "tests.support.launch", sys.argv[1])
    sys.exit(bot.main(sys.argv[2:], command=again))
