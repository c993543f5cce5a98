"""Tests of the button below a podium that adds the bot to other servers."""

from data.models.members import GuildSettings
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import start
from tests.simulator.messages import walk


def links(message):
    """Return the link buttons of a message, by label."""
    found = [one for one in walk(message.stored.components) if one["type"] == 2 and "url" in one]
    return {one["label"]: one["url"] for one in found}


async def finished(simulator):
    """Finish a game between Ann and Ben, and return all messages that everybody reads."""
    state = await play_on(simulator, await dealt(simulator, simulator.members[:2], 0))
    with simulator.env._bot_scope():
        simulator.bot.services.activity.show(state.row)
    await simulator.wait(0)
    return simulator.messages()


async def test_only_the_podium_has_one_link_that_adds_the_bot(simulator):
    shown = [one for one in await finished(simulator) if links(one)]
    (final,) = shown
    assert "Rematch" in final.labels
    address = f"https://discord.com/oauth2/authorize?client_id={simulator.bot.application_id}"
    assert links(final) == {"Tuppence · add it": address}


async def test_the_link_stays_when_somebody_wants_a_rematch(simulator):
    final = next(one for one in await finished(simulator) if links(one))
    await simulator.members[0].press(final, "rematch")
    assert list(links(final)) == ["Tuppence · add it"]


async def test_a_server_can_switch_the_link_off(simulator):
    settings = GuildSettings(link=False)
    await simulator.bot.database.guilds.save_settings(simulator.guild.id, settings)
    shown = await finished(simulator)
    assert not any(links(one) for one in shown)
    final = next(one for one in shown if "Rematch" in one.labels)
    await simulator.members[0].press(final, "rematch")
    assert not links(final)


async def test_no_table_in_play_has_the_link(simulator):
    await start(simulator, simulator.members[:2], seats=2)
    assert not any("add it" in label for one in simulator.messages() for label in links(one))
