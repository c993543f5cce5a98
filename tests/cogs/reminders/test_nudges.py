"""Tests of nudges: one a day per member, and none for players who must not be disturbed."""

from data.models.members import ReminderPreferences
from tests.cogs.support.time import DAY, HOUR, MINUTE, after, notified, timed


async def nudged(game, person):
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "Nudge")).text


async def test_a_friend_may_nudge_once_a_day(simulator):
    game = await timed(simulator, simulator.members, pace="three_days")
    who = await game.turn()
    friend = next(person for person in simulator.members if person != who)
    assert "Nudged" in await nudged(game, friend)
    assert notified(simulator) == {who.id: 2}
    assert "was nudged already" in await nudged(game, friend)
    await after(simulator, DAY)
    assert "Nudged" in await nudged(game, friend)
    assert notified(simulator) == {who.id: 3}


async def test_nobody_nudges_themselves_or_in_the_night(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    friend = next(person for person in simulator.members if person != who)
    assert "only for you" in await nudged(game, who)
    await simulator.bot.database.members.change_reminder_preferences(
        who.id, lambda _: ReminderPreferences("UTC", 22 * 60, 7 * 60)
    )
    assert "has quiet hours now" in await nudged(game, friend)
    await simulator.bot.database.members.change_reminder_preferences(
        who.id, lambda _: ReminderPreferences(way="none")
    )
    assert "doesn't want reminders" in await nudged(game, friend)


async def test_a_nudge_of_a_stranger_is_a_sentence(simulator):
    game = await timed(simulator, simulator.members[:3], seats=3)
    forged = f"t1:nudge:{game.table_id}:0"
    assert "You don't play" in (await simulator.members[3].press_stale(game.board, forged)).text


async def test_two_friends_who_nudge_at_once_nudge_once(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    friends = [person for person in simulator.members if person != who][:2]
    pages = [(await friend.press(game.board, "More")).message for friend in friends]
    pressing = zip(friends, pages, strict=True)
    answers = await simulator.together(*(one.pressing(page, "Nudge") for one, page in pressing))
    assert sorted("was nudged already" in answer.text for answer in answers) == [False, True]
    assert notified(simulator) == {who.id: 2}


async def test_nobody_is_nudged_at_a_table_that_is_paused(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    friend = next(person for person in simulator.members if person != who)
    before = notified(simulator)[who.id]
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.pause_table(game.table_id, 7)
    assert "This table is paused" in await nudged(game, friend)
    assert notified(simulator)[who.id] == before


async def test_a_nudge_on_its_way_when_the_table_pauses_is_not_sent(simulator):
    game = await timed(simulator, simulator.members)
    who = await game.turn()
    friend = next(person for person in simulator.members if person != who)
    before = notified(simulator)[who.id]
    simulator.deny("send_messages_in_threads")
    assert "Nudged" in await nudged(game, friend)
    with simulator.env._bot_scope():
        await simulator.bot.services.pauses.pause_table(game.table_id, 7)
    simulator.allow()
    await after(simulator, HOUR)
    assert notified(simulator)[who.id] == before


async def test_a_nudge_on_its_way_is_not_sent_to_who_wants_no_more_reminders(simulator):
    _, who, before = await on_its_way(simulator)
    shown = (await who.slash("preferences")).message
    await who.remind_me(shown, way="Not at all")
    await delivered(simulator)
    assert notified(simulator)[who.id] == before


async def test_nor_to_who_has_gone_away_meanwhile(simulator):
    _, who, before = await on_its_way(simulator)
    await who.slash("away", until="5")
    await delivered(simulator)
    assert notified(simulator)[who.id] == before


async def test_nor_to_who_sleeps_by_now(simulator):
    _, who, before = await on_its_way(simulator)
    await simulator.bot.database.members.change_reminder_preferences(
        who.id, lambda _: ReminderPreferences("UTC", 60, 7 * 60)
    )
    await simulator.wait(HOUR)
    await delivered(simulator)
    assert notified(simulator)[who.id] == before


async def on_its_way(simulator):
    """Return a nudge that Discord refuses for now, its recipient, and earlier notifications."""
    game = await timed(simulator, simulator.members, pace="three_days")
    who = await game.turn()
    friend = next(person for person in simulator.members if person != who)
    simulator.deny("send_messages_in_threads")
    assert "Nudged" in await nudged(game, friend)
    return game, who, notified(simulator)[who.id]


async def delivered(simulator):
    simulator.allow()
    await after(simulator, HOUR)
    await simulator.wait(MINUTE)
