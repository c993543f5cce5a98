"""The cache of guilds. It compresses guilds that nobody uses.

Discord sends about 35 KiB for each guild, and the bot may be in ten thousand guilds. The bot needs
only the channels for tables, the roles' permissions, and its own threads and membership. The cache
compresses these to some hundred bytes. The first access decompresses them. `compress_idle_guilds`
compresses them again, including all changes from Discord since then.
"""

import asyncio
import zlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

import discord
import orjson
from discord.state import AutoShardedConnectionState

Payload = dict[str, Any]
GuildChannel: TypeAlias = discord.TextChannel | discord.VoiceChannel | discord.ForumChannel

KINDS: Final[Mapping[int, type[GuildChannel]]] = {
    0: discord.TextChannel,
    2: discord.VoiceChannel,
    5: discord.TextChannel,
    15: discord.ForumChannel,
}
"""Channel types to cache, and discord.py's class for each.

Tables may be in type 0 (text), 2 (the chat of a voice channel) and 15 (forums). Type 5
(announcements) gets a refusal.
"""
FORUM: Final = 15
VOICE: Final[Payload] = {"bitrate": 0, "user_limit": 0}
"""Fields of a voice channel that discord.py requires, and the bot does not read."""
KEPT: Final = (
    *("id", "name", "unavailable", "member_count", "owner_id", "preferred_locale"),
    "system_channel_id",
)
FAST: Final = 1

GUILD_IDLE_SECONDS: Final = 600.0
"""Seconds without access after which a guild is compressed."""


class CompressedGuild(discord.Guild):
    """A guild with compressed roles, channels, threads and members.

    The first access decompresses them.

    Attributes:
        bot_added: When the guild added the bot, in epoch seconds; 0 if unknown. Reading it does not
            decompress the guild.
    """

    __slots__ = ("_accessed", "_compressed", "bot_added")

    def __init__(self, *, data: Any, state: "CompressedGuildState") -> None:
        self.bot_added = 0.0
        self._compressed: bytes | None = None
        self._accessed = False
        super().__init__(data=data, state=state)

    @property
    def is_compressed(self) -> bool:
        """Whether the guild's roles, channels, threads and members are compressed at present."""
        return self._compressed is not None

    def _from_data(self, guild: Any) -> None:
        """Read a guild, or a change of a guild, from Discord's data. discord.py calls this."""
        payload: Payload = guild
        own: Any = {key: payload[key] for key in KEPT if key in payload}
        if "channels" in payload:
            super()._from_data(own)
            kept = needed(payload, self._state.self_id)
            self.bot_added = joined_at(kept["members"])
            self._compress(kept)
        else:  # Discord sends no channels in an outage, nor in an update, which lists all roles
            own["roles"] = payload.get("roles", ())
            super()._from_data(own)

    def may_have(self, number: int) -> bool:
        """Return whether an id may belong to this guild. A compressed guild stays compressed."""
        return self._compressed is None or str(number).encode() in zlib.decompress(self._compressed)

    def compress_if_idle(self) -> None:
        """Compress this guild, unless something has read it since the last call."""
        if not (self.is_compressed or self._accessed or self.unavailable):
            self._compress(payload_of(self))
        self._accessed = False

    def _compress(self, payload: Payload) -> None:
        self._compressed = None  # while this is not None, reading a slot decompresses the guild
        for name in COMPRESSED_SLOTS:
            setattr(self, name, None)
        self._compressed = zlib.compress(orjson.dumps(payload), FAST)
        self._accessed = False

    def decompress(self) -> None:
        """Restore the roles, channels, threads and members as discord.py's objects."""
        self._accessed = True
        if self._compressed is None:
            return
        payload, state = orjson.loads(zlib.decompress(self._compressed)), self._state
        self._compressed = None
        for name in COMPRESSED_SLOTS:
            setattr(self, name, {})
        for role in payload["roles"]:
            self._add_role(discord.Role(guild=self, data=role, state=state))
        for channel in payload["channels"]:
            kind: Any = KINDS[channel["type"]]
            self._add_channel(kind(guild=self, data={**VOICE, **channel}, state=state))
        for thread in payload["threads"]:
            self._add_thread(discord.Thread(guild=self, data=thread, state=state))
        for member in payload["members"]:
            self._add_member(discord.Member(guild=self, data=member, state=state))


COMPRESSED_SLOTS: Final = ("_roles", "_channels", "_threads", "_members")


def decompressing_slot(name: str) -> property:
    """Return a property for one of discord.py's slots that first decompresses the guild."""
    slot = getattr(discord.Guild, name)

    def get(guild: CompressedGuild) -> Any:
        guild.decompress()
        return slot.__get__(guild)

    return property(get, slot.__set__)


for _name in COMPRESSED_SLOTS:
    setattr(CompressedGuild, _name, decompressing_slot(_name))


# ---- the payload that is kept


def needed(payload: Payload, me: int | None) -> Payload:
    """Return the part of a guild's payload that the bot needs. `me` is the bot's user id."""
    return {
        "roles": [fields(role, "id", "permissions", "position") for role in payload["roles"]],
        "channels": [channel for one in payload["channels"] for channel in channel_fields(one)],
        "threads": [one for one in payload.get("threads", ()) if int(one["owner_id"]) == me],
        "members": [
            fields(one, "user", "roles", "flags", "joined_at", "communication_disabled_until")
            for one in payload.get("members", ())
            if int(one["user"]["id"]) == me
        ],
    }


def joined_at(members: Sequence[Payload]) -> float:
    """Return when the first of these members joined, in epoch seconds; 0 if unknown."""
    told = members[0].get("joined_at") if members else None
    return datetime.fromisoformat(told).timestamp() if told else 0.0


def channel_fields(channel: Payload) -> Iterator[Payload]:
    """Yield the needed fields of a channel.

    Yields nothing for a channel that cannot contain a table.
    """
    if channel["type"] in KINDS:
        own = ("available_tags", "flags") if channel["type"] == FORUM else ()
        kept = fields(channel, "id", "type", "name", "position", "permission_overwrites", *own)
        yield {"position": 0, **kept}


def fields(payload: Mapping[str, Any], *names: str) -> Payload:
    """Return the named fields that a payload has. Adds an empty name.

    discord.py requires a name.
    """
    return {"name": "", **{name: payload[name] for name in names if name in payload}}


def payload_of(guild: CompressedGuild) -> Payload:
    """Return the needed payload of a decompressed guild in its present state."""
    me: discord.Member | None = guild.me
    my_id = me.id if me is not None else None
    # A channel that was created lately may be of another kind. discord.py has one class for forums
    # and media channels.
    kept = (one for one in guild.channels if one.type.value in KINDS)
    channels = (one for one in kept if isinstance(one, GuildChannel))
    return {
        "roles": [role_facts(role) for role in guild.roles],
        "channels": [channel_facts(channel) for channel in channels],
        "threads": [thread_facts(one) for one in guild.threads if one.owner_id == my_id],
        "members": [member_facts(me)] if me is not None else [],
    }


def role_facts(role: discord.Role) -> Payload:
    permissions = str(role.permissions.value)
    return {"id": role.id, "name": "", "permissions": permissions, "position": role.position}


def channel_facts(channel: GuildChannel) -> Payload:
    overwrites = [one._asdict() for one in channel._overwrites]  # noqa: SLF001 - the payload, not the objects
    kind = channel.type.value
    own = {"id": channel.id, "type": kind, "name": channel.name, "position": channel.position}
    tags = forum_facts(channel) if isinstance(channel, discord.ForumChannel) else {}
    return {**own, "permission_overwrites": overwrites, **tags}


def forum_facts(forum: discord.ForumChannel) -> Payload:
    tags = [{"id": tag.id, **tag.to_dict()} for tag in forum.available_tags]
    return {"available_tags": tags, "flags": forum.flags.value}


def thread_facts(thread: discord.Thread) -> Payload:
    numbers = {"message_count": thread.message_count, "member_count": thread.member_count}
    whose = {"parent_id": thread.parent_id, "owner_id": thread.owner_id}
    life = {
        "archived": thread.archived,
        "auto_archive_duration": thread.auto_archive_duration,
        "archive_timestamp": thread.archive_timestamp.isoformat(),
        "locked": thread.locked,
    }
    own = {"id": thread.id, "type": thread.type.value, "name": thread.name, **whose, **numbers}
    return {**own, "thread_metadata": life}


def member_facts(me: discord.Member) -> Payload:
    until = me.timed_out_until.isoformat() if me.timed_out_until else None
    roles = [role.id for role in me.roles if not role.is_default()]
    user = {"id": me.id, "username": me.name, "discriminator": "0", "avatar": None}
    joined = me.joined_at.isoformat() if me.joined_at else None
    own = {"user": user, "roles": roles, "flags": me.flags.value, "joined_at": joined}
    return {**own, "communication_disabled_until": until}


class CompressedGuildState(AutoShardedConnectionState[Any]):
    """discord.py's connection state, which creates a `CompressedGuild` for each guild."""

    def _add_guild_from_data(self, data: Any) -> CompressedGuild:
        guild = CompressedGuild(data=data, state=self)
        self._add_guild(guild)
        return guild

    def get_channel(self, id: int | None) -> Any:  # noqa: A002 - discord.py's name
        """Return a channel of any guild by id, as discord.py does.

        This call searches all guilds. If you know the guild, ask that guild instead.
        """
        private = self._get_private_channel(id)
        if private is not None or id is None:
            return private
        known = (
            one for one in self.guilds if not isinstance(one, CompressedGuild) or one.may_have(id)
        )
        found = (one._resolve_channel(id) for one in known)  # noqa: SLF001 - discord.py does so too
        return next((channel for channel in found if channel is not None), None)


async def compress_idle_guilds(client: discord.Client) -> None:
    """Compress guilds that nobody reads, until the process ends."""
    while True:
        await asyncio.sleep(GUILD_IDLE_SECONDS)
        for guild in client.guilds:
            if isinstance(guild, CompressedGuild):
                guild.compress_if_idle()
                await asyncio.sleep(0)  # so that an interaction waits for one guild at most
