"""Commands in the bot's direct messages and in groups."""

import pytest

from cogs.game.computer_players import DEFAULT_LEVEL
from data.models.tables import Player
from tests.cogs.direct_messages.support import hands_in_dm, in_dm, leave, on_turn, open_in_dm
from tests.cogs.support.finished_games import dealt, play_on
from tests.cogs.support.play import HOUSE, offers, start
from tests.simulator.contexts import BOT_DM, BY_MEMBER, SERVER, Origin, typed
from tests.simulator.members import COMMAND, Pressing
from tests.simulator.messages import walk

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("command", ["help", "preferences", "away", "privacy show", "learn"])
async def test_a_page_in_direct_messages_is_private(simulator, command):
    ann = simulator.members[0]
    answer = await ann.slash(command, channel=ann.dm)
    assert answer.private


async def test_rules_are_shown_in_direct_messages(simulator):
    ann = simulator.members[0]
    answer = await ann.slash("rules", channel=ann.dm, game=HOUSE)
    assert answer.private


async def test_a_server_without_the_bot_gets_private_answers(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    without_the_bot(simulator, ann)
    assert (await ann.slash("help")).private
    hand = await ann.slash("hand")
    assert hand.private
    assert any(control.verb == "about" for control in hand.message.controls)
    assert "invite" in (await ann.slash("leaderboard")).text


async def test_a_practice_game_in_direct_messages_stays_and_is_played_there(simulator):
    ann = simulator.members[0]
    await ann.slash("practice", channel=ann.dm, game=HOUSE)
    (hand,) = hands_in_dm(simulator, ann)
    assert not hand.private
    before = hand.text
    await ann.press(hand, "about")
    await ann.press(hand, "main")
    assert hand.text == before
    assert hands_in_dm(simulator, ann) == [hand]


async def test_a_lesson_in_direct_messages_is_played_there(simulator):
    ann = simulator.members[0]
    page = (await ann.slash("learn", channel=ann.dm)).message
    study = next(c.custom_id for c in page.controls if c.verb in {"study", "course"})
    if "course" in study:
        page = (await ann.choose(page, "course", ["0"])).message
        study = next(c.custom_id for c in page.controls if c.verb == "study")
    await ann.press(page, study)
    stays = [one for one in in_dm(simulator, ann) if not one.private]
    assert len(stays) == 1
    assert stays[0].controls != ()


async def test_the_table_in_words_leads_to_what_the_thread_has(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    answer = await ann.slash("table", channel=ann.dm)
    assert answer.private
    more = await ann.press(answer.message, "More")
    assert more.private
    assert "run" not in [c.verb for c in more.message.controls]
    await ann.press(answer.message, "My hand")
    assert len(hands_in_dm(simulator, ann)) == 1


async def test_the_table_in_words_has_its_link_only_for_whoever_sees_the_channel(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    assert str(game.thread) in (await ann.slash("table", channel=ann.dm)).text
    simulator.deny("view_channel", target=ann.id)
    await simulator.env.settle()
    hidden = await ann.slash("table", channel=ann.dm)
    assert "discord.com" not in hidden.text
    assert "My hand" in hidden.message.labels
    hand = await open_in_dm(ann)
    assert "discord.com" not in (await ann.menu("Read this table aloud", hand)).text


async def test_the_table_in_words_has_the_log(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    answer = await ann.slash("table", channel=ann.dm)
    assert answer.message.labels == ("My hand", "Log", "More")
    log = await ann.press(answer.message, "Log")
    assert log.private
    assert "what happened" in log.text


# ---- what works only on a server


@pytest.mark.parametrize("where", ["messages", "group", "server without the bot"])
async def test_help_has_no_button_that_does_not_work_there(simulator, where):
    ann, ben, *_ = simulator.members
    place = {"messages": ann.dm, "group": simulator.group_dm(ann, ben)}.get(where)
    if place is None:
        without_the_bot(simulator, ann)
    page = await ann.slash("help", channel=place)
    assert "Choose a game" not in page.message.labels
    assert "Lessons" in page.message.labels
    assert "open a table on a server with `/play`" in page.text
    for label in page.message.labels:
        assert "only on the table's server" not in (await ann.press(page.message, label)).text


async def test_the_details_in_direct_messages_have_only_what_works_there(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    answer = await ann.slash("table", channel=ann.dm)
    more = (await ann.press(answer.message, "More")).message
    assert [control.verb for control in more.controls] == ["pause", "quit"]
    here = (await ann.press(game.board, "More")).message
    assert "nudge" in [control.verb for control in here.controls]


async def test_a_button_on_a_server_without_the_bot_answers_with_an_invitation(simulator):
    ann = simulator.members[0]
    page = await ann.slash("help")
    without_the_bot(simulator, ann)
    answer = await ann.press(page.message, "Choose a game")
    assert answer.private
    assert "guild_id=999" in answer.text


def without_the_bot(simulator, person):
    """Let the test's channel be one of a server that has only the commands."""
    installed = {BY_MEMBER: str(person.id)}
    simulator.contexts[simulator.channel.id] = Origin(SERVER, installed, guild_id=999)


async def test_a_typed_move_in_direct_messages_shows_the_hand_there(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    await ann.slash("move", channel=ann.dm, text="draw")
    (hand,) = hands_in_dm(simulator, ann)
    assert offers(hand, "drop")


async def test_a_move_that_fits_two_tables_is_asked_about(simulator):
    ann, ben, *_ = simulator.members
    games = [await start(simulator, (ann, ben), seats=2)]
    person = await games[0].turn()
    while len(games) == 1 or await games[1].turn() != person:
        games[1:] = [await start(simulator, (ann, ben), seats=2)]
    seqs = [await game.seq() for game in games]
    asked = await person.slash("move", channel=person.dm, text="draw")
    assert asked.private
    assert "Card Corner" in asked.message.labels[0]
    assert [await game.seq() for game in games] == seqs
    await person.press(asked.message, asked.message.controls[0].custom_id)
    assert [await game.seq() for game in games] != seqs
    assert len(hands_in_dm(simulator, person)) == 1


async def test_own_statistics_are_shown_without_a_server(simulator):
    ann, ben, *_ = simulator.members
    assert "no server" in (await ann.slash("stats", channel=ann.dm)).text
    await play_on(simulator, await dealt(simulator, [ann, ben]))
    answer = await ann.slash("stats", channel=ann.dm)
    assert answer.private
    assert "Card Corner" in answer.text
    other = await ann.slash("stats", channel=ann.dm, member=ben.actor.user)
    assert "only on a server" in other.text


async def test_hiding_from_a_leaderboard_asks_for_the_server(simulator):
    ann, ben, *_ = simulator.members
    await start(simulator, (ann, ben), seats=2)
    asked = await ann.slash("privacy ladder", channel=ann.dm, show=False)
    (select,) = [p for p in walk(asked.message.stored.components) if p.get("options")]
    assert [option["label"] for option in select["options"]] == ["Card Corner"]
    await ann.choose(asked.message, "ladderof", ["Card Corner"])
    members = simulator.bot.database.members
    assert await members.is_hidden(simulator.guild.id, ann.id)


async def test_a_seat_is_taken_back_in_direct_messages_under_the_stored_name(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, _ = await on_turn(game)
    services, live = simulator.bot.services, await game.live()
    seat = live.seat_of(ann.id)
    assert seat is not None
    await simulator.bot.database.tables.replace_player(
        game.table_id, seat, computer_for(live, seat), from_seq=live.row.seq
    )
    services.sessions.changed(game.table_id)
    await simulator.env.settle()
    answer = await ann.slash("hand", channel=ann.dm)
    await ann.press(answer.message, "back")
    player = (await game.live()).player(seat)
    assert (player.kind, player.user_id, player.name) == ("member", ann.id, ann.name.title())


def computer_for(live, seat):
    """Return the computer player that plays for an absent member."""
    member = live.player(seat)
    return Player("computer", member.user_id, member.name, DEFAULT_LEVEL)


async def test_a_group_shows_the_hand_of_whoever_presses_to_them_alone(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    group = simulator.group_dm(ann, ben)
    await ann.slash("hand", channel=group)
    assert [one for one in simulator.messages(group, ben) if one.controls] == []
    leave(simulator, ann)
    refused = await ann.slash("hand", channel=group)
    assert refused.private
    assert "You are not on" in refused.text


async def test_a_hand_without_a_context_is_private(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    ann, ben = await on_turn(game)
    group = simulator.group_dm(ann, ben)
    simulator.contexts[group] = Origin(None)
    answer = await person_types_hand(ann, group)
    assert answer.private
    assert [one for one in simulator.messages(group, ben) if one.controls] == []


async def person_types_hand(person, channel):
    """Type `/hand` where Discord names no context."""
    known = person.simulator.contexts[channel]
    person.simulator.contexts[channel] = Origin(BOT_DM)
    data = typed(person, channel, "hand", {})
    person.simulator.contexts[channel] = known
    (answer,) = await person.simulator.together(Pressing(person, channel, COMMAND, data))
    return answer
