"""A member's note at a table: for their own eyes, as long as the game lasts."""

from tests.cogs.finished import play_out
from tests.cogs.playing import start
from tests.simulated import Shown

SECRET = "keep the sevens for Ben"


async def noted(room, text=SECRET):
    """A game in which Ann has written a note, and what she was shown."""
    game = await start(room, room.people)
    ann = room.people[0]
    panel = await game.hand(ann)
    await ann.press(panel, "about")
    form = await ann.press(panel, "note")
    return game, await ann.submit(form, {"note": text})


def everywhere(room, viewer) -> list[Shown]:
    return [message for message in room.messages(viewer=viewer) if SECRET in message.text]


async def test_a_note_stands_in_the_panel_of_its_member_alone(room):
    game, _ = await noted(room)
    ann, ben, *_ = room.people
    assert SECRET in (await game.hand(ann)).text
    await game.hand(ben)
    assert everywhere(room, ben) == []


async def test_the_form_opens_with_what_is_written_and_an_empty_one_deletes_it(room):
    game, shown = await noted(room)
    ann = room.people[0]
    form = await ann.press(shown.message, "note")
    assert SECRET in str(form.modal)
    await ann.submit(form, {"note": "  "})
    assert SECRET not in (await game.hand(ann)).text
    assert await room.bot.store.people.memo(game.table_id, ann.id) == ""


async def test_a_note_is_words_and_nothing_else(room):
    game, _ = await noted(room, "**bold**\n@everyone <@1> [here](http://x.y)")
    text = (await game.hand(room.people[0])).text
    assert "\\*\\*bold\\*\\*" in text
    assert "@everyone" not in text
    assert "<@1>" not in text
    assert "](http" not in text


async def test_a_note_is_in_no_line_of_the_log(room):
    await noted(room)
    assert [record for record in room.log if SECRET in record.getMessage()] == []


async def test_a_note_is_handed_out_and_forgotten_with_its_member(room):
    game, _ = await noted(room)
    ann = room.people[0]
    assert "Your private notes at tables: **1**" in (await ann.slash("privacy show")).text
    asked = await ann.slash("privacy forget")
    await ann.press(asked.message, "forgetme")
    assert await room.bot.store.people.memo(game.table_id, ann.id) == ""


async def test_a_note_goes_with_the_game(room):
    game, _ = await noted(room)
    await room.bot.store.tables.void(game.table_id)
    assert await room.bot.store.people.memo(game.table_id, room.people[0].id) == ""


async def finished(room):
    """A game that has come to its end while Ann had the form open: her panel, and the form."""
    game = await start(room, room.people[:2], options={"max_rounds": 1})
    ann = room.people[0]
    panel = await game.hand(ann)
    await ann.press(panel, "about")
    form = await ann.press(panel, "note")
    await play_out(room, game)
    return game, panel, form


async def test_a_note_sent_after_the_end_is_not_kept_and_its_member_is_told(room):
    game, _, form = await finished(room)
    ann = room.people[0]
    answer = await ann.submit(form, {"note": SECRET})
    assert "The game is over, so its notes are deleted." in answer.text
    assert await room.bot.store.people.memo(game.table_id, ann.id) == ""


async def test_no_note_is_offered_after_the_end(room):
    game, panel, _ = await finished(room)
    ann = room.people[0]
    await ann.press(panel, "about")
    assert not any(control.verb == "note" for control in panel.controls)
    answer = await ann.press_stale(panel, f"t1:note:{game.table_id}:0")
    assert answer.modal is None
    assert "The game is over, so its notes are deleted." in answer.text


async def test_nobody_writes_at_a_table_of_others(room):
    game, _ = await noted(room)
    stranger = room.invite("Zoe")
    answer = await stranger.press_stale(game.board, f"t1:note:{game.table_id}:0")
    assert "You don't play" in answer.text
