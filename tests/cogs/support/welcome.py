"""Servers that add the bot, and processes that die while they welcome one."""

from simcord.backend import serializers

from cogs.welcome import WelcomeService

WELCOMED = "Hello! I deal long card games"
MESSAGES = "/channels/*/messages"
LAST_STEP = 14
"""A process that nothing disturbs welcomes a server in fewer steps than this."""


def welcomes(simulator):
    """Return every welcome that members can read."""
    return [one for one in simulator.messages() if WELCOMED in one.text]


def added_now(simulator):
    """Say that the server has added the bot just now."""
    simulator.added_at(simulator.env.now().isoformat())


async def join(simulator):
    """Let the server add the bot, which is running."""
    added_now(simulator)
    await announce(simulator)


async def announce(simulator):
    """Send the event with which Discord reports a server, at a join and at every start."""
    backend = simulator.env.backend
    simulator.bot._connection._remove_guild(simulator.bot.get_guild(simulator.guild.id))
    guild = backend.get_guild(simulator.guild.id)
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
    await simulator.env.settle()


async def chat(simulator, count=300):
    """Let a member write many messages in the channel."""
    for number in range(count):
        simulator.env.backend.create_message(
            simulator.channel.id, simulator.members[0].id, f"Hello {number}"
        )
    await simulator.env.settle()


class Killed(BaseException):
    """The process was killed."""


class Mortal:
    """A database that kills its process before or after its call number `stops`, counted both."""

    def __init__(self, backend, stops):
        self.backend, self.left = backend, stops

    def _step(self):
        self.left -= 1
        if self.left == 0:
            raise Killed

    async def query(self, work):
        """Read, unless the process dies before or after."""
        self._step()
        result = await self.backend.query(work)
        self._step()
        return result

    async def transaction(self, work):
        """Write, unless the process dies before or after the COMMIT."""
        self._step()
        result = await self.backend.transaction(work)
        self._step()
        return result


def kill(simulator, method, *, carried_out):
    """Kill the process at its next request for messages, before or after Discord executes it."""
    simulator.faults.lose(method, MESSAGES, Killed(), times=1, carried_out=carried_out)


async def welcomed_despite_kill(simulator, stops, *, lost):
    """Start again; kill the first process at its step `stops`, let a second one continue.

    Returns whether the first process had ended before.
    """
    bot, backend = simulator.bot, simulator.env.backend
    guild, guilds = bot.get_guild(simulator.guild.id), bot.database.guilds
    guild.bot_added = simulator.env.now().timestamp()
    for message in welcomes(simulator):
        backend.delete_message(message.channel_id, message.id)
    await guilds.backend.transaction(lambda c, _: c.execute("DELETE FROM notice") and None)
    if lost:
        simulator.fail("POST", "/channels/*/messages", status=502, carried_out=True, times=9)
    first, ended = WelcomeService(bot), True
    first._guilds = type(guilds)(Mortal(guilds.backend, stops))
    try:
        await first._try_logged(guild.id)
    except Killed:
        ended = False
    simulator.heal()
    await WelcomeService(bot)._try_logged(guild.id)
    return ended
