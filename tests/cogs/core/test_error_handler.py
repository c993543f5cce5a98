"""Tests of the one error handler: the order of its cases, one by one."""

from dataclasses import replace
from types import SimpleNamespace

import discord
import pytest
from discord import app_commands

from cogs.core.refusals import Refusal, ShuttingDown
from cogs.ui.actions import ButtonAction
from cogs.ui.component import REGISTRY, component
from cogs.ui.layout import action_row, layout_view
from cogs.ui.replies import mark_committed
from data.errors import CommitUncertain, DatabaseBusy
from engine.model.refusals import Code, Refused

TROUBLE, LATE = ButtonAction("trouble"), ButtonAction("late")


HANDLERS = {**REGISTRY}


USER = app_commands.Transformer()


class Trouble:
    """A cog whose button raises the next error."""

    error: Exception
    is_done = False


@component(TROUBLE, HANDLERS)
async def trouble(interaction):
    if Trouble.is_done:
        mark_committed(interaction.raw)
    raise Trouble.error


@component(LATE, HANDLERS)
async def late_trouble(interaction):
    await interaction.raw.response.send_message("begun", ephemeral=True)
    raise Refusal("room.only_in_servers")


@app_commands.command(description="Knock on the table")
async def knock(interaction: discord.Interaction):
    raise AssertionError("nobody types this")


def refused_by_discord(status, code):
    kind = discord.Forbidden if status == 403 else discord.HTTPException
    return kind(SimpleNamespace(status=status, reason=""), {"code": code, "message": "no"})


@pytest.fixture
async def after(simulator):
    """Press a button that raises an error and return the answer."""
    simulator.bot.router.registry = HANDLERS
    row = action_row(TROUBLE.button(1, 1, label="A"), LATE.button(1, 1, label="B"))
    await simulator.bot.get_channel(simulator.channel.id).send(view=layout_view(row))
    board = simulator.latest()

    async def press(error=None):
        Trouble.error = error
        return await simulator.members[0].press(board, "trouble" if error else "late")

    return press


async def test_what_discord_py_wrapped_stands_for_the_wrapper(simulator, after):
    wrapped = app_commands.CommandInvokeError(knock, Refusal("room.only_in_servers"))
    assert "only in a server" in (await after(wrapped)).text


async def test_a_refused_move_is_told_in_a_sentence(simulator, after):
    answer = await after(Refused("HC-R7", Code.NOT_YOUR_TURN))
    assert "It's not your turn." in answer.text
    assert answer.private


@pytest.mark.parametrize(
    "error, words",
    [
        (
            app_commands.BotMissingPermissions(["attach_files"]),
            "I need the permission **Attach Files**",
        ),
        (app_commands.MissingPermissions(["manage_guild"]), "You need the permission Manage Guild"),
        (app_commands.CommandOnCooldown(app_commands.Cooldown(1, 9), 4.2), "wait 4 seconds"),
        (app_commands.NoPrivateMessage(), "only in a server"),
        (app_commands.CommandNotFound("x", []), "don't know this command"),
        (
            app_commands.TransformerError("Ann", discord.AppCommandOptionType.user, USER),
            "could not read",
        ),
        (app_commands.CheckFailure("no"), "could not read"),
        (refused_by_discord(403, 50013), "Discord doesn't let me"),
    ],
)
async def test_an_expected_error_is_a_sentence_and_no_fault(simulator, after, error, words):
    assert words in (await after(error)).text


async def test_discords_forbidden_names_what_is_missing_here(simulator, after):
    simulator.deny("attach_files")
    answer = await after(refused_by_discord(403, 50013))
    assert "**Attach Files**" in answer.text


@pytest.mark.parametrize("code", [10062, 40060])
async def test_what_nobody_waits_for_is_counted_and_not_answered(simulator, after, code):
    answer = await after(refused_by_discord(404, code))
    assert not answer.acknowledged
    assert sum(simulator.bot.counts.values()) == 1


async def test_a_write_that_failed_is_told_as_not_done(simulator, after):
    answer = await after(DatabaseBusy("another program has locked the database"))
    (fault,) = simulator.take_errors()
    assert "it didn't happen" in answer.text
    assert answer.text.split("**")[1] in fault


@pytest.mark.parametrize(
    "error, is_done, said",
    [
        (KeyError("x"), False, "it was our fault"),
        (KeyError("x"), True, "Your move counts"),
        (DatabaseBusy("held"), False, "it didn't happen"),
    ],
)
async def test_every_fault_names_the_support_beside_its_number(
    simulator, after, monkeypatch, error, is_done, said
):
    address = "https://example.org/help"
    simulator.bot.settings = replace(simulator.bot.settings, support=address)
    monkeypatch.setattr(Trouble, "is_done", is_done)
    told = (await after(error)).text
    (fault,) = simulator.take_errors()
    assert said in told
    assert told.split("**")[1] in fault
    assert f"[tell us]({address})" in told
    assert "the host of this bot" not in told


async def test_a_write_of_which_nobody_can_tell_is_not_told_as_undone(simulator, after):
    answer = await after(
        CommitUncertain("It is unknown whether this was saved: SQLITE_IOERR_FSYNC")
    )
    assert len(simulator.take_errors()) == 1
    assert "didn't happen" not in answer.text
    assert "look at the table in a moment" in answer.text


@pytest.mark.parametrize(
    "error",
    [
        ShuttingDown(midway=True),
        DatabaseBusy("held"),
        refused_by_discord(403, 50013),
        KeyError("x"),
    ],
)
async def test_what_is_done_is_told_as_done_whatever_fails_then(simulator, after, error):
    Trouble.is_done = True
    answer = await after(error)
    Trouble.is_done = False
    simulator.take_errors()
    assert "Your move counts" in answer.text


async def test_a_refusal_after_the_answer_is_a_private_follow_up(simulator, after):
    answer = await after()
    assert [shown.text for shown in answer.followups] == [
        "This works only in a server, at a table."
    ]
    assert answer.private


async def test_an_answer_that_discord_does_not_take_is_no_second_fault(simulator, after):
    simulator.fail("POST", "/interactions/*", status=500, times=None)
    answer = await after(KeyError("x"))
    assert not answer.acknowledged
    assert len(simulator.take_errors()) == 1
