"""Payloads of servers, as Discord sends them."""

from typing import Any

import discord
import orjson

ME = 10 << 22
TEXTS, OTHERS, ROLES, EMOJIS, THREADS = 25, 15, 20, 30, 8
MAY = discord.Permissions(view_channel=True, send_messages=True, attach_files=True).value


def server(number: int) -> dict[str, Any]:
    """Return a server of a usual size: roles, channels, emojis, threads; always new strings."""
    first = (number + 1) * 1000 << 22
    roles = [role(first + n, n) for n in range(ROLES)]
    texts = [channel(first + 100 + n, n, first, roles) for n in range(TEXTS)]
    others = [channel(first + 200 + n, n, first, roles, kind=2 + n % 3) for n in range(OTHERS)]
    told = {
        "id": str(first),
        "name": f"Server {number}",
        "unavailable": False,
        "member_count": 250,
        "owner_id": str(first + 900),
        "preferred_locale": "de",
        "system_channel_id": str(first + 101),
        "description": "A place for cards " * 4,
        "icon": "a" * 32,
        "features": ["COMMUNITY", "NEWS", "INVITE_SPLASH"],
        "roles": roles,
        "channels": [*texts, *others, forum(first + 250, first, roles)],
        "threads": [thread(first + 300 + n, texts[n], n) for n in range(THREADS)],
        "emojis": [emoji(first + 400 + n, n) for n in range(EMOJIS)],
        "stickers": [],
        "members": [member(ME, roles[1:4]), member(first + 900, roles[:2])],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }
    fresh: dict[str, Any] = orjson.loads(orjson.dumps(told))
    return fresh


def role(number: int, position: int) -> dict[str, Any]:
    """A role; every third one may manage threads."""
    may = MAY | (discord.Permissions(manage_threads=True).value if position % 3 == 2 else 0)
    return {
        "id": str(number),
        "name": f"Role {position}",
        "permissions": str(may),
        "position": position,
        "color": 0,
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def channel(
    number: int, position: int, guild: int, roles: list[dict[str, Any]], kind: int = 0
) -> dict[str, Any]:
    """A channel that some roles may not see."""
    deny = str(discord.Permissions(view_channel=position % 2 == 0).value)
    closed = [{"id": one["id"], "type": 0, "allow": "0", "deny": deny} for one in roles[1:3]]
    return {
        "id": str(number),
        "guild_id": str(guild),
        "type": kind,
        "name": f"channel-{position}",
        "position": position,
        "topic": "What is talked about here " * 2,
        "parent_id": None,
        "permission_overwrites": closed if position % 5 else [],
        "rate_limit_per_user": 0,
        "bitrate": 64000,
        "user_limit": 0,
        "last_message_id": str(number + 7),
    }


def forum(number: int, guild: int, roles: list[dict[str, Any]]) -> dict[str, Any]:
    """A forum that wants a tag on each post."""
    tags = [
        {"id": "11", "name": "News", "moderated": True, "emoji_id": None, "emoji_name": "📣"},
        {"id": "12", "name": "Cards", "moderated": False, "emoji_id": None, "emoji_name": None},
    ]
    wants_tag = {"flags": 1 << 4, "available_tags": tags}
    return {**channel(number, 1, guild, roles, kind=15), **wants_tag}


def thread(number: int, parent: dict[str, Any], place: int) -> dict[str, Any]:
    """A thread; every other one belongs to the bot."""
    return {
        "id": str(number),
        "parent_id": parent["id"],
        "guild_id": parent["guild_id"],
        "owner_id": str(ME if place % 2 else number + 1),
        "type": 11,
        "name": f"thread {place}",
        "message_count": 3,
        "member_count": 2,
        "thread_metadata": {
            "archived": False,
            "auto_archive_duration": 1440,
            "archive_timestamp": "2026-11-22T12:00:00+00:00",
            "locked": place % 4 == 1,
        },
    }


def emoji(number: int, place: int) -> dict[str, Any]:
    return {"id": str(number), "name": f"emoji_{place}", "roles": [], "animated": False}


def member(number: int, roles: list[dict[str, Any]]) -> dict[str, Any]:
    user = {"id": str(number), "username": "x", "discriminator": "0", "avatar": None}
    own = [one["id"] for one in roles]
    joined = "2026-11-22T12:00:00+00:00"
    told = {"user": user, "roles": own, "flags": 0, "deaf": False, "mute": False}
    return {**told, "joined_at": joined}
