"""A fake Discord on a socket for the real bot process; SimCord keeps its state.

    async with FakeDiscord() as discord:                    # REST and gateway on 127.0.0.1
        process = await Process.started(discord, tmp_path / "t.db")
        ann = discord.join("Ann")
        lobby = (await ann.slash("play", game="house-canasta")).message
        await ann.press(lobby, "fill")
        process.kill()                                   # -9

`tests.simulator` replaces discord.py's transport and has a simulated clock. Here nothing of the
product is replaced: `tests.support.launch` points discord.py at this address, in real time.

    state              the guild, its channels and members: SimCord's `Backend` with the real time
    validation         requests that Discord refuses and SimCord does not
    faults             faults of requests, chosen by each test
    rest               REST: a request, its faults, validation, SimCord's routes, the answer
    gateway            the websocket: identify, events, resume
    members            members: what they see, and what they press
    bot_process        the bot as a child process, started, killed, read
    cluster_processes  several of them on one PostgreSQL
"""

from tests.fake_discord.bot_process import Process
from tests.fake_discord.faults import CLEAR, Fault, Faults
from tests.fake_discord.members import Answer, Member, Seen
from tests.fake_discord.server import FakeDiscord

__all__ = ["CLEAR", "Answer", "FakeDiscord", "Fault", "Faults", "Member", "Process", "Seen"]
