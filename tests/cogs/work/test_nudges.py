"""Nudges: once a day whoever presses, and nobody is disturbed who is not to be."""

from data.people.rows import Preference
from tests.cogs.clocks import DAY, HOUR, MINUTE, after, notified, timed


async def nudged(game, person):
    more = await person.press(game.board, "More")
    return (await person.press(more.message, "Nudge")).text


async def test_a_friend_may_nudge_once_a_day(room):
    game = await timed(room, room.people, pace="three_days")
    who = await game.turn()
    friend = next(person for person in room.people if person != who)
    assert "Nudged" in await nudged(game, friend)
    assert notified(room) == {who.id: 2}
    assert "was nudged already" in await nudged(game, friend)
    await after(room, DAY)
    assert "Nudged" in await nudged(game, friend)
    assert notified(room) == {who.id: 3}


async def test_nobody_nudges_themselves_or_in_the_night(room):
    game = await timed(room, room.people)
    who = await game.turn()
    friend = next(person for person in room.people if person != who)
    assert "only for you" in await nudged(game, who)
    await room.bot.store.people.prefer(who.id, lambda _: Preference("UTC", 22 * 60, 7 * 60))
    assert "has quiet hours now" in await nudged(game, friend)
    await room.bot.store.people.prefer(who.id, lambda _: Preference(way="none"))
    assert "doesn't want reminders" in await nudged(game, friend)


async def test_a_nudge_of_a_stranger_is_a_sentence(room):
    game = await timed(room, room.people[:3], seats=3)
    forged = f"t1:nudge:{game.table_id}:0"
    assert "You don't play" in (await room.people[3].press_stale(game.board, forged)).text


async def test_two_friends_who_nudge_at_once_nudge_once(room):
    game = await timed(room, room.people)
    who = await game.turn()
    friends = [person for person in room.people if person != who][:2]
    pages = [(await friend.press(game.board, "More")).message for friend in friends]
    pressing = zip(friends, pages, strict=True)
    answers = await room.together(*(one.pressing(page, "Nudge") for one, page in pressing))
    assert sorted("was nudged already" in answer.text for answer in answers) == [False, True]
    assert notified(room) == {who.id: 2}


async def test_nobody_is_nudged_at_a_table_that_is_paused(room):
    game = await timed(room, room.people)
    who = await game.turn()
    friend = next(person for person in room.people if person != who)
    before = notified(room)[who.id]
    with room.env._bot_scope():
        await room.bot.parlour.pauses.of_table(game.table_id, 7)
    assert "This table is paused" in await nudged(game, friend)
    assert notified(room)[who.id] == before


async def test_a_nudge_on_its_way_when_the_table_pauses_is_not_sent(room):
    game = await timed(room, room.people)
    who = await game.turn()
    friend = next(person for person in room.people if person != who)
    before = notified(room)[who.id]
    room.deny("send_messages_in_threads")
    assert "Nudged" in await nudged(game, friend)
    with room.env._bot_scope():
        await room.bot.parlour.pauses.of_table(game.table_id, 7)
    room.allow()
    await after(room, HOUR)
    assert notified(room)[who.id] == before


async def test_a_nudge_on_its_way_is_not_sent_to_who_wants_no_more_reminders(room):
    _, who, before = await on_its_way(room)
    shown = (await who.slash("preferences")).message
    await who.choose(shown, "remindby", ["Not at all"])
    await delivered(room)
    assert notified(room)[who.id] == before


async def test_nor_to_who_has_gone_away_meanwhile(room):
    _, who, before = await on_its_way(room)
    await who.slash("away", until="5")
    await delivered(room)
    assert notified(room)[who.id] == before


async def test_nor_to_who_sleeps_by_now(room):
    _, who, before = await on_its_way(room)
    await room.bot.store.people.prefer(who.id, lambda _: Preference("UTC", 60, 7 * 60))
    await room.wait(HOUR)
    await delivered(room)
    assert notified(room)[who.id] == before


async def on_its_way(room):
    """A nudge that Discord does not take yet, whom it is for, and how often they heard till now."""
    game = await timed(room, room.people, pace="three_days")
    who = await game.turn()
    friend = next(person for person in room.people if person != who)
    room.deny("send_messages_in_threads")
    assert "Nudged" in await nudged(game, friend)
    return game, who, notified(room)[who.id]


async def delivered(room):
    room.allow()
    await after(room, HOUR)
    await room.wait(MINUTE)
