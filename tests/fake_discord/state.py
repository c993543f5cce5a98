"""The server: SimCord's state with the real time, and nothing kept that only its tests read."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.models import Guild, Overwrite, Role
from simcord.enums import ChannelType, OverwriteType

# A bot that may manage threads is above their locks; ours does not ask for it.
UNASKED = discord.Permissions(administrator=True, manage_threads=True)


class Now(Clock):
    """The real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Forgetful(list[Any]):
    """SimCord keeps a record of everything, for tests; 20,000 presses would fill the memory."""

    def append(self, _one: Any, /) -> None:
        """Keep nothing."""


class NoFiles(dict[str, bytes]):
    """Nobody looks at the pictures here."""

    def __setitem__(self, _url: str, _data: bytes, /) -> None:
        """Keep nothing."""


@dataclass(frozen=True)
class Server:
    """A server with its text channels."""

    guild: Guild
    channels: tuple[int, ...]


class State:
    """One server with text channels, and who is in it; more servers for whoever asks."""

    def __init__(self, channels: int = 1) -> None:
        self.backend = Backend(clock=Now())
        self.backend.transcript = Forgetful()
        self.backend.http_requests = Forgetful()
        self.backend.cdn._blobs = NoFiles()
        self.backend.edit_bot_profile("Tuppence")
        self.server = self.open("Card Corner", channels)
        self.guild, self.channels = self.server.guild, self.server.channels

    @property
    def me(self) -> int:
        """The bot's own id."""
        return self.backend.bot_user.id

    def open(self, name: str, channels: int = 1, shard: tuple[int, int] | None = None) -> Server:
        """A new server, of a shard (number, of so many) where one is given."""
        number, of = shard or (None, 1)
        guild = self.backend.create_guild(name, shard_id=number, shard_count=of)
        role: Role = next(role for role in guild.roles.values() if role.managed)
        role.permissions &= ~UNASKED.value
        made = (
            self.backend.create_channel(guild.id, f"cards-{n}", type=ChannelType.TEXT)
            for n in range(channels)
        )
        return Server(guild, tuple(channel.id for channel in made))

    def member(self, name: str, *, manages: bool = False, server: Server | None = None) -> int:
        """A new member's id."""
        guild = (server or self.server).guild
        user = self.backend.make_user(name.lower(), global_name=name)
        may = discord.Permissions(manage_guild=True).value
        roles = []
        if manages:
            role = Role(id=self.backend.snowflake(), name="Manager", permissions=may, position=2)
            guild.roles[role.id] = role
            roles = [role.id]
        self.backend.add_member(guild.id, user.id, roles=roles)
        return user.id

    def deny(self, channel_id: int, *permissions: str) -> None:
        """Take these permissions from the bot in a channel, and give back all others."""
        if not permissions:
            self.backend.delete_overwrite(channel_id, self.me)
            return
        value = discord.Permissions(**dict.fromkeys(permissions, True)).value
        self.backend.set_overwrite(channel_id, Overwrite(self.me, OverwriteType.MEMBER, deny=value))

    def shut(self, thread_id: int, *, locked: bool) -> None:
        """Let a thread sleep until somebody posts in it; a locked one is not woken so."""
        change = {"locked": locked, "archived": True}
        self.backend.edit_channel(thread_id, {}, thread_metadata=change)

    def open_again(self, thread_id: int) -> None:
        """Unlock a thread and wake it."""
        change = {"locked": False, "archived": False}
        self.backend.edit_channel(thread_id, {}, thread_metadata=change)
