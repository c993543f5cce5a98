"""CPU time of discord.py itself per press: python -m benchmarks.speed.discord_py_cpu [PRESSES]

A minimal bot shows what the real bot shows. It acknowledges a press, then edits the answer and a
message of the table, each with a picture of 60 kB and fourteen buttons. It has no game, no database
and no renderer. The real bot sends half a request more for each press, because it pings the next
player in a new message. The method of measurement is that of `interaction_cpu`.
"""

import asyncio
import io
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import mean
from typing import Any, Final, cast

import discord
from discord import ui

from benchmarks.speed.interaction_cpu import Used, rest
from tests.fake_discord import FakeDiscord, Member, Seen
from tests.fake_discord.bot_process import ROOT
from tests.fake_discord.rest import TOKEN
from tests.support.launch import point

PRESSES: Final = 60
WARMING: Final = 10
"""Presses before the first that counts."""
PICTURE: Final = bytes(60_000)
WORDS: Final = "A line of what has happened, or of what is in a hand. " * 12
BUTTONS: Final = (4, 3, 3, 4)
"""Number of buttons in each row."""


class Screen(ui.LayoutView):
    """Text, a picture and buttons."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        shown: ui.Container[Screen] = ui.Container(ui.TextDisplay(WORDS))
        shown.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://picture.png")))
        for place, count in enumerate(BUTTONS):
            ids = (f"t1:button:{place}:{n}" for n in range(count))
            shown.add_item(ui.ActionRow(*(ui.Button(label="A button", custom_id=i) for i in ids)))
        self.add_item(shown)


def picture() -> discord.File:
    """Return the picture as a file for one message."""
    return discord.File(io.BytesIO(PICTURE), "picture.png")


class Least(discord.Client):
    """The minimal bot."""

    table: discord.Message | None = None

    async def on_interaction(self, press: discord.Interaction) -> None:
        """Answer, then show the table."""
        await press.response.defer()
        await press.edit_original_response(view=Screen(), attachments=[picture()])
        place = cast("discord.abc.Messageable", press.channel)
        if self.table is None:
            self.table = await place.send(view=Screen(), file=picture())
        else:
            partial = cast("Any", place).get_partial_message(self.table.id)
            await partial.edit(view=Screen(), attachments=[picture()])


def serve(address: str) -> None:
    """Run the bot with the intents and caches of the real one."""
    point(address)
    bot = Least(
        intents=discord.Intents(guilds=True),
        member_cache_flags=discord.MemberCacheFlags.none(),
        max_messages=None,
        chunk_guilds_at_startup=False,
    )
    bot.run(TOKEN, log_handler=None)


@asynccontextmanager
async def serving(world: FakeDiscord) -> AsyncIterator[int]:
    """Run the bot as a process and yield the process id."""
    world.gateway.forget()
    command = (sys.executable, "-m", __spec__.name, world.address)
    child = await asyncio.create_subprocess_exec(*command, cwd=ROOT)
    try:
        await asyncio.wait_for(world.gateway.listening.wait(), 60)
        yield child.pid
    finally:
        child.terminate()
        await child.wait()


async def spent(pid: int, member: Member, screen: Seen) -> float:
    """Return the CPU milliseconds of one press."""
    before = Used.by(pid).total
    answer = await member.press(screen, screen.controls[0])
    assert not answer.failed
    await rest(pid)
    return (Used.by(pid).total - before) * 1000


async def measured(presses: int) -> list[float]:
    """Return the CPU milliseconds of each press."""
    async with FakeDiscord() as world, serving(world) as pid:
        member = world.join("Ann")
        await asyncio.sleep(1)
        screen = (await member.slash("play")).message
        assert screen is not None
        await rest(pid)
        every = [await spent(pid, member, screen) for _ in range(WARMING + presses)]
    return every[WARMING:]


def main() -> None:
    """Run the bot for an address; otherwise measure, and print the result."""
    given = sys.argv[1] if len(sys.argv) > 1 else str(PRESSES)
    if given.startswith("http"):
        serve(given)
        return
    found = asyncio.run(measured(int(given)))
    sys.stdout.write(f"{len(found)} presses: {mean(found):.1f} ms, three requests each\n")


if __name__ == "__main__":
    main()
