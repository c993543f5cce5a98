"""Months of rated games, and the posts at their ends."""

from datetime import UTC, datetime

from data.models.members import GuildSettings
from tests.cogs.support.finished_games import pretended

OVER = "is over"


def at(year, month, day=1, hour=0, minute=0):
    """Return a moment in UTC epoch seconds."""
    return datetime(year, month, day, hour, minute, tzinfo=UTC).timestamp()


def stop_loops(simulator):
    """Stop what would run at every poll and every six hours while the clock moves by months."""
    simulator.bot.services.timer_loop.close()
    simulator.bot.get_cog("MaintenanceCog").upkeep.cancel()


async def go_to(simulator, moment):
    """Move the clock to a moment, without the polls of the timer loop."""
    stop_loops(simulator)
    await simulator.wait(moment - simulator.now())


async def choose(simulator, guild=0, **chosen):
    """Save the settings of a server that wants the post."""
    chosen = {"month": True, "month_place": simulator.channel.id} | chosen
    settings = GuildSettings(**chosen)
    await simulator.bot.database.guilds.save_settings(guild or simulator.guild.id, settings)


async def games(simulator, *pairs, guild=0, game="house-canasta", times=3):
    """Let the first of each pair of ids win several rated games."""
    for pair in pairs:
        for _ in range(times):
            await pretended(simulator, list(pair), 1, 2, guild=guild, game=game)


async def run(simulator):
    """Do what is due now, as the timer loop does at each poll."""
    await simulator.bot.services.month_ends.run()
    await simulator.env.settle()


def posts(simulator, guild=0):
    """Return the posts about months that the members of a server can read."""
    channels = simulator.env.backend.get_guild(guild or simulator.guild.id).channel_ids
    return [one for one in simulator.messages() if OVER in one.text and one.channel_id in channels]
