"""Tests of rematches whose message is lost."""

from cogs.delivery.repaint_queue import PERMISSION_POLL_SECONDS
from tests.cogs.channels.test_lost_messages import lobbies, tables
from tests.cogs.support.finished_games import dealt, play_on

DISCORD = "https://discord.com/channels"


async def finished(simulator):
    """Return the final message of a finished game, with its Rematch button."""
    ann, ben, *_ = simulator.members
    live = await play_on(simulator, await dealt(simulator, [ann, ben]))
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.show(live.row)
    await simulator.env.settle()
    return next(m for m in simulator.messages(simulator.channel.id) if "Rematch" in m.labels)


async def test_a_rematch_whose_answer_is_lost_is_one_lobby_with_one_link(simulator):
    ann, ben, *_ = simulator.members
    final = await finished(simulator)
    simulator.disconnect("POST", "/channels/*/messages", carried_out=True)
    await ann.press(final, "Rematch")
    (lobby,) = lobbies(simulator)
    assert f"/{lobby.id})" in final.text
    assert str((await tables(ann)).links).count(f"/{lobby.id}") == 1
    await ben.press(final, "Rematch, I'm in")
    assert str((await tables(ben)).links).count(f"/{lobby.id}") == 1


async def test_a_rematch_that_cannot_be_posted_has_the_way_to_its_channel_and_comes_later(
    simulator,
):
    ann = simulator.members[0]
    final = await finished(simulator)
    simulator.deny("send_messages")
    await ann.press(final, "Rematch")
    assert f"{DISCORD}/{simulator.guild.id}/{simulator.channel.id})" in final.text
    assert "None" not in final.text
    simulator.allow()
    await simulator.wait(PERMISSION_POLL_SECONDS)
    (lobby,) = lobbies(simulator)
    assert f"/{lobby.id}" in str((await tables(ann)).links)


async def test_a_rematch_that_was_given_up_can_be_opened_again(simulator):
    ann = simulator.members[0]
    final = await finished(simulator)
    press = ann.pressing(final, "Rematch")
    await simulator.together(press)
    (lobby,) = lobbies(simulator)
    await ann.cancel(lobby)
    await simulator.together(press)
    assert len(lobbies(simulator)) == 1


async def test_two_presses_on_rematch_open_one_lobby(simulator):
    ann, ben, *_ = simulator.members
    final = await finished(simulator)
    await simulator.together(ann.pressing(final, "Rematch"), ben.pressing(final, "Rematch"))
    assert len(lobbies(simulator)) == 1
