"""Tests of a member's note at a table: only its author sees it, and it is deleted with the game."""

from tests.cogs.support.finished_games import play_out
from tests.cogs.support.play import start
from tests.simulator import Shown

SECRET = "keep the sevens for Ben"


async def noted(simulator, text=SECRET):
    """A game in which Ann has written a note, and the answer that she got."""
    game = await start(simulator, simulator.members)
    ann = simulator.members[0]
    panel = await game.hand(ann)
    await ann.press(panel, "about")
    form = await ann.press(panel, "note")
    return game, await ann.submit(form, {"note": text})


def everywhere(simulator, viewer) -> list[Shown]:
    return [message for message in simulator.messages(viewer=viewer) if SECRET in message.text]


async def test_a_note_stands_in_the_panel_of_its_member_alone(simulator):
    game, _ = await noted(simulator)
    ann, ben, *_ = simulator.members
    assert SECRET in (await game.hand(ann)).text
    await game.hand(ben)
    assert everywhere(simulator, ben) == []


async def test_the_form_opens_with_what_is_written_and_an_empty_one_deletes_it(simulator):
    game, shown = await noted(simulator)
    ann = simulator.members[0]
    form = await ann.press(shown.message, "note")
    assert SECRET in str(form.modal)
    await ann.submit(form, {"note": "  "})
    assert SECRET not in (await game.hand(ann)).text
    assert await simulator.bot.database.members.table_note(game.table_id, ann.id) == ""


async def test_a_note_is_words_and_nothing_else(simulator):
    game, _ = await noted(simulator, "**bold**\n@everyone <@1> [here](http://x.y)")
    text = (await game.hand(simulator.members[0])).text
    assert "\\*\\*bold\\*\\*" in text
    assert "@everyone" not in text
    assert "<@1>" not in text
    assert "](http" not in text


async def test_a_note_is_in_no_line_of_the_log(simulator):
    await noted(simulator)
    assert [record for record in simulator.log if SECRET in record.getMessage()] == []


async def test_a_note_is_handed_out_and_forgotten_with_its_member(simulator):
    game, _ = await noted(simulator)
    ann = simulator.members[0]
    assert "Your private notes at tables: **1**" in (await ann.slash("privacy show")).text
    asked = await ann.slash("privacy forget")
    await ann.press(asked.message, "forgetme")
    assert await simulator.bot.database.members.table_note(game.table_id, ann.id) == ""


async def test_a_note_goes_with_the_game(simulator):
    game, _ = await noted(simulator)
    await simulator.bot.database.tables.void(game.table_id)
    assert (
        await simulator.bot.database.members.table_note(game.table_id, simulator.members[0].id)
        == ""
    )


async def finished(simulator):
    """A game that ended while Ann had the form open: her panel, and the form."""
    game = await start(simulator, simulator.members[:2], options={"max_rounds": 1})
    ann = simulator.members[0]
    panel = await game.hand(ann)
    await ann.press(panel, "about")
    form = await ann.press(panel, "note")
    await play_out(simulator, game)
    return game, panel, form


async def test_a_note_sent_after_the_end_is_not_kept_and_its_member_is_told(simulator):
    game, _, form = await finished(simulator)
    ann = simulator.members[0]
    answer = await ann.submit(form, {"note": SECRET})
    assert "The game is over, so its notes are deleted." in answer.text
    assert await simulator.bot.database.members.table_note(game.table_id, ann.id) == ""


async def test_no_note_is_offered_after_the_end(simulator):
    game, panel, _ = await finished(simulator)
    ann = simulator.members[0]
    await ann.press(panel, "about")
    assert not any(control.verb == "note" for control in panel.controls)
    answer = await ann.press_stale(panel, f"t1:note:{game.table_id}:0")
    assert answer.modal is None
    assert "The game is over, so its notes are deleted." in answer.text


async def test_nobody_writes_at_a_table_of_others(simulator):
    game, _ = await noted(simulator)
    stranger = simulator.invite("Zoe")
    answer = await stranger.press_stale(game.board, f"t1:note:{game.table_id}:0")
    assert "You don't play" in answer.text
