"""Tests of `/stats`, `/history` and `/records`: the results of members and servers."""

import pytest

from cogs.history.finished_games import filter_args, player, read_args, shown_name, side_words
from cogs.ui.texts import say
from data.leaderboards.records import CANASTAS
from data.models.leaderboards import HistoryFilter, HistorySide
from tests.cogs.support.finished_games import play


async def test_a_record_shows_what_a_member_has_done(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    answer = await ann.slash("stats")
    assert answer.private
    assert "1 game," in answer.text
    assert "House Canasta" in answer.text
    assert "% sure" in answer.text
    assert "### Opponents met most often" in answer.text
    assert "Latest games, newest last: " in answer.message.alts[0]
    assert f"{ben.name}" in answer.text.replace("\\", "").casefold()
    assert answer.message.images().keys() == {"member.png"}


async def test_games_against_computers_are_told_apart(simulator):
    ann, *_ = simulator.members
    await play(simulator, [ann], computers=1)
    answer = await ann.slash("stats")
    assert "No rated game yet" in answer.text
    assert "1 game," in answer.text
    assert "or only against computer players" in answer.text


async def test_who_has_not_finished_a_game_is_told_so(simulator):
    answer = await simulator.members[0].slash("stats")
    assert "has no finished games" in answer.text


async def test_anothers_record_is_shown_unless_they_do_not_want_it(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    assert "1 game," in (await ann.slash("stats", member=ben.actor)).text
    await ben.slash("privacy ladder", show=False)
    assert "prefers not to be shown" in (await ann.slash("stats", member=ben.actor)).text
    own = await ben.slash("stats")
    assert "1 game," in own.text
    assert "Rating **" in own.text  # A member hidden from others sees their own results.
    assert "not ranked yet" in own.message.alts[0]


async def test_the_menu_their_record_shows_what_stats_shows(simulator):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben], options={})
    told = (await ann.slash("stats", member=ben.actor)).text
    answer = await ann.menu("Their record", ben)
    assert answer.text == told
    assert answer.private
    await ben.slash("privacy ladder", show=False)
    assert "prefers not to be shown" in (await ann.menu("Their record", ben)).text


async def test_the_history_lists_finished_games_with_their_numbers(simulator):
    ann, ben, cleo, _ = simulator.members
    first = await play(simulator, [ann, ben])
    second = await play(simulator, [ann, cleo], game="ten-pennies-online", computers=1)
    answer = await ann.slash("history")
    assert answer.private
    assert answer.text.index(f"**{second.row.id}**") < answer.text.index(f"**{first.row.id}**")
    assert "Ten Pennies" in answer.text


async def test_the_history_can_be_of_one_member_or_game(simulator):
    ann, ben, cleo, _ = simulator.members
    live = await play(simulator, [ann, ben])
    assert f"**{live.row.id}**" in (await cleo.slash("history", member=ben.actor)).text
    assert "No finished game" in (await cleo.slash("history", member=cleo.actor)).text
    assert "No finished game" in (await cleo.slash("history", game="ten-pennies")).text


async def test_the_history_can_be_of_what_one_has_won(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    outcome = live.game.outcome()
    assert outcome is not None
    winner, loser = (ann, ben) if outcome.ranks[0] == 1 else (ben, ann)
    assert f"**{live.row.id}**" in (await winner.slash("history", result="won")).text
    assert "No finished game" in (await winner.slash("history", result="lost")).text
    assert f"**{live.row.id}**" in (await loser.slash("history", result="lost")).text


async def test_the_history_can_be_of_games_with_computers_and_of_a_month(simulator):
    ann, *_ = simulator.members
    await play(simulator, [ann], computers=1)
    answer = await ann.slash("history", company="computers")
    assert "with computer players" in answer.text
    assert "🤖" in answer.text
    assert "**1**" in answer.text
    assert "No finished game" in (await ann.slash("history", company="members")).text
    (month,) = await ann.complete("history", "month", "")
    assert "**1**" in (await ann.slash("history", month=month)).text
    assert "no leaderboard for that month" in (await ann.slash("history", month="1999-01")).text


def test_what_is_sought_survives_the_turning_of_a_page():
    sought = HistoryFilter(7, "ten-pennies", "2026-11", won=False, computers=True)
    assert read_args((*filter_args(sought), 1)) == sought
    assert read_args((0, 0, 1)) == HistoryFilter()


async def test_the_history_turns_its_pages(simulator):
    ann, ben, *_ = simulator.members
    for seed in range(7):
        await play(simulator, [ann, ben], seed=seed)
    answer = await ann.slash("history")
    assert "**1**" not in answer.text
    await ann.press(answer.message, "Older ▶")
    assert "**1**" in answer.text
    await ann.press(answer.message, "◀ Newer")
    assert "**7**" in answer.text


def test_a_member_with_a_computer_players_name_is_not_marked_as_one():
    side = HistorySide(2, 700, ("Ada", "Ada"), computers=frozenset({1}))
    told = f"{shown_name('Ada')} and {player('Ada', machine=True)}"
    assert side_words(side) == say("history.side", names=told, score="700")


async def test_records_are_members_and_are_called_so(simulator):
    ann = simulator.members[0]
    assert "finished game sets some" in (await ann.slash("records")).text
    live = await play(simulator, [ann], computers=3, options={"max_rounds": 4})
    outcome = live.game.outcome()
    assert outcome is not None
    won = [outcome.feats.get(seat, {}) for seat in range(4)]
    canastas = [sum(each.get(kind, 0) for kind in CANASTAS) for each in won]
    assert max(canastas[1:]) > canastas[0] > 0
    told = (await ann.slash("records")).text
    assert f"by one member in a game: **{canastas[0]}**" in told
    assert "Biggest pile" in told
    assert "Best round" in told


async def test_records_are_told_with_their_table(simulator):
    ann, ben, *_ = simulator.members
    assert "No records yet" in (await ann.slash("records")).text
    live = await play(simulator, [ann, ben])
    answer = await ann.slash("records")
    assert "Best round" in answer.text
    assert f"table {live.row.id}" in answer.text


def test_a_seat_whose_member_was_erased_during_the_game_is_a_former_players():
    assert player("", machine=True) == say("former.player")
    assert "Ada" in player("Ada", machine=True)


@pytest.mark.parametrize("command", ["stats", "history"])
async def test_the_record_of_a_member_who_has_left_the_server_is_shown(simulator, command):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    simulator.guild.remove_member(ben.actor)
    answer = await ann.slash(command, member=ben.actor.user)
    shown = "1 game," if command == "stats" else f"**{live.row.id}**"
    assert shown in answer.text
