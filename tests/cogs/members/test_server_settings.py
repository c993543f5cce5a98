"""Tests of `/settings`: the page with all settings of a server, and the form that changes them."""

import pytest

from cogs.members.server_page import server_form
from data.models.members import GuildSettings
from render.text.catalogue import LANGUAGES, use_language


async def saved(simulator):
    return await simulator.bot.database.guilds.settings(simulator.guild.id)


async def form(simulator, keeper):
    """Open the form as a manager does: the command, then **Change**."""
    return await keeper.press((await keeper.slash("settings")).message, "Change")


@pytest.fixture
def keeper(simulator):
    return simulator.invite("Mo", manages=True)


async def test_one_form_of_five_parts_asks_for_every_setting(simulator, keeper):
    asked = await form(simulator, keeper)
    parts = [part["component"] for part in asked.modal["components"]]
    assert [part["custom_id"] for part in parts] == ["language", "home", "zone", "posts", "place"]
    ticked = [one["value"] for one in parts[3]["options"] if one["default"]]
    assert ticked == ["0", "3"]
    assert parts[3]["max_values"] == 4


async def test_all_settings_are_saved_together(simulator, keeper):
    forum = simulator.guild.create_forum_channel("tables")
    await simulator.env.settle()
    asked = await form(simulator, keeper)
    answers = {"language": "Deutsch", "home": str(forum.id), "zone": "berlin", "posts": "1 2"}
    page = await keeper.submit(asked, answers | {"place": str(simulator.channel.id)})
    assert page.private
    assert await saved(simulator) == GuildSettings(
        language="de",
        tells_records=True,
        home=forum.id,
        zone="Europe/Berlin",
        link=False,
        month=True,
        month_place=simulator.channel.id,
        wants_players=False,
    )
    assert f"Tables open in <#{forum.id}>" in page.text
    assert "I may post: the month's end and broken records" in page.text
    assert "I do not post: a link under results and calls for players" in page.text


async def test_the_form_shows_what_holds_and_changes_nothing_by_itself(simulator, keeper):
    answers = {"language": "1", "home": str(simulator.channel.id), "zone": "Asia/Tokyo"}
    await keeper.submit(await form(simulator, keeper), answers | {"posts": "0 1 2 3"})
    before = await saved(simulator)
    await keeper.submit(await form(simulator, keeper), {})
    assert await saved(simulator) == before
    assert before.home == simulator.channel.id


async def test_a_home_can_be_taken_back(simulator, keeper):
    await keeper.submit(await form(simulator, keeper), {"home": str(simulator.channel.id)})
    page = await keeper.submit(await form(simulator, keeper), {"home": ""})
    assert (await saved(simulator)).home is None
    assert "where someone types" in page.text


@pytest.mark.parametrize(
    "wrong, said",
    [
        ({"zone": "Atlantis"}, "don't know that time zone"),
        ({"home": "123"}, "That channel is gone"),
        ({"place": "x"}, "The table has changed"),
        ({"posts": "0 9"}, "The table has changed"),
        ({"language": "77"}, "The table has changed"),
    ],
)
async def test_a_wrong_or_forged_answer_changes_nothing(simulator, keeper, wrong, said):
    answers = {"language": "2", "posts": "1"} | wrong
    told = await keeper.submit(await form(simulator, keeper), answers)
    assert said in told.text
    assert await saved(simulator) == GuildSettings()


async def test_a_voice_channel_is_no_home_even_if_the_form_is_forged(simulator, keeper):
    voice = simulator.guild.create_voice_channel("talk")
    await simulator.env.settle()
    told = await keeper.submit(await form(simulator, keeper), {"home": str(voice.id)})
    assert "That channel is gone, or is another kind of channel now" in told.text


@pytest.mark.parametrize("how", ["deleted", "for announcements"])
async def test_a_channel_that_can_no_longer_be_chosen_is_left_out_of_the_form(
    simulator, keeper, how
):
    home, place = (simulator.guild.create_text_channel(name) for name in ("home", "place"))
    await simulator.env.settle()
    answers = {"home": str(home.id), "place": str(place.id), "posts": "1"}
    await keeper.submit(await form(simulator, keeper), answers)
    for channel in (home, place):
        await lose(simulator, channel, how)
    page = (await keeper.slash("settings")).text
    assert f"<#{home.id}> is gone, or is another kind of channel now" in page
    assert f"<#{place.id}> is gone" in page
    asked = await form(simulator, keeper)
    parts = [part["component"] for part in asked.modal["components"]]
    assert not any(part.get("default_values") for part in parts)
    told = await keeper.submit(asked, {"zone": "berlin"})
    assert "Time zone: **Europe/Berlin**" in told.text
    assert await saved(simulator) == GuildSettings(
        zone="Europe/Berlin", month=True, link=False, wants_players=False
    )


async def lose(simulator, channel, how):
    """Delete a channel, or let a moderator turn it into one for announcements."""
    if how == "deleted":
        simulator.env.backend.delete_channel(channel.id)
    else:
        simulator.env.backend.edit_channel(channel.id, {"type": 5})
    await simulator.env.settle()


async def test_a_channel_deleted_while_the_form_is_open_is_refused_by_its_own_sentence(
    simulator, keeper
):
    home = simulator.guild.create_text_channel("home")
    await simulator.env.settle()
    await keeper.submit(await form(simulator, keeper), {"home": str(home.id)})
    asked = await form(simulator, keeper)
    simulator.env.backend.delete_channel(home.id)
    await simulator.env.settle()
    told = await keeper.submit(asked, {"zone": "berlin"})
    assert "That channel is gone" in told.text
    assert (await saved(simulator)).zone == "UTC"


@pytest.mark.parametrize("custom_id", ["t1:settings:0:0", "t1:settingsform:0:0"])
async def test_the_buttons_check_the_permission_themselves(simulator, keeper, custom_id):
    page = (await keeper.slash("settings")).message
    seen = {"settings": page, "settingsform": page}[custom_id.split(":")[1]]
    simulator.demote(keeper)
    told = await keeper.press_stale(seen, custom_id)
    assert "Only someone who may manage this server" in told.text
    assert told.modal is None


async def test_a_form_is_refused_after_its_member_stopped_managing(simulator, keeper):
    asked = await form(simulator, keeper)
    simulator.demote(keeper)
    told = await keeper.submit(asked, {"language": "2"})
    assert "Only someone who may manage this server" in told.text
    assert await saved(simulator) == GuildSettings()


async def test_the_page_names_each_permission_missing_in_a_chosen_channel(simulator, keeper):
    forum = simulator.guild.create_forum_channel("tables")
    simulator.deny("attach_files", "create_public_threads", channel=forum)
    simulator.deny("send_messages")
    await simulator.env.settle()
    answers = {"home": str(forum.id), "posts": "1", "place": str(simulator.channel.id)}
    page = await keeper.submit(await form(simulator, keeper), answers)
    assert f"In <#{forum.id}> I lack the permission **Attach Files**" in page.text
    assert f"In <#{simulator.channel.id}> I lack these permissions: **Send Messages**" in page.text
    simulator.env.backend.delete_channel(forum.id)
    await simulator.env.settle()
    assert f"<#{forum.id}> is gone" in (await keeper.slash("settings")).text


async def test_during_a_timeout_the_page_names_it_and_no_permission_of_the_role(simulator, keeper):
    forum = simulator.guild.create_forum_channel("tables")
    await simulator.env.settle()
    answers = {"home": str(forum.id), "posts": "1", "place": str(simulator.channel.id)}
    page = await keeper.submit(await form(simulator, keeper), answers)
    assert "⚠️" not in page.text
    until = simulator.timed_out(hours=2)
    page = (await keeper.slash("settings")).text
    assert page.count(f"<t:{until}:f>") == 1
    assert "I lack" not in page
    simulator.env.backend.delete_channel(forum.id)
    await simulator.env.settle()
    assert f"<#{forum.id}> is gone" in (await keeper.slash("settings")).text


@pytest.mark.parametrize("home, warns", [(False, False), (True, True)])
async def test_a_channel_only_for_the_month_s_end_needs_no_threads(simulator, keeper, home, warns):
    simulator.deny("create_public_threads", "send_messages_in_threads")
    await simulator.env.settle()
    answers = {"posts": "1", "place": str(simulator.channel.id)}
    answers |= {"home": str(simulator.channel.id)} if home else {}
    page = await keeper.submit(await form(simulator, keeper), answers)
    assert ("I lack" in page.text) is warns
    simulator.deny("send_messages", "create_public_threads", "send_messages_in_threads")
    await simulator.env.settle()
    told = (await keeper.slash("settings")).text
    assert "**Send Messages**" in told
    assert ("Threads" in told) is warns


async def test_the_page_says_who_may_open_tables(simulator, keeper):
    assert "**Everybody** may open tables" in (await keeper.slash("settings")).text
    commands = simulator.env.backend.commands[None].values()
    play = next(int(one["id"]) for one in commands if one["name"] == "play")
    rule = {"id": str(simulator.guild.id), "type": 1, "permission": False}
    simulator.env.backend.set_command_permissions(simulator.guild.id, play, [rule])
    assert "open to members **as set**" in (await keeper.slash("settings")).text


async def test_the_page_is_shown_even_if_discord_does_not_say_who_may_play(simulator, keeper):
    simulator.fail("GET", "/applications/*/commands", times=None)
    page = await keeper.slash("settings")
    assert "may open tables" not in page.text
    assert "Change" in page.message.labels


async def test_records_tell_and_the_form_change_the_same_setting(simulator, keeper):
    await keeper.slash("records", tell=True)
    assert (
        "I may post: a link under results, broken records" in (await keeper.slash("settings")).text
    )
    await keeper.submit(await form(simulator, keeper), {"posts": "0"})
    assert not (await saved(simulator)).tells_records


async def test_the_next_month_is_computed_again_after_a_change_of_the_zone(simulator, keeper):
    guilds = simulator.bot.database.guilds
    await keeper.submit(await form(simulator, keeper), {"posts": "1"})

    def due(connection):
        row = connection.execute("SELECT month_due FROM server_choice").fetchone()
        return row["month_due"]

    def set_due(connection, _now):
        connection.execute("UPDATE server_choice SET month_due = 7")

    await guilds.backend.transaction(set_due)
    await keeper.submit(await form(simulator, keeper), {"language": "1"})
    assert await guilds.backend.query(due) == 7
    await keeper.submit(await form(simulator, keeper), {"zone": "Asia/Tokyo"})
    assert await guilds.backend.query(due) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_question_of_the_form_is_cut(language):
    with use_language(language):
        parts = [part.to_component_dict() for part in server_form(GuildSettings())]
        posts = [part for part in parts if "options" in part["component"]][-1]["component"]
    texts = [part["label"] for part in parts] + [part.get("description") or "" for part in parts]
    texts += [one["label"] for one in posts["options"]]
    texts += [one["description"] for one in posts["options"]]
    assert not [text for text in texts if text.endswith("…")]


async def test_a_german_manager_sees_page_and_form_in_german(simulator, keeper):
    keeper.locale = "de"
    page = await keeper.slash("settings")
    assert "Das darf ich posten: einen Link unter Ergebnissen" in page.text
    asked = await keeper.press(page.message, "Ändern")
    assert asked.modal["title"] == "Einstellungen dieses Servers"
    answers = {"posts": "0 1 2 3", "home": str(simulator.channel.id)}
    assert "Tische gehen in" in (await keeper.submit(asked, answers)).text
