"""Tests that games of a channel are hidden from members who may not read it."""

import re

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.ui.actions import Action
from tests.cogs.support.finished_games import dealt, play
from tests.cogs.support.play import HOUSE, start

NO_GAME = "This server has no finished game with that number."
UNKNOWN = 99
VERBS = ("replay", "step", "jump", "film", "verify", "share")


@pytest.fixture(params=["hidden channel", "locked voice room"])
async def secret(simulator, request):
    """Return the number of a finished game of Ann and Ben in a channel that Dan may not read."""
    ann, ben, _, dan = simulator.members
    await ann.slash("play", game=HOUSE)
    here, is_voice = simulator.channel, request.param == "locked voice room"
    create = (
        simulator.guild.create_voice_channel if is_voice else simulator.guild.create_text_channel
    )
    simulator.channel = create("secret")
    denied = "connect" if is_voice else "view_channel"
    simulator.deny(denied, channel=simulator.channel, target=dan.id)
    live = await play(simulator, [ann, ben])
    simulator.channel = here
    return live.row.id


async def forged(person, verb, table_id, *args):
    """Return the answer to a made-up component, pressed on a message that everybody reads."""
    lobby = person.simulator.messages(person.simulator.channel.id)[0]
    values = ["0"] if verb == "jump" else None
    custom_id = ":".join(map(str, ("t1", verb, table_id, 0, *args)))
    return await person.press_stale(lobby, custom_id, values)


async def test_the_history_lists_only_games_that_the_member_sees(simulator, secret):
    ann, ben, cleo, dan = simulator.members
    shown = await play(simulator, [ann, ben])
    for person, seen in ((dan, {shown.row.id}), (cleo, {shown.row.id, secret})):
        told = (await person.slash("history")).text
        assert {
            int(number) for number in re.findall(r"^\*\*(\d+)\*\* ·", told, re.MULTILINE)
        } == seen


async def test_only_games_that_the_member_sees_are_counted_in_pages(simulator, secret):
    dan = simulator.members[-1]
    told = await dan.slash("history")
    assert "No finished games match" in told.text
    assert told.message.controls == ()


async def test_a_game_of_ones_own_is_seen_wherever_it_was_played(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    simulator.deny("view_channel", target=ben.id)
    simulator.channel = simulator.guild.create_text_channel("open")
    assert str(live.row.id) in (await ben.slash("history")).text
    assert "Replay" in (await ben.slash("replay", table=live.row.id)).text


async def test_of_a_deleted_channel_only_the_players_see_a_game(simulator):
    ann, ben, cleo, _ = simulator.members
    live = await play(simulator, [ann, ben])
    gone, simulator.channel = simulator.channel, simulator.guild.create_text_channel("open")
    simulator.env.backend.delete_channel(gone.id)
    await simulator.wait(0)
    assert "Replay" in (await ann.slash("replay", table=live.row.id)).text
    assert (await cleo.slash("replay", table=live.row.id)).text == NO_GAME


async def test_a_replay_is_offered_and_shown_to_those_who_see_its_game(simulator, secret):
    _, _, cleo, dan = simulator.members
    assert await dan.complete("replay", "table", "") == []
    assert len(await cleo.complete("replay", "table", "")) == 1
    assert (await dan.slash("replay", table=secret)).text == NO_GAME
    assert (await dan.slash("replay", table=UNKNOWN)).text == NO_GAME
    assert "Replay" in (await cleo.slash("replay", table=secret)).text


@pytest.mark.parametrize("verb", VERBS)
async def test_every_component_of_a_finished_game_tells_it_from_no_unknown_number(
    simulator, secret, verb
):
    dan = simulator.members[-1]
    told = {(await forged(dan, verb, number, 1)).text for number in (secret, UNKNOWN)}
    assert told == {NO_GAME}


async def test_a_record_names_its_game_only_to_those_who_see_it(simulator, secret):
    _, _, cleo, dan = simulator.members
    records = (await dan.slash("records")).text
    assert "Biggest pile" in records
    assert f"table {secret}" not in records
    assert f"table {secret}" in (await cleo.slash("records")).text


async def test_a_running_game_of_that_channel_is_closed_to_the_member(simulator, secret):
    ann, ben, _, dan = simulator.members
    here, simulator.channel = simulator.channel, simulator.guild.create_text_channel("other")
    simulator.deny("view_channel", channel=simulator.channel, target=dan.id)
    running = await dealt(simulator, [ann, ben])
    simulator.channel = here
    told = {
        (await forged(dan, verb, number)).text
        for verb in ("log", "sheet", "hand", "join", "setup", "sealed", "another", "run")
        for number in (running, UNKNOWN)
    }
    for number in (running, UNKNOWN):
        told.add((await dan.slash("move", text=f"{number}:0:draw")).text)
    assert told == {"This table is closed. Open a new one with /play."}


OF_A_TABLE = (
    *(Action.HAND, Action.LOG, Action.SCORE, Action.DETAILS, Action.REPLAY, Action.REPLAY_MOMENT),
    *(Action.FILM, Action.VERIFY, Action.SHARE, Action.SIMPLE_MOVE, Action.ABOUT_PAGE),
    *(Action.PLAN, Action.NOTE, Action.HINT, Action.COACH, Action.PRACTICE_PAGE),
    *(Action.NEXT_PRACTICE_ROUND, Action.NEXT_STEP, Action.RETRY_STEP, Action.SHOWME),
)


@pytest.mark.parametrize("action", OF_A_TABLE, ids=str)
async def test_a_guessed_practice_table_is_told_from_no_unknown_number(simulator, action):
    ann, dan = simulator.members[0], simulator.members[-1]
    simulator.bot.services.computers.pause = 0
    await ann.slash("play", game=HOUSE)
    await ann.slash("practice", game=HOUSE)
    (private,) = await simulator.bot.database.tables.backend.query(
        lambda c: [row["id"] for row in c.execute("SELECT id FROM card_table WHERE guild_id = 0")]
    )
    told = {(await forged(dan, action, number, 1)).text for number in (private, UNKNOWN)}
    assert len(told) == 1
    assert told != {""}


# ---- what is shown to everybody


async def test_a_moment_is_shown_only_where_everybody_may_see_the_game(simulator):
    ann, ben, _, dan = simulator.members
    here, simulator.channel = simulator.channel, simulator.guild.create_text_channel("secret")
    everybody = simulator.guild.id
    simulator.deny("view_channel", channel=simulator.channel, target=everybody)
    role = simulator.guild.create_role("Players")
    for person in (ann, ben):
        simulator.env.backend.add_member_role(simulator.guild.id, person.id, role.id)
    simulator.env.backend.set_overwrite(simulator.channel.id, viewing(role.id))
    live = await play(simulator, [ann, ben])
    at_home = (await ann.slash("replay", table=live.row.id)).message
    simulator.channel = here
    abroad = (await ann.slash("replay", table=live.row.id)).message
    assert "Some members here can't see" in (await ann.press(abroad, "Show everyone")).text
    assert not (await ann.press(at_home, "Show everyone")).private
    assert (await dan.slash("replay", table=live.row.id)).text == NO_GAME


def viewing(role_id):
    """Return an overwrite that lets a role view a channel."""
    allowed = discord.Permissions(view_channel=True).value
    return Overwrite(role_id, OverwriteType.ROLE, allow=allowed)


@pytest.mark.parametrize("kind, denied", [("text", "view_channel"), ("voice", "connect")])
async def test_a_channel_that_is_denied_to_a_role_is_no_open_channel(simulator, kind, denied):
    ann, ben, *_ = simulator.members
    simulator.channel = getattr(simulator.guild, f"create_{kind}_channel")("room")
    live = await play(simulator, [ann, ben])
    role = simulator.guild.create_role("Guests")
    simulator.deny(denied, target=role.id)
    simulator.channel = simulator.guild.create_text_channel("elsewhere")
    page = (await ann.slash("replay", table=live.row.id)).message
    assert "Some members here can't see" in (await ann.press(page, "Show everyone")).text


async def test_a_moment_of_an_open_channel_is_shown_in_any_other(simulator):
    ann, ben, *_ = simulator.members
    live = await play(simulator, [ann, ben])
    simulator.channel = simulator.guild.create_text_channel("elsewhere")
    shown = (await ann.slash("replay", table=live.row.id)).message
    assert not (await ann.press(shown, "Show everyone")).private


async def test_only_players_of_a_game_show_it_to_everybody(simulator):
    ann, ben, cleo, _ = simulator.members
    live = await play(simulator, [ann, ben])
    shown = (await cleo.slash("replay", table=live.row.id)).message
    answer = await cleo.press(shown, "Show everyone")
    assert answer.private
    assert "Only players of this game" in answer.text


async def test_a_game_is_shown_to_everybody_once_an_hour(simulator):
    ann, ben, *_ = simulator.members
    live, other = await play(simulator, [ann, ben]), await play(simulator, [ann, ben], seed=2)
    pages = [(await one.slash("replay", table=live.row.id)).message for one in (ann, ben)]
    assert not (await ann.press(pages[0], "Show everyone")).private
    for person, page in zip((ann, ben), pages, strict=True):
        answer = await person.press(page, "Show everyone")
        assert answer.private
        assert "Posted already within the last hour" in answer.text
    page = (await ann.slash("replay", table=other.row.id)).message
    assert not (await ann.press(page, "Show everyone")).private
    await simulator.wait(3601)
    assert not (await ben.press(pages[1], "Show everyone")).private


async def test_seats_are_offered_once_an_hour(simulator):
    ann, ben, cleo, _ = simulator.members
    game = await start(simulator, (ann, ben, cleo), seats=3)
    await cleo.press_stale(game.board, f"t1:quit:{game.table_id}:{await game.seq()}:2")
    invite = f"t1:invite:{game.table_id}:{await game.seq()}"
    assert not (await ann.press_stale(game.board, invite)).private
    for person in (ann, ben):
        answer = await person.press_stale(game.board, invite)
        assert answer.private
        assert "Posted already within the last hour" in answer.text


# ---- hidden members, made-up months


async def test_a_made_up_page_shows_no_history_of_a_hidden_member(simulator):
    ann, ben, cleo, _ = simulator.members
    await play(simulator, [ann, ben])
    await ann.slash("privacy ladder", show=False)
    page = f"history:0:0:{ann.id}:0:0:0:0:0"
    lobby = (await cleo.slash("play", game=HOUSE)).message
    assert "prefers not to be shown" in (await cleo.press_stale(lobby, f"t1:{page}")).text
    assert "table" in (await ann.press_stale(lobby, f"t1:{page}")).text


@pytest.mark.parametrize("custom_id", ["t1:history:0:0:0:0:202699", "t1:ladder:0:0:0:202699"])
async def test_a_made_up_month_is_refused(simulator, custom_id):
    ann, ben, *_ = simulator.members
    await play(simulator, [ann, ben])
    lobby = (await ann.slash("play", game=HOUSE)).message
    answer = await ann.press_stale(lobby, custom_id)
    assert "There is no leaderboard for that month" in answer.text
