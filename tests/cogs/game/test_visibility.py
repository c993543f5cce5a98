"""Tests on random servers that members see exactly the games that they may see.

`python -m tests.soak.visibility` compares as many servers as the design wants.
"""

import random
import re
from pathlib import Path

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from data.core.location import DatabaseUrl
from data.database import Database
from tests.cogs.support.finished_games import play
from tests.cogs.support.visibility import compare

VIEW = discord.Permissions(view_channel=True).value
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


async def test_a_history_lists_exactly_the_games_of_channels_that_a_member_may_view(simulator):
    chance, backend, guild = random.Random(4), simulator.env.backend, simulator.guild
    *_, cleo, dan = simulator.members
    roles = [guild.create_role(f"Role {number}") for number in range(3)]
    home = simulator.channel
    games = {home.id: await finished(simulator, home)}
    for number in range(CHANNELS):
        channel = guild.create_text_channel(f"room-{number}")
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
                if backend.compute_permissions(guild.id, person.id, channel_id) & VIEW
            }


async def finished(simulator, channel):
    """Return the number of a finished game of Ann and Ben in a channel."""
    ann, ben, *_ = simulator.members
    simulator.channel = channel
    return (await play(simulator, [ann, ben])).row.id


def change(simulator, chance, channel_id, targets):
    """Change who may view a channel: a role, a member, or everybody."""
    target = chance.choice([simulator.guild, *targets])
    kind = OverwriteType.MEMBER if target in targets[-2:] else OverwriteType.ROLE
    allow, deny = chance.choice([(VIEW, 0), (0, VIEW), (0, 0)])
    overwrite = Overwrite(target.id, kind, allow=allow, deny=deny)
    simulator.env.backend.set_overwrite(channel_id, overwrite)
