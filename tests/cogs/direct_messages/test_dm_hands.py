"""Hands in the bot's direct messages."""

from dataclasses import replace

import pytest

from cogs.ui.texts import escaped_name
from tests.cogs.direct_messages.support import hands_in_dm, in_dm, leave, on_turn, open_in_dm
from tests.cogs.game.test_authority import until_away
from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import HOUSE, default_turn, first, offers, start
from tests.cogs.support.time import HOUR, MINUTE, after, looked, timed
from tests.cogs.votes.test_votes import away, substituted
from tests.simulator.contexts import GROUP_DM

pytestmark = pytest.mark.asyncio


async def test_a_hand_in_direct_messages_is_an_ordinary_message_that_names_its_table(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    assert not hand.private
    assert "Card Corner" in hand.text
    assert f"[House Canasta, table {game.table_id}](https://discord.com/channels/" in hand.text
    assert [one.id for one in in_dm(simulator, ann)] == [hand.id]


async def test_a_whole_turn_is_played_in_direct_messages(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    hand = await open_in_dm(ann)
    drawn = await ann.press(hand, "say")
    assert drawn.message == hand
    while offers(hand, "lay"):
        await ann.choose(hand, "lay", ["0"])
    await ann.choose(hand, "drop", [first(hand, "drop")])
    assert await game.turn() == ben
    assert in_dm(simulator, ann) == [hand]


async def test_the_hand_is_the_panel_of_the_thread_under_one_more_line(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    await open_in_dm(ann)  # The first hand asks a question, too.
    panel, hand = await game.hand(ann), await open_in_dm(ann)
    asked = [c for c in hand.controls if c.verb.startswith("remind")]
    shown = [c for c in hand.controls if c not in asked]
    parts = [(c.verb, c.label, c.placeholder, c.options) for c in shown]
    assert parts == [(c.verb, c.label, c.placeholder, c.options) for c in panel.controls]
    assert hand.text.partition("\n")[2].startswith(panel.text)
    assert hand.images() == panel.images()


async def test_direct_messages_name_whom_the_table_waits_for_without_a_mention(simulator):
    """Apps do not know every member of a server. They would show the number of a mention."""
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    hand = await open_in_dm(ben)
    name = escaped_name(str(ann.actor.user.global_name))
    assert f"waiting for {name}" in hand.text
    await ben.press(hand, "about")
    table = (await ben.slash("table", channel=ben.dm)).message
    assert f"**→** {name}: draw" in table.text
    listed = (await ben.slash("tables", channel=ben.dm)).message
    assert f"Waiting for {name}." in listed.text
    assert "<@" not in "".join(one.text for one in in_dm(simulator, ben))


async def test_a_second_hand_replaces_the_first(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    await open_in_dm(ann)
    newest = await open_in_dm(ann)
    assert hands_in_dm(simulator, ann) == [newest]


async def test_a_change_comes_by_the_token_of_the_last_press(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    _, ben = await on_turn(game)
    hand = await open_in_dm(ben)
    await ben.press(hand, "about")
    before, sent = hand.text, len(simulator.sent)
    await default_turn(game)
    assert hand.text != before
    edits = [one for one in simulator.sent[sent:] if str(ben.dm) in one.path]
    assert edits == []


async def test_without_a_press_a_change_is_shown_after_fifteen_minutes(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    _, ben = await on_turn(game)
    hand = await open_in_dm(ben)
    await after(simulator, 20 * MINUTE)
    before = hand.text
    await default_turn(game)
    assert hand.text == before
    await after(simulator, 2 * MINUTE)
    assert hand.text != before
    assert "As of" in hand.text


async def test_an_edit_that_discord_limits_waits(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    _, ben = await on_turn(game)
    hand = await open_in_dm(ben)
    await after(simulator, 16 * MINUTE)
    await default_turn(game)
    before = hand.text
    simulator.fail("PATCH", f"/channels/{ben.dm}/messages/*", status=400, code=30046)
    await after(simulator, 20 * MINUTE)
    assert hand.text == before
    await looked(simulator)
    assert hand.text == before
    await after(simulator, 20 * MINUTE)
    assert hand.text != before


async def test_whoever_has_left_the_server_gets_no_hand(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    leave(simulator, ann)
    answer = await ann.slash("hand", channel=ann.dm)
    assert hands_in_dm(simulator, ann) == []
    assert "You are not on" in answer.text
    assert answer.private


async def test_a_press_of_somebody_who_has_left_plays_nothing(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    leave(simulator, ann)
    seq = await game.seq()
    await ann.press(hand, "say")
    assert await game.seq() == seq


async def test_the_hand_of_somebody_who_has_left_is_closed(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    _, ben = await on_turn(game)
    hand = await open_in_dm(ben)
    leave(simulator, ben)
    await default_turn(game)
    await after(simulator, HOUR)
    assert hand.controls == ()
    assert hand.images() == {}
    assert "You are not on" in hand.text


async def test_the_seat_of_somebody_who_has_left_waits_for_them(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    leave(simulator, ann)
    simulator.guild.add_member(ann.actor.user)
    hand = await open_in_dm(ann)
    await ann.press(hand, "say")
    assert offers(hand, "drop")


async def test_no_answer_of_discord_opens_no_hand(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    simulator.bot.services.proofs._proofs.clear()
    simulator.fail("GET", "/guilds/*/members/*", status=500, times=None)
    answer = await ann.slash("hand", channel=ann.dm)
    assert "try again in a minute" in answer.text
    assert hands_in_dm(simulator, ann) == []


async def test_a_hidden_channel_takes_away_the_link_and_not_the_hand(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    simulator.deny("view_channel", target=ann.id)
    await simulator.env.settle()
    hand = await open_in_dm(ann)
    assert "discord.com" not in hand.text
    assert "You can still play" in hand.text
    await ann.press(hand, "say")
    assert offers(hand, "drop")


async def test_a_locked_voice_room_is_as_hidden_as_a_channel(simulator):
    ann = simulator.members[0]
    voice = simulator.guild.create_voice_channel("talk")
    await ann.slash("tables")
    facts = (simulator.guild.id, ann.id, voice.id)
    assert simulator.bot.services.proofs.sees(*facts)
    simulator.deny("connect", channel=voice, target=ann.id)
    await simulator.env.settle()
    assert not simulator.bot.services.proofs.sees(*facts)


async def test_a_hand_in_a_group_is_private(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    group = simulator.group_dm(ann, ben)
    answer = await ann.slash("hand", channel=group)
    assert answer.private
    assert any(c.verb == "about" for c in answer.message.controls)
    pressed = await ann.press(answer.message, "say")
    assert pressed.private


@pytest.mark.parametrize("context", [GROUP_DM, None])
async def test_a_forged_press_on_a_foreign_message_of_a_group_is_answered_privately(
    simulator, context
):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    group = simulator.group_dm(ann, ben)
    simulator.contexts[group] = replace(simulator.contexts[group], context=context)
    foreign = simulator.env.backend.create_message(group, ben.id, "look here")
    shown = next(one for one in simulator.messages(group) if one.id == foreign.id)
    answer = await ann.press_stale(shown, f"t1:about:{game.table_id}:0")
    assert answer.private
    assert shown.text == "look here"


async def test_the_powers_of_a_host_stay_on_the_server(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    host = game.people[0]
    hand = await open_in_dm(host)
    answer = await host.press_stale(hand, f"t1:hold:{game.table_id}:{await game.seq()}")
    assert "only on the table's server" in answer.text
    assert answer.private


async def test_leaving_a_seat_closes_its_hand(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    ann = game.people[0]
    hand = await open_in_dm(ann)
    page = await ann.press_stale(hand, f"t1:quit:{game.table_id}:0")
    await ann.press(page.message, page.message.controls[0].custom_id)
    await looked(simulator)
    assert hand.controls == ()
    assert "do not play" in hand.text


async def test_forgetting_a_member_deletes_their_hands(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann = game.people[0]
    await open_in_dm(ann)
    asked = await ann.slash("privacy forget", channel=ann.dm)
    await ann.press(asked.message, "forgetme")
    assert hands_in_dm(simulator, ann) == []
    assert await simulator.bot.database.messages.dm_hands_of_member(ann.id) == ()


async def test_a_hand_that_forgetting_could_not_delete_is_cleared_later(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann = game.people[0]
    hand = await open_in_dm(ann)
    asked = await ann.slash("privacy forget", channel=ann.dm)
    simulator.fail("DELETE", f"/channels/{ann.dm}/messages/*", status=403, times=2)
    await ann.press(asked.message, "forgetme")
    await simulator.wait(MINUTE)
    assert hand.controls == ()
    assert hand.images() == {}
    assert await simulator.bot.database.messages.stale(game.table_id) == ()


async def test_forgetting_tries_twice_to_delete_a_hand_of_a_private_table(simulator):
    ann = simulator.members[0]
    await ann.slash("practice", channel=ann.dm, game=HOUSE)
    assert hands_in_dm(simulator, ann) != []
    asked = await ann.slash("privacy forget", channel=ann.dm)
    simulator.fail("DELETE", f"/channels/{ann.dm}/messages/*", status=403, times=1)
    await ann.press(asked.message, "forgetme")
    assert hands_in_dm(simulator, ann) == []


# ---- the log and the details


async def test_the_about_page_leads_to_the_log_and_to_leaving(simulator):
    game = await start(simulator, simulator.members[:3], seats=3)
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    await ann.press(hand, "say")
    await ann.press(hand, "about")
    log = await ann.press(hand, "Log")
    assert log.private
    assert "what happened" in log.text
    more = (await ann.press(hand, "More")).message
    asked = (await ann.press(more, "quit")).message
    await ann.press(asked, asked.controls[0].custom_id)
    assert (await game.live()).seat_of(ann.id) is None
    assert hands_in_dm(simulator, ann) == []


async def test_a_practice_game_has_no_buttons_of_a_public_table(simulator):
    ann = simulator.members[0]
    await ann.slash("practice", channel=ann.dm, game=HOUSE)
    (hand,) = hands_in_dm(simulator, ann)
    await ann.press(hand, "about")
    assert {"log", "more"}.isdisjoint(control.verb for control in hand.controls)


# ---- a seat that somebody else plays


async def test_three_missed_turns_close_the_hand_and_the_list_gives_the_seat_back(simulator):
    game = await timed(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    await until_away(simulator, game, ann)
    await looked(simulator)
    assert hand.controls == ()
    assert "stays yours" in hand.text
    listed = (await ann.slash("tables", channel=ann.dm)).message
    await ann.press(listed, "I'm back")
    live = await game.live()
    assert live.player(live.require_seat(ann.id)).kind == "member"


@pytest.mark.parametrize("verb", ["main", "say", "about"])
@pytest.mark.parametrize("plays", ["computer", "substitute"])
async def test_a_press_on_the_hand_of_a_seat_that_somebody_else_plays_offers_the_way_back(
    simulator, plays, verb
):
    game, ben, _ = await (substituted(simulator) if plays == "substitute" else held(simulator))
    said = simulator.env.backend.create_message(ben.dm, simulator.bot.user.id, "hand")
    old = next(one for one in in_dm(simulator, ben) if one.id == said.id)
    seq = await game.seq()
    answer = await ben.press_stale(old, f"t1:{verb}:{game.table_id}:{seq}:0")
    assert answer.private
    assert hands_in_dm(simulator, ben) == []
    await ben.press(answer.message, "I'm back")
    assert (await game.live()).player(1).user_id == ben.id
    assert (await game.live()).player(1).kind == "member"


async def held(simulator):
    """Return a game in which a computer player keeps Ben's seat."""
    game, _, ben, _, dan = await away(simulator)
    return game, ben, dan


# ---- the end of the game


async def test_the_end_of_a_game_is_told_with_its_result_and_a_link(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    await play_out(simulator, game)
    assert hand.controls == ()
    assert f"The game at table {game.table_id} is over." in hand.text
    podium = simulator.messages(game.thread)[-1]
    for line in podium.text.splitlines()[:3]:
        assert line in hand.text
    assert str(game.thread) in hand.text


async def test_somebody_who_has_left_the_server_reads_no_result(simulator):
    game = await start(simulator, simulator.members[:2], seats=2, options={"max_rounds": 1})
    ann, _ = await on_turn(game)
    hand = await open_in_dm(ann)
    leave(simulator, ann)
    await play_out(simulator, game)
    assert hand.text == f"The game at table {game.table_id} is over."
