"""The list of a member's tables: one for all servers, the same on a server and in messages."""

from dataclasses import replace

import pytest

from cogs.my_tables.list_page import PER_PAGE, list_layout
from cogs.my_tables.listed import ListedTable
from cogs.my_tables.reachability import Reachability
from cogs.my_tables.sort_out_page import sort_out_layout
from data.models.tables import TableStatus
from tests.cogs.direct_messages.support import hands_in_dm, leave, on_turn, requests
from tests.cogs.support.play import HOUSE, open_lobby, start
from tests.cogs.support.positions import row
from tests.simulator.messages import walk

pytestmark = pytest.mark.asyncio
SECTION, SEPARATOR = 9, 14


async def listed(person, channel=None):
    """Return the list of a member's tables, and the answer that has it."""
    answer = await person.slash("tables", channel=channel)
    return answer.message, answer


def kinds(message):
    return [part["type"] for part in walk(message.stored.components)]


async def test_the_list_is_the_same_on_a_server_and_in_direct_messages(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    here, there = (await listed(ann))[0], (await listed(ann, ann.dm))[0]
    assert here.text == there.text
    assert f"table {game.table_id}" in here.text
    assert "Card Corner" in here.text


async def test_the_list_is_private_on_a_server_and_stays_in_direct_messages(simulator):
    ann, ben, *_ = simulator.members
    assert (await listed(ann))[1].private
    assert not (await listed(ann, ann.dm))[1].private
    assert (await listed(ann, simulator.group_dm(ann, ben)))[1].private


async def test_the_list_in_direct_messages_asks_discord_nothing(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    await open_lobby(simulator, simulator.members[0], HOUSE)
    ann, _ = await on_turn(game)
    sent = len(simulator.sent)
    await listed(ann, ann.dm)
    assert requests(simulator, sent) == []


async def test_play_opens_the_hand_of_a_table_that_waits(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    message, _ = await listed(ann, ann.dm)
    await ann.press(message, "Play")
    (hand,) = hands_in_dm(simulator, ann)
    assert hand != message
    waiting, _ = await listed(ben, ben.dm)
    assert "Hand" in waiting.labels
    assert "Play" not in waiting.labels


async def test_a_line_parts_what_waits_from_the_rest(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    assert SEPARATOR not in kinds((await listed(ann))[0])
    await open_lobby(simulator, ann, HOUSE)
    message, _ = await listed(ann)
    assert kinds(message).count(SEPARATOR) == 1
    assert "To the lobby" in [p.get("label") for p in walk(message.stored.components)]


async def test_each_table_has_one_button_and_no_link_in_its_text(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    await open_lobby(simulator, ann, HOUSE)
    message, _ = await listed(ann)
    assert "discord.com" not in message.text
    assert kinds(message).count(SECTION) == 2


async def test_a_lesson_and_a_practice_game_come_last(simulator):
    ann, ben, *_ = simulator.members
    await ann.slash("practice", game=HOUSE)
    await start(simulator, (ann, ben), seats=2)
    message, _ = await listed(ann)
    lines = [line for line in message.text.split("\n") if "table" in line]
    assert "practice" in lines[-1]
    answer = await ann.press(message, "Continue")
    assert answer.private


async def test_a_table_of_a_server_that_the_member_has_left_is_one_sentence(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    message, _ = await listed(ann, ann.dm)
    leave(simulator, ann)
    answer = await ann.press(message, "Play")
    assert "You are not on" in answer.text
    again, _ = await listed(ann, ann.dm)
    assert again.controls == ()
    assert "You are not on" in again.text


async def test_a_table_without_a_channel_is_sorted_out_on_its_own_page(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    simulator.env.backend.delete_channel(simulator.channel.id)
    await simulator.env.settle()
    other = simulator.guild.create_text_channel("other")
    here = (await ann.slash("tables", channel=other)).message
    page = (await ann.press(here, "Sort it out")).message
    assert "Continue in this channel" in page.labels
    assert "another channel" not in page.text
    there, _ = await listed(ann, ann.dm)
    page = (await ann.press(there, "Sort it out")).message
    assert "Continue in this channel" not in page.labels
    assert "`/tables` can move this table to another channel" in page.text
    assert "Card Corner" in page.text.splitlines()[-1]
    back = (await ann.press(page, "All tables")).message
    assert "Sort it out" in back.labels


async def test_a_host_elsewhere_reads_that_the_server_offers_more():
    hosted = lobby(1, reach=Reachability.UNSENT, here=False)
    (box,) = sort_out_layout(hosted, hosted.row.host_id).to_components()
    assert "On **Here**, `/tables` offers you more" in box["components"][0]["content"]
    (box,) = sort_out_layout(replace(hosted, here=True), hosted.row.host_id).to_components()
    assert "offers you more" not in box["components"][0]["content"]


def lobby(number, reach=Reachability.MESSAGE, *, here=True):
    """A listed lobby."""
    waiting = row(4, id=number, status=TableStatus.LOBBY, created=0.0)
    return ListedTable(waiting, None, reach, None, homeless=False, server="Here", here=here)


async def test_eight_tables_fit_on_a_page_of_at_most_thirty_components():
    found = [lobby(number) for number in range(1, 20)]
    for page in range(3):
        view = list_layout(found, 1, page, "A notice.")
        parts = list(walk(view.to_components()))
        assert len(parts) - 1 <= 30  # without the container around them
    parts = list(walk(list_layout(found, 1).to_components()))
    assert [part["type"] for part in parts].count(SECTION) == PER_PAGE
