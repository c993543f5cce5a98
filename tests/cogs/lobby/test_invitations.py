"""Tests of invitations by name: asking, the answer, the kept seat, and how the member is told."""

from cogs.lobby.daily_invitations import KEPT, DailyInvitations
from data.models.invitations import KEPT_SECONDS, MOST_ASKED
from tests.cogs.lobby.test_home import lobbies as lobbies_in
from tests.cogs.lobby.test_home import posted, posts
from tests.cogs.lobby.test_places import member_thread
from tests.cogs.support.play import HOUSE, open_lobby
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


# ---- how the member is told
