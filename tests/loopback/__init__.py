"""Discord on the loopback address: the real process, real sockets, SimCord's state behind them.

    async with Loopback() as discord:                    # REST and gateway on 127.0.0.1
        process = await Process.started(discord, tmp_path / "t.db")
        ann = discord.join("Ann")
        lobby = (await ann.slash("play", game="house-canasta")).message
        await ann.press(lobby, "fill")
        process.kill()                                   # -9

`tests.simulated` replaces discord.py's transport and keeps one time for everybody; here nothing of
the product is replaced. `launch` points discord.py at us, and the real clock runs.

    world      the server, its channels and members: SimCord's `Backend` with the real time
    laws       what Discord refuses and SimCord does not
    weather    faults of requests, made up by whoever asks for them
    wire       REST: a request, its weather, the laws, SimCord's routes, the answer
    gateway    the websocket: identify, events, resume
    people     members: what they see, and what they press
    process    the bot as a child process, started, killed, read
"""

from tests.loopback.people import Answer, Member, Seen
from tests.loopback.process import Process
from tests.loopback.server import Loopback
from tests.loopback.weather import CLEAR, Fault, Weather

__all__ = ["CLEAR", "Answer", "Fault", "Loopback", "Member", "Process", "Seen", "Weather"]
