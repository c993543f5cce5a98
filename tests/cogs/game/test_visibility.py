"""Tests on random servers that the bot's view of permissions equals SimCord's."""

import random
import re

import discord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.cogs.support.finished_games import play

VIEW = discord.Permissions(view_channel=True).value
CHANNELS = 4
SERVERS = 40


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
