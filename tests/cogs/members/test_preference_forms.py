"""Tests of the two forms of `/preferences`: time and reminders, and the look of the hand."""

import pytest

from cogs.hand import appearance
from cogs.hand.appearance import HandAppearance
from data.models.members import ReminderPreferences


async def form(simulator, label):
    ann = simulator.members[0]
    return ann, await ann.press((await ann.slash("preferences")).message, label)


async def test_preferences_have_two_forms_of_at_most_five_parts(simulator):
    ann, reminders = await form(simulator, "Time and reminders")
    look = await ann.press((await ann.slash("preferences")).message, "Look of your hand")
    names = [
        [part["component"]["custom_id"] for part in answer.modal["components"]]
        for answer in (reminders, look)
    ]
    assert names == [["zone", "quiet", "way", "rhythm", "digest"], ["deck", "order", "first"]]


async def test_time_and_reminders_are_saved_together(simulator):
    ann, asked = await form(simulator, "Time and reminders")
    answer = await ann.submit(
        asked, {"zone": "berlin", "quiet": "22-7:30", "way": "1", "rhythm": "3", "digest": "9"}
    )
    assert "quiet from 22:00 to 07:30" in answer.text
    saved = await simulator.bot.database.members.reminder_preferences(ann.id)
    assert saved == ReminderPreferences(
        "Europe/Berlin", 1320, 450, "direct", "twice", 480, saved.digest_due
    )
    assert saved.digest_due is not None


async def test_a_form_that_is_sent_unchanged_changes_nothing(simulator):
    ann, asked = await form(simulator, "Time and reminders")
    await ann.submit(asked, {"zone": "europe/berlin", "quiet": "23-6"})
    before = await simulator.bot.database.members.reminder_preferences(ann.id)
    _, again = await form(simulator, "Time and reminders")
    await ann.submit(again, {})
    assert await simulator.bot.database.members.reminder_preferences(ann.id) == before
    _, last = await form(simulator, "Time and reminders")
    await ann.submit(last, {"quiet": ""})
    saved = await simulator.bot.database.members.reminder_preferences(ann.id)
    assert (saved.quiet_from, saved.quiet_to) == (None, None)


@pytest.mark.parametrize(
    "wrong,said",
    [
        ({"zone": "Atlantis"}, "don't know that time zone"),
        ({"quiet": "late"}, "quiet hours as two times"),
        ({"way": "3"}, "The table has changed"),
        ({"rhythm": "x"}, "The table has changed"),
        ({"digest": "25"}, "The table has changed"),
    ],
)
async def test_a_wrong_answer_saves_nothing_and_is_told(simulator, wrong, said):
    ann, asked = await form(simulator, "Time and reminders")
    answer = await ann.submit(asked, {"quiet": "22-7", **wrong})
    assert said in answer.text
    saved = await simulator.bot.database.members.reminder_preferences(ann.id)
    assert saved == ReminderPreferences()


async def test_the_look_of_the_hand_is_saved(simulator):
    ann, asked = await form(simulator, "Look of your hand")
    answer = await ann.submit(asked, {"deck": "2", "order": "2", "first": "1"})
    assert "Words first" in answer.text
    assert await appearance.load(simulator.bot.database.members, ann.id) == HandAppearance(
        "large", "fit", words_first=True
    )
