"""Tests of the post at a month's end: when it comes, what it says, and that it comes only once."""

import asyncio

import pytest

from cogs.game.computer_players import make_computer_player
from cogs.month_end.service import MonthEndService
from tests.cogs.support.month_end import at, choose, games, go_to, posts, run
from tests.cogs.support.welcome import MESSAGES, Killed, Mortal, chat, kill
from tests.soak.month_ends import failures

ANN, BEN, CLEO, DAN = 50, 51, 52, 53


async def january(simulator, *pairs, **chosen):
    """Play some games in January 2026, and go to the morning after its end."""
    await choose(simulator, **chosen)
    await run(simulator)
    await games(simulator, *(pairs or ((ANN, BEN), (ANN, CLEO), (BEN, CLEO))))
    await go_to(simulator, at(2026, 2, 1, 11))


async def test_the_post_names_the_champions_and_shows_one_picture(simulator):
    await january(simulator)
    await run(simulator)
    (post,) = posts(simulator)
    text = post.text.replace("\u2068", "").replace("\u2069", "")
    assert text == (
        "January is over. **Member 50** comes first, before **Member 51** and **Member 52**."
        " Well played, all three of you!"
    )
    assert post.images().keys() == {"month.png"}
    assert post.alts[0].startswith(f"January 2026 on {simulator.guild.name}: 9 games, 3 players.")
    assert "First of House Canasta: Member 50" in post.alts[0]
    assert not post.pinged
    await run(simulator)
    assert posts(simulator) == [post]


async def test_the_timer_loop_posts_by_itself(simulator):
    await january(simulator)
    await simulator.bot.services.timer_loop.poll()
    await simulator.bot.services.month_ends._round
    assert len(posts(simulator)) == 1


async def test_it_comes_in_the_morning_of_the_server(simulator):
    await january(simulator, zone="America/Los_Angeles")
    await run(simulator)
    assert not posts(simulator)
    await go_to(simulator, at(2026, 2, 1, 17, 59))
    await run(simulator)
    assert not posts(simulator)
    await go_to(simulator, at(2026, 2, 1, 19))
    await run(simulator)
    assert len(posts(simulator)) == 1


async def test_a_server_that_has_not_asked_for_it_gets_none(simulator):
    await january(simulator, month=False)
    await run(simulator)
    assert not posts(simulator)


async def test_fewer_than_two_who_count_bring_no_post_and_no_champion(simulator):
    await choose(simulator)
    await run(simulator)
    await games(simulator, (ANN, BEN), (ANN, CLEO), (ANN, DAN), times=1)
    await go_to(simulator, at(2026, 2, 1, 11))
    await run(simulator)
    assert not posts(simulator)
    store = simulator.bot.database
    assert not await store.leaderboards.month_champions(simulator.guild.id, "2026-01")


async def test_equal_members_share_the_first_place(simulator):
    await january(simulator, (ANN, BEN), (CLEO, DAN))
    await run(simulator)
    (post,) = posts(simulator)
    assert "come first, before" in post.text
    assert post.alts[0].count(" 1. Member") == 2


async def test_the_home_of_the_tables_is_used_if_no_channel_was_chosen(simulator):
    await january(simulator, month_place=None, home=simulator.channel.id)
    await run(simulator)
    assert [one.channel_id for one in posts(simulator)] == [simulator.channel.id]


async def test_a_changed_zone_on_the_first_brings_the_post_once(simulator):
    await january(simulator, zone="Pacific/Honolulu")
    await choose(simulator, zone="Asia/Tokyo")
    await run(simulator)
    assert len(posts(simulator)) == 1
    await choose(simulator, zone="Pacific/Honolulu")
    await run(simulator)
    await go_to(simulator, at(2026, 2, 1, 22))
    await run(simulator)
    assert len(posts(simulator)) == 1


# ------------------------------------------------------------ failures


async def test_an_outage_of_discord_delays_the_post(simulator):
    await january(simulator)
    simulator.fail("POST", "/channels/*/messages", status=502, times=None)
    await run(simulator)
    assert not posts(simulator)
    simulator.heal()
    await go_to(simulator, at(2026, 2, 1, 13))
    await run(simulator)
    assert len(posts(simulator)) == 1


async def test_a_lost_answer_brings_no_second_post(simulator):
    await january(simulator)
    simulator.fail("POST", "/channels/*/messages", status=502, carried_out=True, times=9)
    await run(simulator)
    simulator.heal()
    await go_to(simulator, at(2026, 2, 1, 13))
    await run(simulator)
    assert len(posts(simulator)) == 1


async def test_a_bot_that_was_off_for_seven_days_keeps_the_champions_and_does_not_post(simulator):
    await january(simulator)
    await go_to(simulator, at(2026, 2, 8, 12))
    await run(simulator)
    await run(simulator)
    assert not posts(simulator)
    store = simulator.bot.database
    assert await store.leaderboards.month_champions(simulator.guild.id, "2026-01")
    assert not await store.guilds.pending_months()


async def test_a_bot_that_was_off_for_six_days_still_posts(simulator):
    await january(simulator)
    await go_to(simulator, at(2026, 2, 7, 12))
    await run(simulator)
    assert len(posts(simulator)) == 1


@pytest.mark.parametrize("days,count", [(2, 1), (4, 0)])
async def test_a_post_without_permission_is_given_up_after_three_days(simulator, days, count):
    await january(simulator)
    simulator.deny("attach_files")
    await run(simulator)
    keeper = simulator.invite("Mo", manages=True)
    told = (await keeper.slash("settings")).text
    assert "Attach Files" in told
    assert "I could not post January 2026 yet" in told
    await go_to(simulator, at(2026, 2, 1 + days, 12))
    await run(simulator)
    simulator.allow()
    await go_to(simulator, at(2026, 2, 1 + days, 15))
    await run(simulator)
    assert len(posts(simulator)) == count


async def test_a_post_that_waited_is_found_after_a_lost_answer(simulator):
    await january(simulator)
    simulator.deny("attach_files")
    await run(simulator)
    await go_to(simulator, at(2026, 2, 1, 13))
    await chat(simulator)
    await go_to(simulator, at(2026, 2, 1, 15))
    simulator.allow()
    simulator.fail("POST", MESSAGES, status=502, carried_out=True, times=9)
    await run(simulator)
    simulator.heal()
    await go_to(simulator, at(2026, 2, 1, 18))
    await run(simulator)
    assert len(posts(simulator)) == 1
    assert not await simulator.bot.database.guilds.pending_months()


@pytest.mark.parametrize("status", [403, 502])
async def test_a_search_that_fails_brings_no_second_post(simulator, status):
    await january(simulator)
    simulator.fail("POST", MESSAGES, status=502, carried_out=True, times=9)
    await run(simulator)
    simulator.heal()
    simulator.fail("GET", MESSAGES, status=status, code=50001, times=None)
    await go_to(simulator, at(2026, 2, 1, 13))
    await run(simulator)
    assert len(posts(simulator)) == 1
    simulator.heal()
    await go_to(simulator, at(2026, 2, 1, 15))
    await run(simulator)
    assert len(posts(simulator)) == 1


async def test_an_outage_of_four_days_does_not_cost_the_post(simulator):
    await january(simulator)
    simulator.fail("POST", MESSAGES, status=502, times=None)
    await run(simulator)
    await go_to(simulator, at(2026, 2, 5, 12))
    await run(simulator)
    simulator.heal()
    await go_to(simulator, at(2026, 2, 5, 14))
    await run(simulator)
    assert len(posts(simulator)) == 1


async def test_a_bot_that_was_off_for_four_days_posts_once_it_may(simulator):
    await january(simulator)
    simulator.deny("attach_files")
    await run(simulator)
    await go_to(simulator, at(2026, 2, 5, 12))
    simulator.allow()
    await MonthEndService(simulator.bot).run()
    assert len(posts(simulator)) == 1


async def test_a_post_that_discord_refuses_is_given_up_after_three_days(simulator):
    await january(simulator)
    simulator.fail("POST", MESSAGES, status=403, code=50013, times=None)
    await run(simulator)
    assert await simulator.bot.database.guilds.pending_months()
    await go_to(simulator, at(2026, 2, 4, 12))
    await run(simulator)
    assert not await simulator.bot.database.guilds.pending_months()


@pytest.mark.parametrize("carried_out", [False, True])
async def test_a_kill_while_discord_is_asked_brings_one_post(simulator, carried_out):
    await january(simulator)
    for method in ("POST", "GET"):
        kill(simulator, method, carried_out=carried_out)
        with pytest.raises(Killed):
            await MonthEndService(simulator.bot).run()
    await MonthEndService(simulator.bot).run()
    assert len(posts(simulator)) == 1


async def test_two_processes_at_once_send_one_post(simulator):
    await january(simulator)
    two = [MonthEndService(simulator.bot) for _ in range(2)]
    for _ in range(2):
        await asyncio.gather(*(one.run() for one in two))
    assert len(posts(simulator)) == 1


async def test_a_kill_at_each_step_brings_exactly_one_post(simulator):
    """The process dies at its step number 1, 2, 3 …; the next one continues from the database."""
    await january(simulator)
    backend, channels = simulator.bot.database.leaderboards.backend, simulator.env.backend
    ended, stops = False, 0
    while not ended:
        stops += 1
        for one in posts(simulator):
            channels.delete_message(one.channel_id, one.id)
        await backend.transaction(begin_anew)
        ended = await killed_at(simulator, stops)
        await MonthEndService(simulator.bot).run()
        assert len(posts(simulator)) == 1, f"killed at step {stops}"
    assert stops >= 10


def begin_anew(connection, _now):
    """Forget the post and the champions, so that the month must be ended again."""
    connection.execute("DELETE FROM notice")
    connection.execute("DELETE FROM champion")
    connection.execute("UPDATE server_choice SET month_due = NULL")


async def killed_at(simulator, stops):
    """Run a process that dies at a step. Return whether it ended before."""
    service = MonthEndService(simulator.bot)
    mortal = Mortal(simulator.bot.database.guilds.backend, stops)
    service._guilds = type(service._guilds)(mortal)  # type: ignore[arg-type]
    service._months = type(service._months)(mortal)  # type: ignore[arg-type]
    try:
        await service.run()
    except Killed:
        return False
    return True


# ------------------------------------------------------------ what is kept


async def test_records_list_champions_and_stats_count_them(simulator):
    ann, ben, *_ = simulator.members
    await january(simulator, (ann.id, ben.id), (ann.id, CLEO))
    await run(simulator)
    records = (await ann.slash("records")).text
    assert "## Champions" in records
    assert "**January 2026**:" in records
    assert "House Canasta:" in records
    stats = (await ann.slash("stats")).text
    assert "Champion of one month" in stats
    assert "First of a game in a month: once" in stats
    assert "Champion" not in (await ben.slash("stats")).text


async def test_the_next_month_s_leaderboard_has_a_crown_for_each_champion(simulator):
    ann = simulator.members[0]
    await january(simulator, (ANN, BEN), (CLEO, DAN))
    await run(simulator)
    await games(simulator, (ANN, CLEO), times=1)
    alt = (await ann.slash("leaderboard")).message.alts[0]
    assert alt.count("won January") == 2


async def test_without_a_champion_there_is_no_crown(simulator):
    await january(simulator, month=False)
    await choose(simulator)
    await games(simulator, (ANN, CLEO), times=1)
    ann = simulator.members[0]
    assert "won January" not in (await ann.slash("leaderboard")).message.alts[0]
    await choose(simulator, month=False)
    assert "won January" in (await ann.slash("leaderboard")).message.alts[0]


async def test_a_later_recount_changes_no_champion(simulator):
    await january(simulator)
    await run(simulator)
    store, guild = simulator.bot.database, simulator.guild.id
    before = await store.leaderboards.month_champions(guild, "2026-01")
    change = "UPDATE result_seat SET place = 3 - place"
    await store.tables.backend.transaction(lambda c, _: c.execute(change).rowcount)
    await store.leaderboards.rebuild()
    assert await store.leaderboards.month_champions(guild, "2026-01") == before
    assert await store.leaderboards.titles(guild, CLEO) != before


async def test_whoever_hides_is_not_shown_and_whoever_is_forgotten_has_no_name(simulator):
    ann, ben, cleo, *_ = simulator.members
    await january(simulator, (ann.id, ben.id), (ann.id, cleo.id), (ben.id, cleo.id))
    simulator.deny("attach_files")  # So the month ends, but its post waits.
    await run(simulator)
    await simulator.bot.database.members.set_hidden(simulator.guild.id, ann.id, hidden=True)
    await simulator.bot.database.erasure.erase_member(ben.id, make_computer_player)
    simulator.allow()
    await go_to(simulator, at(2026, 2, 1, 13))
    await run(simulator)
    (post,) = posts(simulator)
    assert "Ann" not in post.text + post.alts[0]
    assert "Ben" not in post.text + post.alts[0]
    assert "a former player" in post.text
    records = (await cleo.slash("records")).text
    assert "a member who is not shown, a former player" in records


@pytest.mark.parametrize(
    "hidden, said",
    [
        (1, "**Ben** and **Cleo** stand on the podium."),
        (2, "**Cleo** stands on the podium."),
    ],
)
async def test_nobody_is_called_first_in_place_of_a_hidden_champion(simulator, hidden, said):
    ann, ben, cleo, *_ = simulator.members
    await january(simulator, (ann.id, ben.id), (ann.id, cleo.id), (ben.id, cleo.id))
    simulator.deny("attach_files")  # So the month ends, but its post waits.
    await run(simulator)
    for person in (ann, ben, cleo):
        await person.slash("help")  # saves the name
    for person in (ann, ben)[:hidden]:
        members = simulator.bot.database.members
        await members.set_hidden(simulator.guild.id, person.id, hidden=True)
    simulator.allow()
    await go_to(simulator, at(2026, 2, 1, 13))
    await run(simulator)
    (post,) = posts(simulator)
    assert said in post.text.replace("\u2068", "").replace("\u2069", "")


async def test_a_forum_as_home_is_told_in_the_settings(simulator):
    forum = simulator.guild.create_forum_channel("tables")
    await simulator.env.settle()
    await choose(simulator, month_place=None, home=forum.id)
    keeper = simulator.invite("Mo", manages=True)
    assert "cannot go to a forum" in (await keeper.slash("settings")).text


async def test_months_with_outages_kills_and_two_processes_bring_one_post_each(tmp_path):
    zones = ("Pacific/Pago_Pago", "Europe/Berlin", "Pacific/Kiritimati")
    assert await failures(tmp_path / "tuppence.db", months=3, seed=1, zones=zones) == []
