"""Proofs of membership: how often Discord is asked, and how long its answers are believed."""

import pytest

from cogs.direct_messages.proofs import ASK_AGAIN, LASTS
from tests.cogs.direct_messages.support import (
    asked_for_members,
    hands_in_dm,
    leave,
    offered_in_dm,
    on_turn,
    open_in_dm,
)
from tests.cogs.support.play import offers, start

pytestmark = pytest.mark.asyncio
MEMBERS = "/guilds/*/members/*"


async def begun(simulator):
    """Return a game whose members have no proof, and these members: the one on turn first."""
    game = await start(simulator, simulator.members[:2], seats=2)
    simulator.bot.services.proofs._proofs.clear()
    return game, *(await on_turn(game))


async def remove_bot(simulator):
    """Remove the bot from the server. Requests about members are then forbidden."""
    simulator.env.backend.emit("GUILD_DELETE", {"id": str(simulator.guild.id)})
    simulator.fail("GET", MEMBERS, status=403, code=50001, times=None)
    await simulator.wait(1)


async def test_typing_in_direct_messages_asks_nothing_about_a_server_that_removed_the_bot(
    simulator,
):
    _, ann, _ = await begun(simulator)
    await remove_bot(simulator)
    before = len(simulator.sent)
    for text in ("", "d", "draw"):
        assert await offered_in_dm(ann, text) == []
    assert "I am not on" in (await ann.slash("hand", channel=ann.dm)).text
    assert asked_for_members(simulator, before) == 0


async def test_a_proof_does_not_outlive_the_bot_on_the_server(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    await open_in_dm(ann)
    await remove_bot(simulator)
    assert "I am not on" in (await ann.slash("hand", channel=ann.dm)).text


async def test_a_server_of_another_process_is_asked_once_in_ten_minutes_for_all_its_members(
    simulator, monkeypatch
):
    _, ann, ben = await begun(simulator)
    monkeypatch.setattr(simulator.bot.ownership, "owns", lambda _: False)
    simulator.fail("GET", MEMBERS, status=403, code=50001, times=None)
    before = len(simulator.sent)
    for person in (ann, ben, ann):
        assert await offered_in_dm(person) == []
    assert asked_for_members(simulator, before) == 1
    simulator.env.backend.advance_clock(LASTS + 1)
    assert await offered_in_dm(ann) == []
    assert asked_for_members(simulator, before) == 2


async def test_a_member_who_is_not_found_is_asked_for_again_after_seconds(simulator):
    _, ann, _ = await begun(simulator)
    leave(simulator, ann)
    before = len(simulator.sent)
    for _ in range(3):
        assert "You are not on" in (await ann.slash("hand", channel=ann.dm)).text
    assert asked_for_members(simulator, before) == 1
    simulator.guild.add_member(ann.actor.user)
    simulator.env.backend.advance_clock(ASK_AGAIN + 1)
    assert offers(await open_in_dm(ann), "say")
    assert asked_for_members(simulator, before) == 2


async def test_a_press_on_the_server_ends_a_refusal_at_once(simulator):
    game, ann, _ = await begun(simulator)
    leave(simulator, ann)
    await ann.slash("hand", channel=ann.dm)
    simulator.guild.add_member(ann.actor.user)
    await game.hand(ann)
    assert offers(await open_in_dm(ann), "say")


async def test_no_answer_is_not_asked_for_again_with_each_letter(simulator):
    _, ann, _ = await begun(simulator)
    simulator.fail("GET", MEMBERS, status=503, times=None)
    before = len(simulator.sent)
    for text in ("", "d", "dr"):
        assert await offered_in_dm(ann, text) == []
    assert asked_for_members(simulator, before) == 1
    simulator.heal()
    simulator.env.backend.advance_clock(ASK_AGAIN + 1)
    assert await offered_in_dm(ann) != []
    assert hands_in_dm(simulator, ann) == []
