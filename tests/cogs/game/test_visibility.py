"""Tests on random servers that members see exactly the games that they may see.

`python -m tests.soak.visibility` compares as many servers as the design wants.
"""

import random
import re
from pathlib import Path

import discord
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType

from data.core.location import DatabaseUrl
from data.database import Database
from tests.cogs.support.finished_games import play
from tests.cogs.support.visibility import compare

VIEW = discord.Permissions(view_channel=True).value
CONNECT = discord.Permissions(connect=True).value
CHANNELS = 4
SERVERS = 12
COMPARED = 40


async def test_every_list_equals_that_of_a_second_program_on_sqlite(tmp_path: Path) -> None:
    store = await Database.open(tmp_path / "tuppence.db")
    try:
        assert await compare(store, range(COMPARED), seed=7) == []
    finally:
        await store.close()


async def test_every_list_equals_that_of_a_second_program_on_postgresql(address: str) -> None:
    store = await Database.open(DatabaseUrl(address))
    try:
        assert await compare(store, range(COMPARED // 4), seed=8) == []
    finally:
        await store.close()


# ---- the command


async def test_a_history_lists_exactly_the_games_of_channels_that_a_member_may_read(simulator):
    chance, backend, guild = random.Random(4), simulator.env.backend, simulator.guild
    *_, cleo, dan = simulator.members
    roles = [guild.create_role(f"Role {number}") for number in range(3)]
    home = simulator.channel
    games = {home.id: await finished(simulator, home)}
    for number in range(CHANNELS):
        create = guild.create_voice_channel if number % 2 else guild.create_text_channel
        channel = create(f"room-{number}")
        games[channel.id] = await finished(simulator, channel)
    for person in (cleo, dan):
        for role in chance.sample(roles, 2):
            backend.add_member_role(guild.id, person.id, role.id)
    for _ in range(SERVERS):
        for channel_id in games.keys() - {home.id}:
            change(simulator, chance, channel_id, [*roles, cleo, dan])
        simulator.channel = home
        for person in (cleo, dan):
            told = (await person.slash("history")).text
            listed = {int(number) for number in re.findall(r"^\*\*(\d+)\*\* ·", told, re.MULTILINE)}
            assert listed == {
                game
                for channel_id, game in games.items()
                if may_read(simulator, person, channel_id)
            }


def may_read(simulator, person, channel_id):
    backend = simulator.env.backend
    granted = backend.compute_permissions(simulator.guild.id, person.id, channel_id)
    is_voice = backend.get_channel(channel_id).type == ChannelType.VOICE
    needed = VIEW | CONNECT if is_voice else VIEW
    return granted & needed == needed


async def finished(simulator, channel):
    """Return the number of a finished game of Ann and Ben in a channel."""
    ann, ben, *_ = simulator.members
    simulator.channel = channel
    return (await play(simulator, [ann, ben])).row.id


def change(simulator, chance, channel_id, targets):
    """Change who may view a channel or connect: a role, a member, or everybody."""
    target = chance.choice([simulator.guild, *targets])
    kind = OverwriteType.MEMBER if target in targets[-2:] else OverwriteType.ROLE
    allow, deny = chance.choice([(VIEW, 0), (0, VIEW), (0, 0), (0, CONNECT), (VIEW, CONNECT)])
    overwrite = Overwrite(target.id, kind, allow=allow, deny=deny)
    simulator.env.backend.set_overwrite(channel_id, overwrite)
