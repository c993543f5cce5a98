"""Servers in the memory of one process: of each what is needed, folded until somebody asks.

What Discord sends of a server when it comes is some 35 KiB of roles, channels, emojis and events,
and ten thousand servers come. Needed are, now and then, the text channels, the roles that say who
may do what there, our own threads and our own membership. That is kept as a few hundred bytes, and
unfolded by the first look at a channel, a role or a thread. It is folded again when nobody has
looked for a while; what Discord has said of changes meanwhile is folded in.
"""

import asyncio
import zlib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import discord
import orjson
from discord.state import AutoShardedConnectionState

TEXT: Final = frozenset({0, 5})
"""Discord's kinds of channels that may be a table's home, or that say why they may not."""
KEPT: Final = ("id", "name", "unavailable", "member_count", "owner_id", "preferred_locale")
FAST: Final = 1

Payload = dict[str, Any]


GUILD_IDLE_SECONDS: Final = 600.0
"""Seconds between two looks for servers that nobody looks at."""


class CompressedGuild(discord.Guild):
    """A server of which most is folded. Whoever looks at it sees what discord.py shows."""

    __slots__ = ("_folded", "_looked_at")

    def __init__(self, *, data: Any, state: "CompressedGuildState") -> None:
        self._folded: bytes | None = None
        self._looked_at = False
        super().__init__(data=data, state=state)

    @property
    def is_folded(self) -> bool:
        """Whether its channels, roles and threads take no more room than they must."""
        return self._folded is not None

    def _from_data(self, guild: Any) -> None:
        """What comes with a server, or with a change of it. discord.py calls this."""
        told: Payload = guild
        own: Any = {key: told[key] for key in KEPT if key in told}
        if "channels" in told:
            super()._from_data(own)
            self._fold(needed(told, self._state.self_id))
        else:  # an outage, or a change, which names all roles
            own["roles"] = told.get("roles", ())
            super()._from_data(own)

    def may_have(self, number: int) -> bool:
        """Whether something with that id may be found in it; nothing is unfolded for that."""
        return self._folded is None or str(number).encode() in zlib.decompress(self._folded)

    def put_away(self) -> None:
        """Fold it, unless somebody has looked at it since this was asked last."""
        if not (self.is_folded or self._looked_at or self.unavailable):
            self._fold(facts_of(self))
        self._looked_at = False

    def _fold(self, facts: Payload) -> None:
        self._folded = None  # what is not folded can be given new values
        for name in FOLDED:
            setattr(self, name, None)
        self._folded = zlib.compress(orjson.dumps(facts), FAST)
        self._looked_at = False

    def unfold(self) -> None:
        """Make what discord.py would have made when the server came."""
        self._looked_at = True
        if self._folded is None:
            return
        facts, state = orjson.loads(zlib.decompress(self._folded)), self._state
        self._folded = None
        for name in FOLDED:
            setattr(self, name, {})
        for role in facts["roles"]:
            self._add_role(discord.Role(guild=self, data=role, state=state))
        for channel in facts["channels"]:
            self._add_channel(discord.TextChannel(guild=self, data=channel, state=state))
        for thread in facts["threads"]:
            self._add_thread(discord.Thread(guild=self, data=thread, state=state))
        for member in facts["members"]:
            self._add_member(discord.Member(guild=self, data=member, state=state))


FOLDED: Final = ("_roles", "_channels", "_threads", "_members")


def unfolding(name: str) -> property:
    """A slot of discord.py's that unfolds its server when it is read."""
    slot = getattr(discord.Guild, name)

    def get(server: CompressedGuild) -> Any:
        server.unfold()
        return slot.__get__(server)

    return property(get, slot.__set__)


for _name in FOLDED:
    setattr(CompressedGuild, _name, unfolding(_name))


# ---- what is needed of what Discord sends, and the same of what was made of it


def needed(told: Payload, me: int | None) -> Payload:
    """What is kept of a server as Discord sends it."""
    return {
        "roles": [fields(role, "id", "permissions", "position") for role in told["roles"]],
        "channels": [channel for one in told["channels"] for channel in slot_of_shard(one)],
        "threads": [one for one in told.get("threads", ()) if int(one["owner_id"]) == me],
        "members": [
            fields(one, "user", "roles", "flags", "communication_disabled_until")
            for one in told.get("members", ())
            if int(one["user"]["id"]) == me
        ],
    }


def slot_of_shard(channel: Payload) -> Iterator[Payload]:
    """A channel if a table may have its home there."""
    if channel["type"] in TEXT:
        kept = fields(channel, "id", "type", "name", "position", "permission_overwrites")
        yield {"position": 0, **kept}


def fields(told: Mapping[str, Any], *names: str) -> Payload:
    """Some fields, as far as they are there; a role's name is nobody's business."""
    return {"name": "", **{name: told[name] for name in names if name in told}}


def facts_of(server: CompressedGuild) -> Payload:
    """The same of a server that was unfolded, and has perhaps changed since."""
    me: discord.Member | None = server.me
    own = me.id if me is not None else None
    channels = (one for one in server.channels if isinstance(one, discord.TextChannel))
    return {
        "roles": [role_facts(role) for role in server.roles],
        "channels": [channel_facts(channel) for channel in channels],
        "threads": [thread_facts(one) for one in server.threads if one.owner_id == own],
        "members": [member_facts(me)] if me is not None else [],
    }


def role_facts(role: discord.Role) -> Payload:
    """A role as Discord sends it."""
    permissions = str(role.permissions.value)
    return {"id": role.id, "name": "", "permissions": permissions, "position": role.position}


def channel_facts(channel: discord.TextChannel) -> Payload:
    """A text channel as Discord sends it."""
    overwrites = [one._asdict() for one in channel._overwrites]  # noqa: SLF001 - as they came
    kind = channel.type.value
    own = {"id": channel.id, "type": kind, "name": channel.name, "position": channel.position}
    return {**own, "permission_overwrites": overwrites}


def thread_facts(thread: discord.Thread) -> Payload:
    """A thread as Discord sends it."""
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
    """Our own membership as Discord sends it."""
    until = me.timed_out_until.isoformat() if me.timed_out_until else None
    roles = [role.id for role in me.roles if not role.is_default()]
    user = {"id": me.id, "username": me.name, "discriminator": "0", "avatar": None}
    own = {"user": user, "roles": roles, "flags": me.flags.value}
    return {**own, "communication_disabled_until": until}


class CompressedGuildState(AutoShardedConnectionState[Any]):
    """discord.py's memory of all servers, with ours for its own."""

    def _add_guild_from_data(self, data: Any) -> CompressedGuild:
        server = CompressedGuild(data=data, state=self)
        self._add_guild(server)
        return server

    def get_channel(self, id: int | None) -> Any:  # noqa: A002 - discord.py's name
        """A channel of any server. Whoever knows which one asks that: here all are searched."""
        private = self._get_private_channel(id)
        if private is not None or id is None:
            return private
        known = (
            one for one in self.guilds if not isinstance(one, CompressedGuild) or one.may_have(id)
        )
        found = (one._resolve_channel(id) for one in known)  # noqa: SLF001 - as discord.py does
        return next((channel for channel in found if channel is not None), None)


async def compress_idle_guilds(client: discord.Client) -> None:
    """Keep of a server that nobody looks at any more what is needed of it, and no more."""
    while True:
        await asyncio.sleep(GUILD_IDLE_SECONDS)
        for server in client.guilds:
            if isinstance(server, CompressedGuild):
                server.put_away()
                await asyncio.sleep(0)  # whoever has pressed waits for one server at most
