"""Tables on several servers, of which the member has left one."""

import pytest

from tests.cogs.direct_messages.support import hands_in_dm, leave, offered_in_dm, open_in_dm
from tests.cogs.reminders.test_digests import on_another_server
from tests.cogs.support.play import default_turn, start

pytestmark = pytest.mark.asyncio


async def waiting_for_ann(simulator, count=2):
    """Return games that wait for Ann, and the server of the first, which has waited longest."""
    ann, *others = simulator.members
    games = [await start(simulator, [ann, one], seats=2) for one in others[:count]]
    for game in games:
        while await game.turn() != ann:
            await default_turn(game)
    server = await on_another_server(simulator, ann, games[0])
    waiting = await simulator.bot.database.tables.waiting_for_member(None, ann.id)
    assert waiting == tuple(game.table_id for game in games)
    return ann, server, games


async def left_the_first(simulator, count=2):
    """Return Ann and these games, after Ann has left the server of the first."""
    ann, server, games = await waiting_for_ann(simulator, count)
    simulator.env.backend.remove_member(server.id, ann.id)
    simulator.bot.services.proofs._proofs.clear()
    return ann, games


async def test_hand_opens_a_table_of_a_server_on_which_the_member_is(simulator):
    ann, (_, played) = await left_the_first(simulator)
    hand = await open_in_dm(ann)
    assert f"table {played.table_id}" in hand.text


async def test_table_tells_of_a_table_of_a_server_on_which_the_member_is(simulator):
    ann, (_, played) = await left_the_first(simulator)
    answer = await ann.slash("table", channel=ann.dm)
    shown = {control.custom_id.split(":")[2] for control in answer.message.controls}
    assert shown == {str(played.table_id)}


async def test_a_typed_move_is_made_where_the_member_is(simulator):
    ann, (lost, played) = await left_the_first(simulator)
    before = await lost.seq(), await played.seq()
    assert await offered_in_dm(ann) != []
    await ann.slash("move", channel=ann.dm, text="draw")
    assert (await lost.seq(), await played.seq()) == (before[0], before[1] + 1)


async def test_a_server_without_an_answer_stops_no_other(simulator):
    ann, server, (_, played) = await waiting_for_ann(simulator)
    simulator.bot.services.proofs._proofs.clear()
    simulator.fail("GET", f"/guilds/{server.id}/members/*", status=503, times=None)
    assert f"table {played.table_id}" in (await open_in_dm(ann)).text


async def test_a_server_that_removed_the_bot_stops_no_other(simulator):
    ann, server, (_, played) = await waiting_for_ann(simulator)
    simulator.env.backend.emit("GUILD_DELETE", {"id": str(server.id)})
    await simulator.wait(1)
    hand = await open_in_dm(ann)
    assert f"table {played.table_id}" in hand.text
    assert "nexttable" not in {control.verb for control in hand.controls}


async def test_without_any_other_table_the_member_is_told_why(simulator):
    ann, _ = await left_the_first(simulator)
    leave(simulator, ann)
    answer = await ann.slash("hand", channel=ann.dm)
    assert "You are not on" in answer.text
    assert hands_in_dm(simulator, ann) == []


async def test_next_table_leads_to_another_server(simulator):
    ann, _, (first, second) = await waiting_for_ann(simulator)
    hand = await open_in_dm(ann)
    assert f"table {first.table_id}" in hand.text
    await ann.press(hand, "nexttable")
    assert f"table {second.table_id}" in hands_in_dm(simulator, ann)[-1].text


async def test_next_table_leaves_out_a_server_that_the_member_has_left(simulator):
    ann, (lost, played, third) = await left_the_first(simulator, 3)
    hand = await open_in_dm(ann)
    assert f"table {played.table_id}" in hand.text
    (button,) = (control for control in hand.controls if control.verb == "nexttable")
    assert button.label == "Next table", "one table, so no number"
    simulator.bot.services.proofs._failures.clear()
    await ann.press(hand, "nexttable")
    text = hands_in_dm(simulator, ann)[-1].text
    assert f"table {third.table_id}" in text
    assert f"table {lost.table_id}" not in text
