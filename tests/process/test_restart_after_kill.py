"""Tests of the real process over real sockets, killed and restarted.

`tests.soak.interactions` does the same for longer, with faults.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from tests.fake_discord import FakeDiscord, Member, Process, Seen

PATIENCE = 20.0


async def appears(look: Callable[[], Any]) -> Any:
    """Return the result of a look as soon as it finds something."""
    async with asyncio.timeout(PATIENCE):
        while not (found := look()):  # noqa: ASYNC110 - it can only poll
            await asyncio.sleep(0.02)
    return found


async def dealt(discord: FakeDiscord, host: Member) -> Seen:
    """Return the live message of a game that the host has opened and filled."""
    lobby = (await host.slash("play", game="house-canasta")).message
    assert lobby is not None
    # The host gets no answer of their own: the table appears instead.
    await host.press(lobby, lobby.find("fill") or "", patience=0)
    threads = discord.state.guild.thread_ids
    board = await appears(lambda: threads and next(host.sees(threads[0]), None))
    assert isinstance(board, Seen)
    return board


async def test_a_game_is_opened_over_a_socket_killed_and_played_on(tmp_path):
    async with FakeDiscord() as discord:
        process = await Process.started(discord, tmp_path / "t.db")
        try:
            ann = discord.join("Ann")
            board = await dealt(discord, ann)
            panel = (await ann.press(board, board.find("hand") or "")).message
            assert panel is not None
            draw = await appears(lambda: panel.find("say"))
            assert "drew" in (await ann.press(panel, draw)).text
            await process.kill()
            await process.start()
            drop = await appears(lambda: panel.find("drop"))
            first = next(iter(drop.options.values()))
            assert "waiting for" in (await ann.press(panel, drop, [first])).text
        finally:
            status = await process.stop()
        assert (status, discord.rest.gaps) == (0, [])
        assert "Traceback" not in process.words()


async def test_a_hand_is_played_in_direct_messages_over_a_socket(tmp_path):
    async with FakeDiscord() as discord:
        process = await Process.started(discord, tmp_path / "t.db")
        try:
            ann = discord.join("Ann")
            await dealt(discord, ann)
            await ann.slash("hand", ann.direct, patience=0)  # the hand is a message of its own
            hand = await appears(
                lambda: next((one for one in ann.sees(ann.direct) if one.find("say")), None)
            )
            draw = hand.find("say")
            assert "drew" in (await ann.press(hand, draw)).text
            assert not hand.message.is_ephemeral
        finally:
            status = await process.stop()
        assert (status, discord.rest.gaps) == (0, [])
        assert "Traceback" not in process.words()
