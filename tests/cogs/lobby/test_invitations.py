"""Tests of invitations by name: asking, the answer, the kept seat, and how the member is told."""

import asyncio

import pytest

from cogs.lobby.daily_invitations import KEPT, DailyInvitations
from cogs.members.preferences import hours_of
from cogs.reminders.mailboxes import PAUSES
from data.models.invitations import KEPT_SECONDS, MOST_ASKED
from engine.players import LEVELS
from tests.cogs.lobby.test_home import lobbies as lobbies_in
from tests.cogs.lobby.test_home import posted, posts
from tests.cogs.lobby.test_places import member_thread
from tests.cogs.support.play import HOUSE, open_lobby
from tests.cogs.support.preferences import wishing
from tests.cogs.support.time import after
from tests.simulator import Answer, Member, Shown, Simulator

MENU = "Invite to cards"
CARDS = "classic-canasta"


async def asked(simulator: Simulator) -> tuple[Member, Member, Shown]:
    """Return Ann and Ben, whom she has asked to her open lobby."""
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    return ann, ben, lobby


def said(one: Shown | Answer) -> str:
    """Return all words, without the invisible marks around names."""
    return one.text.translate({0x2068: None, 0x2069: None})


def lobbies(simulator: Simulator) -> list[Shown]:
    return [one for one in simulator.messages() if "Join" in one.labels]


def notices(simulator: Simulator, person: Member) -> list[Shown]:
    """Return the messages that notified a member."""
    return [one for one in simulator.messages() if person.id in one.pinged]


def direct_messages(simulator: Simulator, person: Member) -> list[Shown]:
    channel = simulator.env.backend.get_dm_channel(person.id)
    return simulator.messages(channel.id, person)


# ---- asking


async def test_the_menu_asks_in_the_inviters_open_lobby(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    answer = await ann.menu(MENU, ben)
    assert answer.private
    assert f"I have asked Ben: https://discord.com/channels/{simulator.guild.id}" in said(answer)
    assert "Asked: **Ben** (no answer yet)" in said(lobby)
    assert "3 seats are open" in said(lobby)
    assert "Not this time" in lobby.labels


async def test_without_a_lobby_a_friend_is_asked_in_two_taps(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    page = await ann.menu(MENU, ben)
    assert page.private
    assert "Choose a game: a table opens, and Ben is asked." in said(page)
    lobby = (await ann.press(page.message, "t1:askfor:0:0:1:" + str(ben.id))).message
    assert "Asked: **Ben** (no answer yet)" in said(lobby)
    assert not lobby.private
    assert [one.channel_id for one in notices(simulator, ben)] == [simulator.channel.id]


async def test_a_second_tap_on_the_page_opens_no_second_lobby(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    page = (await ann.menu(MENU, ben)).message
    button = page.controls[0].custom_id
    both = [ann.pressing(page, button), ann.pressing(page, button)]
    answers = await simulator.together(*both)
    assert len(lobbies(simulator)) == 1
    assert "Ben was asked before, and has not answered yet." in said(answers[1])
    assert len(notices(simulator, ben)) == 1


async def test_the_command_with_a_game_opens_its_lobby_at_once(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    lobby = (await ann.slash("invite", member=ben.actor, game=HOUSE)).message
    assert "House Canasta" in said(lobby)
    assert "Asked: **Ben** (no answer yet)" in said(lobby)


async def test_the_command_with_another_game_does_not_ask_in_the_open_lobby(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    first = await open_lobby(simulator, ann)
    second = (await ann.slash("invite", member=ben.actor, game=CARDS)).message
    assert "Ben" not in said(first)
    assert "Asked: **Ben** (no answer yet)" in said(second)


async def test_a_lobby_of_this_channel_comes_first(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    other = simulator.guild.create_text_channel("more-cards")
    elsewhere = (await ann.slash("play", game=HOUSE, channel=other)).message
    here = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    assert ("Ben" in said(here), "Ben" in said(elsewhere)) == (True, False)


async def test_in_a_thread_the_lobby_of_that_thread_comes_first(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    before = await open_lobby(simulator, ann)
    thread = await member_thread(simulator)
    here = (await ann.slash("play", game=HOUSE, channel=thread)).message
    await ann.slash("invite", member=ben.actor, channel=thread)
    assert ["Ben" in said(one) for one in (before, here)] == [False, True]


async def test_in_a_forum_the_lobby_of_the_post_comes_first(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    forum, _, first = await posted(simulator)
    await ann.slash("play", game=CARDS)
    (post,) = [one for one in posts(simulator, forum) if one.id != first.channel_id]
    (second,) = lobbies_in(simulator, post.id)
    handle = next(one for one in forum.threads if one.id == post.id)
    await ann.slash("invite", member=ben.actor, channel=handle)
    assert ["Ben" in said(one) for one in (first, second)] == [False, True]


async def test_a_guest_asks_in_the_lobby_too(simulator: Simulator) -> None:
    ann, ben, cleo, _ = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ben.press(lobby, "Join")
    await ben.menu(MENU, cleo)
    assert "Asked: **Cleo** (no answer yet)" in said(lobby)
    (notice,) = notices(simulator, cleo)
    assert "Ben would like to play House Canasta with you." in said(notice)


async def test_bots_oneself_and_those_who_cannot_see_the_channel_are_refused_with_a_sentence(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    assert "You can't invite yourself." in said(await ann.menu(MENU, ann))
    simulator.deny("view_channel", target=ben.id)
    assert f"Ben can't see <#{simulator.channel.id}>" in said(await ann.menu(MENU, ben))
    robot = simulator.env.create_user("robot", bot=True)
    machine = Member(simulator, simulator.guild.add_member(robot))
    assert "Bots can't be invited." in said(await ann.menu(MENU, machine))
    assert "Asked" not in said(lobby)
    assert not notices(simulator, ben)


async def test_nobody_is_asked_to_a_locked_voice_room(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    simulator.channel = simulator.guild.create_voice_channel("talk")
    simulator.deny("connect", target=ben.id)
    await simulator.env.settle()
    await open_lobby(simulator, ann)
    assert f"Ben can't see <#{simulator.channel.id}>" in said(await ann.menu(MENU, ben))
    assert not notices(simulator, ben)


async def test_a_forged_button_asks_nobody_who_is_not_on_the_server(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    page = (await ann.menu(MENU, ben)).message
    stranger = simulator.env.create_user("stranger")
    for forged in (stranger.id, 1, -1):
        answer = await ann.press_stale(page, f"t1:askfor:0:0:1:{forged}")
        assert "is not on this server" in said(answer) or "could not ask Discord" in said(answer)
    bot = simulator.bot.user
    assert bot is not None
    assert "Bots" in said(await ann.press_stale(page, f"t1:askfor:0:0:1:{bot.id}"))
    assert not lobbies(simulator)


async def test_without_an_answer_of_discord_nothing_opens(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    page = (await ann.menu(MENU, ben)).message
    simulator.fail("GET", "/guilds/*/members/*", times=None)
    answer = await ann.press(page, page.controls[0].custom_id)
    assert "could not ask Discord about this member" in said(answer)
    assert not lobbies(simulator)


async def test_whoever_takes_no_invitations_is_not_asked_and_no_lobby_opens(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await simulator.bot.database.members.set_invited_by(ben.id, "nobody")
    answer = await ann.slash("invite", member=ben.actor, game=HOUSE)
    assert said(answer) == "Ben takes no invitations."
    assert not lobbies(simulator)
    lobby = await open_lobby(simulator, ann)
    assert said(await ann.menu(MENU, ben)) == "Ben takes no invitations."
    assert "Ben" not in said(lobby)
    assert not notices(simulator, ben)


async def test_ten_a_day_also_by_opening_new_lobbies(simulator: Simulator) -> None:
    ann, *_ = simulator.members
    people = [simulator.invite(f"Friend {n}") for n in range(MOST_ASKED + 1)]
    for person in people[:-1]:
        lobby = (await ann.slash("invite", member=person.actor, game=HOUSE)).message
        await ann.cancel(lobby)
    answer = await ann.slash("invite", member=people[-1].actor, game=HOUSE)
    assert said(answer) == "You can invite ten members a day. Try again tomorrow."
    assert not lobbies(simulator)
    await after(simulator, KEPT_SECONDS)
    assert "Asked" in said(await ann.slash("invite", member=people[-1].actor, game=HOUSE))


async def erase(person: Member) -> None:
    page = (await person.slash("privacy forget")).message
    await person.press(page, "forgetme")


async def test_forgetting_does_not_bring_back_the_ten_of_the_day(simulator: Simulator) -> None:
    ann, *_ = simulator.members
    people = [simulator.invite(f"Friend {n}") for n in range(MOST_ASKED + 1)]
    for person in people[:-1]:
        lobby = (await ann.slash("invite", member=person.actor, game=HOUSE)).message
        await ann.cancel(lobby)
    await erase(ann)
    answer = await ann.slash("invite", member=people[-1].actor, game=HOUSE)
    assert said(answer) == "You can invite ten members a day. Try again tomorrow."
    lobby = await open_lobby(simulator, ann)
    assert "ten members a day" in said(await ann.menu(MENU, people[-1]))
    assert "Asked" not in said(lobby)
    await after(simulator, KEPT_SECONDS)
    await ann.menu(MENU, people[-1])
    assert "Asked: **Friend 10**" in said(lobby)


async def test_a_member_is_told_once_a_day_by_one_inviter_in_whatever_lobby(
    simulator: Simulator,
) -> None:
    ann, ben, lobby = await asked(simulator)
    await ben.press(lobby, "Not this time")
    await ann.cancel(lobby)
    await erase(ann)
    second = await open_lobby(simulator, ann)
    answer = await ann.menu(MENU, ben)
    assert "Ben already got an invitation from you today" in said(answer)
    assert "Asked: **Ben** (no answer yet)" in said(second)
    await after(simulator, 600)
    assert len(notices(simulator, ben)) == 1
    await ann.cancel(second)
    await after(simulator, KEPT_SECONDS)
    await open_lobby(simulator, ann)
    assert "already" not in said(await ann.menu(MENU, ben))
    assert len(notices(simulator, ben)) == 2


async def test_another_inviter_is_told_of_too(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    await ann.cancel(lobby)
    cleo = simulator.members[2]
    await open_lobby(simulator, cleo)
    assert "already" not in said(await cleo.menu(MENU, ben))
    assert len(notices(simulator, ben)) == 2


async def test_a_new_lobby_says_that_no_second_message_is_sent(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    await ann.cancel(lobby)
    answer = await ann.slash("invite", member=ben.actor, game=HOUSE)
    assert "Asked: **Ben** (no answer yet)" in said(lobbies(simulator)[-1])
    assert "so I send no second message" in "".join(said(one) for one in answer.followups)
    assert len(notices(simulator, ben)) == 1


def test_the_counts_of_a_day_are_bounded() -> None:
    day = DailyInvitations(lambda: 0.0)
    for friend in range(KEPT + 5):
        day.mark_told(1, friend)
    assert not day.was_told(1, 4)
    assert day.was_told(1, 5)


# ---- the answer


async def test_join_accepts(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    await ben.press(lobby, "Join")
    assert "Asked" not in said(lobby)
    assert "Not this time" not in lobby.labels
    assert "2 seats are open" in said(lobby)


async def test_not_this_time_is_for_those_asked_and_others_are_told_so(
    simulator: Simulator,
) -> None:
    ann, ben, lobby = await asked(simulator)
    for other in (ann, simulator.members[2]):
        answer = await other.press(lobby, "Not this time")
        assert said(answer).startswith("Only members who were asked")
        assert answer.private
    answer = await ben.press(lobby, "Not this time")
    assert said(answer) == "Fine, I have told Ann. Another evening, perhaps."
    assert answer.private
    assert "Asked: **Ben** (not this time)" in said(lobby)
    assert "Not this time" not in lobby.labels
    again = await ann.menu(MENU, ben)
    assert said(again).startswith("Ben chose **Not this time**.")
    assert len(notices(simulator, ben)) == 1


async def test_whoever_declined_may_still_join(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    await ben.press(lobby, "Not this time")
    await ben.press(lobby, "Join")
    assert "2 seats are open" in said(lobby)


async def test_a_kept_seat_is_not_for_others_until_a_day_is_over(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    cleo = simulator.members[2]
    answer = await cleo.press(lobby, "Join")
    assert "kept for members who were asked" in said(answer)
    assert "One seat is open" in said(lobby)
    simulator.env.backend.advance_clock(KEPT_SECONDS - 60)
    assert "kept" in said(await cleo.press(lobby, "Join"))
    simulator.env.backend.advance_clock(60)
    await cleo.press(lobby, "Join")
    assert "Everyone is here" in said(lobby)


async def test_the_questions_of_a_guest_who_left_keep_no_seat(simulator: Simulator) -> None:
    ann, ben, cleo, dan = simulator.members
    lobby = await open_lobby(simulator, ann)
    await ann.set_terms(lobby, seats="3")
    await ben.press(lobby, "Join")
    await ben.menu(MENU, cleo)
    assert "kept for members who were asked" in said(await dan.press(lobby, "Join"))
    await ben.press(lobby, "Leave")
    assert "Asked" not in said(lobby)
    await dan.press(lobby, "Join")
    assert "One seat is open" in said(lobby)


# ---- the start


@pytest.mark.parametrize("seats", ["4", "2"])
async def test_fill_with_an_answer_missing_names_the_member_and_wants_a_second_press(
    simulator: Simulator, seats: str
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats=seats)
    question = await ann.press(lobby, "fill")
    assert question.private
    assert said(question) == (
        "Ben has not answered yet. Give that seat to a computer player anyway?"
    )
    assert "open" in said(lobby)
    answer = await ann.press(question.message, "Start anyway")
    assert said(answer) == "The game has started."
    assert answer.message.labels == ()
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)


async def test_start_with_answers_missing_names_all_members(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.menu(MENU, simulator.members[2])
    await ann.press(lobby, "addbot")
    for _ in range(2):
        asked_first = await ann.press(lobby, "addbot")
        await ann.press(asked_first.message, "Add anyway")
    question = await ann.press(lobby, "start")
    assert said(question) == "Ben and Cleo have not answered yet. Start without them anyway?"
    await ann.press(question.message, "Start anyway")
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)


async def test_a_computer_player_takes_a_kept_seat_only_after_a_second_press(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    question = await ann.press(lobby, "addbot")
    assert question.private
    assert said(question) == (
        "Ben has not answered yet. Give that seat to a computer player anyway?"
    )
    assert "One seat is open" in said(lobby)
    page = await ann.press(question.message, "Keep the seat")
    assert "Add computer player" in page.message.labels
    await ann.press((await ann.press(lobby, "addbot")).message, "Add anyway")
    assert "Everyone is here" in said(lobby)


async def test_the_question_keeps_the_level_that_the_host_chose(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    page = (await ann.press(lobby, "setup")).message
    question = await ann.choose(page, "addlevel", ["0"])
    await ann.press(question.message, "Add anyway")
    row = await simulator.bot.database.tables.get(
        max(await simulator.bot.database.tables.lobby_ids())
    )
    assert [seat.player.level for seat in row.seats if seat.player][1] == next(iter(LEVELS))


async def test_where_another_seat_is_open_a_computer_player_needs_one_press(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    for _ in range(2):
        await ann.press(lobby, "addbot")
    assert "One seat is open" in said(lobby)


async def test_after_a_day_a_computer_player_takes_the_seat_at_once(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    simulator.env.backend.advance_clock(KEPT_SECONDS)
    await ann.press(lobby, "addbot")
    assert "Everyone is here" in said(lobby)


async def test_the_page_of_seats_gives_no_kept_seat_to_a_computer_player(
    simulator: Simulator,
) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.set_terms(lobby, seats="2")
    page = (await ann.press((await ann.press(lobby, "setup")).message, "seating")).message
    await ann.choose(page, "seat", ["1"])
    answer = await ann.choose(page, "level", ["0"])
    assert "kept for members who were asked" in said(answer)
    assert "One seat is open" in said(lobby)


async def test_the_table_does_not_shrink_by_a_kept_seat(simulator: Simulator) -> None:
    ann, _, lobby = await asked(simulator)
    await ann.menu(MENU, simulator.members[2])
    answer = await ann.set_terms(lobby, seats="2")
    assert "kept for members who were asked" in said(answer)
    assert "3 seats are open" in said(lobby)


async def test_a_member_who_joins_meanwhile_is_not_replaced(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    question = (await ann.press(lobby, "fill")).message
    await ben.press(lobby, "Join")
    answer = await ann.press(question, "Start anyway")
    assert "The table has changed." in said(answer)
    assert "2 seats are open" in said(lobby)


async def test_only_the_host_is_asked_before_the_start(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    answer = await ben.press(lobby, "fill")
    assert "Only the host can do that." in said(answer)
    assert answer.message.labels == ()


async def test_after_an_answer_one_press_starts(simulator: Simulator) -> None:
    ann, ben, lobby = await asked(simulator)
    await ben.press(lobby, "Not this time")
    await ann.press(lobby, "fill")
    await simulator.wait(0)
    assert "The cards are dealt" in said(lobby)


# ---- how the member is told


async def test_a_member_is_mentioned_once_under_the_lobby(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    await after(simulator, 3600)
    await simulator.restart()
    await after(simulator, 3600)
    (notice,) = notices(simulator, ben)
    assert notice.id > lobby.id
    assert notice.channel_id == simulator.channel.id
    assert said(notice).startswith(
        f"<@{ben.id}>, Ann would like to play House Canasta with you. Your seat is kept until <t:"
    )
    assert f"/{lobby.id}" in said(notice)
    assert not direct_messages(simulator, ben)


async def test_a_lost_answer_of_discord_brings_no_second_message(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    lobby = await open_lobby(simulator, ann)
    simulator.disconnect("POST", "/channels/*/messages", carried_out=True)
    await ann.menu(MENU, ben)
    await after(simulator, 600)
    assert len(notices(simulator, ben)) == 1
    assert lobby.id < notices(simulator, ben)[0].id


async def test_whoever_chose_direct_messages_is_told_there_and_nowhere_else(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await wishing(simulator, ben, way="direct")
    await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    (letter,) = direct_messages(simulator, ben)
    assert "Ann would like to play House Canasta with you." in said(letter)
    assert not [one for one in notices(simulator, ben) if one.channel_id == simulator.channel.id]


async def test_after_quiet_hours_a_member_is_told_if_the_lobby_is_still_open(
    simulator: Simulator,
) -> None:
    ann, ben, cleo, _ = simulator.members
    start, end = hours_of("0:00-2:00")
    for person in (ben, cleo):
        await wishing(simulator, person, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    await ann.menu(MENU, cleo)
    assert "Asked: **Ben** (no answer yet), **Cleo** (no answer yet)" in said(lobby)
    await cleo.press(lobby, "Not this time")
    await after(simulator, 3600)
    assert not notices(simulator, ben)
    await after(simulator, 3700)
    assert len(notices(simulator, ben)) == 1
    assert not notices(simulator, cleo)


async def test_two_lobbies_that_are_due_together_tell_a_member_once(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    for game in (HOUSE, "classic-canasta"):
        await ann.slash("invite", member=ben.actor, game=game)
    simulator.env.backend.advance_clock(7300)
    database, service = simulator.bot.database, simulator.bot.services.invitations
    rows = [await database.tables.get(one) for one in await database.tables.lobby_ids()]
    assert [len(row.asked) for row in rows] == [1, 1]
    with simulator.env._bot_scope():
        await asyncio.gather(*map(service.tell, rows))
    await simulator.wait(1)
    assert len(notices(simulator, ben)) == 1


async def test_a_paused_mailbox_wakes_no_lobby_until_the_pause_is_over(
    simulator: Simulator,
) -> None:
    ann, ben, *_ = simulator.members
    await wishing(simulator, ben, way="direct")
    simulator.fail("POST", "/users/@me/channels", status=500, times=None)
    await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    assert await simulator.bot.services.invitations.due(simulator.now()) == ()
    simulator.heal()
    simulator.env.backend.advance_clock(PAUSES[0] + 1)
    (table_id,) = await simulator.bot.services.invitations.due(simulator.now())
    assert (await simulator.bot.database.tables.get(table_id)).asked[0].user_id == ben.id
    await after(simulator, 0)
    assert len(direct_messages(simulator, ben)) == 1


async def test_a_lobby_without_its_message_is_not_due(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    simulator.env.backend.delete_message(lobby.channel_id, lobby.id)
    (table_id,) = await simulator.bot.database.tables.lobby_ids()
    await simulator.bot.database.messages.mark_message_deleted(table_id, lobby.id)
    await simulator.wait(3 * 3600)
    assert await simulator.bot.services.invitations.due(simulator.now()) == ()


async def test_a_closed_lobby_tells_nobody(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    start, end = hours_of("0:00-2:00")
    await wishing(simulator, ben, quiet_from=start, quiet_to=end)
    lobby = await open_lobby(simulator, ann)
    await ann.menu(MENU, ben)
    await ann.cancel(lobby)
    await after(simulator, 3 * 3600)
    assert not notices(simulator, ben)


async def test_a_name_pings_nobody_else(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    cleo = simulator.members[2]
    nasty = simulator.invite(f"<@{cleo.id}> @everyone")
    await open_lobby(simulator, nasty)
    await nasty.menu(MENU, ben)
    assert not notices(simulator, cleo)
    (notice,) = notices(simulator, ben)
    assert notice.pinged == (ben.id,)
    del ann


async def test_an_erased_member_is_no_longer_named(simulator: Simulator) -> None:
    _, ben, lobby = await asked(simulator)
    page = (await ben.slash("privacy forget")).message
    await ben.press(page, "forgetme")
    await simulator.wait(0)
    assert "Ben" not in said(lobby)


async def test_the_menu_speaks_the_language_of_its_user(simulator: Simulator) -> None:
    ann, ben, *_ = simulator.members
    ann.locale = "de"
    assert "Ben einladen" in said(await ann.menu(MENU, ben))
