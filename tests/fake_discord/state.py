"""The servers: SimCord's state in real time, without the records that only its own tests read."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from simcord._clock import Clock
from simcord.backend import Backend
from simcord.backend.models import Guild, Overwrite, Role
from simcord.enums import ChannelType, OverwriteType

# The permission to manage threads overrides locks, and the bot does not ask for it.
UNASKED = discord.Permissions(administrator=True, manage_threads=True)


class Now(Clock):
    """The real time."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class Forgetful(list[Any]):
    """A list that ignores additions: SimCord's records of 20,000 presses would fill the memory."""

    def append(self, _one: Any, /) -> None:
        """Ignore the item."""


class NoFiles(dict[str, bytes]):
    """A dictionary that stays empty: nobody looks at the pictures here."""

    def __setitem__(self, _url: str, _data: bytes, /) -> None:
        """Ignore the file."""


@dataclass(frozen=True)
class Server:
    """A server with its text channels."""

    guild: Guild
    channels: tuple[int, ...]


class State:
    """One server with text channels and its members; further servers on request."""

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
        """Create a server; `shard` (its number, and the number of shards) selects its id."""
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
        """Create a member and return the id."""
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
        """Take these permissions from the bot in a channel, and restore all others."""
        if not permissions:
            self.backend.delete_overwrite(channel_id, self.me)
            return
        value = discord.Permissions(**dict.fromkeys(permissions, True)).value
        self.backend.set_overwrite(channel_id, Overwrite(self.me, OverwriteType.MEMBER, deny=value))

    def shut(self, thread_id: int, *, locked: bool) -> None:
        """Archive a thread, which the next post opens again unless it is locked."""
        change = {"locked": locked, "archived": True}
        self.backend.edit_channel(thread_id, {}, thread_metadata=change)

    def open_again(self, thread_id: int) -> None:
        """Unlock a thread and reopen it."""
        change = {"locked": False, "archived": False}
        self.backend.edit_channel(thread_id, {}, thread_metadata=change)
