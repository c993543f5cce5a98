"""Random servers with private channels, and a second program that says who sees which game.

`Server` has a server as Discord sends it. `sees` repeats Discord's rule of permissions from these
payloads, without discord.py. `differences` compares every list of the bot with it.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import discord
from discord.state import AutoShardedConnectionState

from cogs.game.visibility import may_be_shown_here, may_see, viewer_of
from cogs.gateway.guild_cache import CompressedGuildState
from data.core.connection import Connection
from data.database import Database
from data.models.leaderboards import HistoryFilter
from data.models.tables import TableRow
from tests.cogs.support import guild_payloads
from tests.cogs.support.guild_payloads import ME

ADMINISTRATOR, VIEW, CONNECT = 1 << 3, 1 << 10, 1 << 20
TEXT, VOICE, CATEGORY, FORUM = 0, 2, 4, 15
ROLE, MEMBER = 0, 1
GAMES = ("house-canasta", "ten-pennies")
EVERY = 10_000
"""How far apart the ids of two servers are."""
AT_ONCE = 8


@dataclass
class Played:
    """A game: its number, its channel, who held a seat, and whether it is over."""

    table_id: int
    channel_id: int
    held: frozenset[int]
    game: str
    over: bool


@dataclass
class Server:
    """A server: Discord's payload, the roles of each member, and the games."""

    id: int
    payload: dict[str, Any]
    members: dict[int, list[int]]
    gone: list[int]
    games: list[Played] = field(default_factory=list)

    @property
    def channels(self) -> dict[int, Mapping[str, Any]]:
        return {int(one["id"]): one for one in self.payload["channels"]}


# ---- a random server


def random_server(chance: random.Random, number: int) -> Server:
    """Return a server of a few roles, categories, channels and members, some of them gone."""
    first = (number + 1) * EVERY << 22
    roles = [first, *(first + 1 + n for n in range(chance.randint(1, 4)))]
    people = [first + 900 + n for n in range(4)]
    members = {one: chance.sample(roles[1:], chance.randint(0, len(roles) - 1)) for one in people}
    gate = chance.random() < 0.3  # New members see nothing before they have a role.
    categories = [first + 50 + n for n in range(2)]
    places = [first + 100 + n for n in range(chance.randint(2, 7))]
    payload = guild_payloads.server(number) | {
        "id": str(first),
        "owner_id": str(people[0] if chance.random() < 0.2 else first + 990),
        "roles": [role(chance, one, is_gated=gate and one == first) for one in roles],
        "channels": [
            *(channel(chance, first, one, CATEGORY, roles, people) for one in categories),
            *(channel(chance, first, one, TEXT, roles, people, categories) for one in places),
        ],
        "threads": [],
        "members": [guild_payloads.member(ME, [])],
    }
    return Server(first, payload, members, [first + 200 + n for n in range(2)])


def role(chance: random.Random, number: int, *, is_gated: bool) -> dict[str, Any]:
    """Return a role that may view channels and connect, or may not, or may do everything."""
    may = 0 if is_gated else chance.choice([0, VIEW, VIEW, VIEW])
    may |= chance.choice([0, CONNECT, CONNECT])
    is_everyone = number % (EVERY << 22) == 0
    may |= ADMINISTRATOR if not is_everyone and chance.random() < 0.05 else 0
    return guild_payloads.role(number, 0) | {"permissions": str(may)}


def channel(
    chance: random.Random,
    guild: int,
    number: int,
    kind: int,
    roles: list[int],
    people: list[int],
    categories: list[int] | None = None,
) -> dict[str, Any]:
    """Return a channel with random overwrites.

    The overwrites of its category do not hold for it: Discord copies them when it is moved.
    """
    targets = chance.sample([*roles, *people], chance.randint(0, 4))
    parent = chance.choice([None, *categories]) if categories else None
    shape = chance.choice([TEXT, VOICE, FORUM]) if kind == TEXT else kind
    told = guild_payloads.forum(number, guild, []) if shape == FORUM else {}
    return {
        **guild_payloads.channel(number, 0, guild, [], kind=shape),
        **told,
        "parent_id": None if parent is None else str(parent),
        "permission_overwrites": [overwrite(chance, one, one in people) for one in targets],
    }


def overwrite(chance: random.Random, target: int, is_member: bool) -> dict[str, Any]:
    # A locked room denies Connect only: everybody sees its name.
    views, connects = chance.choice([(1, 0), (-1, 0), (-1, 0), (0, 0), (0, -1), (0, -1), (1, 1)])
    allow = VIEW * (views > 0) | CONNECT * (connects > 0)
    deny = VIEW * (views < 0) | CONNECT * (connects < 0)
    kind = MEMBER if is_member else ROLE
    return {"id": str(target), "type": kind, "allow": str(allow), "deny": str(deny)}


# ---- the second program


def reads(server: Server, user_id: int, channel_id: int) -> bool:
    """Return whether a member may read a channel, by the algorithm in Discord's documentation.

    "If the channel is a voice channel, they must also have the CONNECT permission."
    """
    place = server.channels.get(channel_id)
    if place is None:
        return False
    if str(user_id) == server.payload["owner_id"]:
        return True
    powers = {int(one["id"]): int(one["permissions"]) for one in server.payload["roles"]}
    own = server.members[user_id]
    base = powers[server.id]
    for one in own:
        base |= powers[one]
    if base & ADMINISTRATOR:
        return True
    by_target = {int(one["id"]): one for one in place["permission_overwrites"]}
    for targets in ([server.id], own, [user_id]):
        found = [by_target[one] for one in targets if one in by_target]
        for one in found:
            base &= ~int(one["deny"])
        for one in found:
            base |= int(one["allow"])
    needed = VIEW | CONNECT if place["type"] == VOICE else VIEW
    return base & needed == needed


def sees(server: Server, user_id: int, game: Played) -> bool:
    """Return whether a member sees a game: they held a seat, or may read its channel."""
    return user_id in game.held or reads(server, user_id, game.channel_id)


# ---- the games in the database


def add_games(
    connection: Connection, now: int, server: Server, chance: random.Random, first: int
) -> None:
    """Write members and games of a server, and note the games in `server`."""
    users = [*server.members, server.id + 950]  # One of the players has left the server.
    people = [(first * 10 + n, server.id, one, f"P{n}") for n, one in enumerate(users)]
    connection.executemany(
        "INSERT INTO player (id, guild_id, user_id, name) VALUES (?, ?, ?, ?)", people
    )
    places = [*(n for n, one in server.channels.items() if one["type"] != CATEGORY), *server.gone]
    for number in range(first, first + chance.randint(2, 6)):
        seated = chance.sample(people, 2)
        owner = chance.choice([None, *people])
        game = Played(
            number,
            chance.choice(places),
            frozenset(one[2] for one in (*seated, *([owner] if owner else []))),
            chance.choice(GAMES),
            chance.random() < 0.8,
        )
        server.games.append(game)
        add_game(connection, now, server, game, [one[0] for one in seated], owner and owner[0])


def add_game(
    connection: Connection,
    now: int,
    server: Server,
    game: Played,
    seated: list[int],
    owner: int | None,
) -> None:
    """Write one game. `owner` owned the last seat, which a substitute played."""
    status = "finished" if game.over else "playing"
    connection.execute(
        """INSERT INTO card_table (id, guild_id, channel_id, host_id, game, rules_version,
           options, pace, status, seed, lobby_seed, commitment, created, updated)
           VALUES (?, ?, ?, 1, ?, 1, '{}', 'day', ?, ?, ?, '', ?, ?)""",
        (game.table_id, server.id, game.channel_id, game.game, status, *[bytes(32)] * 2, now, now),
    )
    for seat, player in enumerate(seated):
        connection.execute(
            """INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id, owner_id)
               VALUES (?, ?, 0, 'member', ?, ?)""",
            (game.table_id, seat, player, owner if seat else None),
        )
    if not game.over:
        return
    connection.execute(
        """INSERT INTO result (number, table_id, guild_id, game, at, reason, rated, channel_id)
           VALUES (?, ?, ?, ?, ?, 'target', 1, ?)""",
        (game.table_id, game.table_id, server.id, game.game, game.table_id, game.channel_id),
    )
    for seat, player in enumerate(seated):
        connection.execute(
            """INSERT INTO result_seat (number, seat, side, place, score, player_id)
               VALUES (?, ?, ?, ?, 0, ?)""",
            (game.table_id, seat, seat, seat + 1, player),
        )
    connection.execute(
        """INSERT INTO fame (guild_id, game, kind, value, at, table_id, player_id)
           VALUES (?, ?, 'pile', ?, ?, ?, ?)""",
        (server.id, game.game, game.table_id, game.table_id, game.table_id, seated[0]),
    )


# ---- the bot's lists, compared


def cached(server: Server) -> discord.Guild:
    """Return the server as the bot's own cache has it."""
    told: dict[str, Any] = {"dispatch": lambda *_: None, "handlers": {}, "hooks": {}}
    intents = discord.Intents(guilds=True)
    state: AutoShardedConnectionState[Any] = CompressedGuildState(
        http=None, intents=intents, max_messages=None, **told
    )
    state.member_cache_flags = discord.MemberCacheFlags.none()
    state.shard_count, state.shard_ids = 1, range(1)
    user = {"id": str(ME), "username": "Tuppence", "discriminator": "0", "avatar": None}
    state.user = discord.ClientUser(state=state, data=user)  # type: ignore[arg-type]
    state._users[ME] = state.user  # type: ignore[assignment]
    state.parsers["GUILD_CREATE"](server.payload)
    return state.guilds[0]


def interaction(
    server: Server, guild: discord.Guild, store: Database, user_id: int, channel_id: int
) -> Any:
    """Return what the bot reads of a member's interaction in a channel."""
    own = [{"id": str(one)} for one in server.members[user_id]]
    data: Any = guild_payloads.member(user_id, own)
    return SimpleNamespace(
        guild=guild,
        guild_id=server.id,
        user=discord.Member(data=data, guild=guild, state=guild._state),
        channel=guild.get_channel(channel_id),
        channel_id=channel_id,
        client=SimpleNamespace(database=store),
    )


async def differences(server: Server, store: Database, chance: random.Random) -> list[str]:
    """Return where the bot's lists differ from the second program's."""
    guild, found = cached(server), []
    rows = [(one, await store.tables.get(one.table_id)) for one in server.games]
    for user_id in server.members:
        entered = [one for one in server.channels if reads(server, user_id, one)]
        here = chance.choice(entered) if entered else server.id + 999
        raw = interaction(server, guild, store, user_id, here)
        found += [one async for one in _of_lists(server, store, raw, chance)]
        found += [one async for one in _of_games(server, raw, rows)]
    return [f"server {server.id}: {one}" for one in found]


async def _of_lists(
    server: Server, store: Database, raw: Any, chance: random.Random
) -> AsyncIterator[str]:
    """Yield what is wrong in the history, with a random filter, and in the records."""
    user_id, board, viewer = raw.user.id, store.leaderboards, viewer_of(raw)
    own = [one for one in server.games if one.over and sees(server, user_id, one)]
    game = chance.choice([None, None, *GAMES])
    wanted = [one.table_id for one in own if game in {None, one.game}][::-1]
    sought = HistoryFilter(game=game)
    listed = await board.history(server.id, viewer, sought, limit=50, offset=0)
    if [one.table_id for one in listed] != wanted:
        yield f"{user_id} is shown {listed}, not {wanted}"
    if await board.history_count(server.id, viewer, sought) != len(wanted):
        yield f"{user_id} has another number of games than {len(wanted)}"
    linked = {one.table_id for one in await board.records(server.id, viewer) if one.visible}
    newest = {one.game: one.table_id for one in server.games if one.over}
    best = set(newest.values())  # The newest game has the best record.
    if linked != best & {one.table_id for one in own}:
        yield f"{user_id} is linked the records of {linked}"


async def _of_games(
    server: Server, raw: Any, rows: list[tuple[Played, TableRow]]
) -> AsyncIterator[str]:
    """Yield each game that the member sees wrongly, or that would be shown to others wrongly."""
    for game, row in rows:
        # In a channel, Discord has checked that the member reads it.
        if await may_see(raw, row) != sees(server, raw.user.id, game):
            yield f"{raw.user.id} sees {game} otherwise"
        if may_be_shown_here(raw, row) and list(_shut_out(server, raw.channel_id, game)):
            yield f"{game} is shown in {raw.channel_id} to members who may not see it"


def _shut_out(server: Server, channel_id: int, game: Played) -> Iterator[int]:
    """Yield the members who read a channel but may not see a game."""
    for user_id in server.members:
        if reads(server, user_id, channel_id) and not sees(server, user_id, game):
            yield user_id


async def compare(store: Database, servers: range, seed: int) -> list[str]:
    """Compare the bot with the second program on random servers, several at a time."""
    found: list[str] = []
    for first in range(servers.start, servers.stop, AT_ONCE):
        some = range(first, min(first + AT_ONCE, servers.stop))
        for wrong in await asyncio.gather(*(_compare_one(store, each, seed) for each in some)):
            found += wrong
    return found


async def _compare_one(store: Database, number: int, seed: int) -> list[str]:
    chance = random.Random(seed * 1_000_003 + number)
    server = random_server(chance, number)
    await store.tables.backend.transaction(
        lambda connection, now: add_games(connection, now, server, chance, 10 * number + 1)
    )
    return await differences(server, store, chance)
