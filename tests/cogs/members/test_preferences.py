"""Tests of `/preferences`: what members type, and what is stored."""

import pytest

from cogs.core.refusals import Refusal
from cogs.hand import appearance
from cogs.hand.appearance import DECKS, DEFAULT_APPEARANCE, HandAppearance
from cogs.members.preferences import hours_of, zone_of
from cogs.members.preferences_page import preferences_layout
from data.models.members import ReminderPreferences
from render.text.hand_order import ORDERS
from tests.simulator.messages import texts_in


async def test_nothing_chosen_is_said_plainly(simulator):
    text = (await simulator.members[0].slash("preferences")).text
    assert "UTC" in text
    assert "no quiet hours" in text
    assert "by a ping at the table" in text


async def test_what_is_chosen_is_kept_and_shown(simulator):
    ann = simulator.members[0]
    answer = await ann.slash(
        "preferences", zone="europe/berlin", quiet="22-7:30", reminders="direct"
    )
    assert answer.private
    assert "quiet from 22:00 to 07:30" in answer.text
    assert await simulator.bot.database.members.reminder_preferences(ann.id) == ReminderPreferences(
        "Europe/Berlin", 1320, 450, "direct"
    )


async def test_how_the_hand_looks_is_chosen_and_shown(simulator):
    ann = simulator.members[0]
    answer = await ann.slash("preferences", deck="large", sorting="fit", first="words")
    assert "Deck: large index" in answer.text
    assert "Words first" in answer.text
    assert await appearance.load(simulator.bot.database.members, ann.id) == HandAppearance(
        "large", "fit", words_first=True
    )


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("order", ORDERS)
async def test_looks_are_read_as_they_were_written(simulator, deck, order):
    await appearance.change(
        simulator.bot.database.members, 1, lambda _: HandAppearance(deck, order)
    )
    assert await appearance.load(simulator.bot.database.members, 1) == HandAppearance(deck, order)


async def test_of_who_only_looks_nothing_is_kept(simulator):
    ann = simulator.members[0]
    await ann.slash("preferences")
    assert await simulator.bot.database.members.hand_appearance(ann.id) is None
    assert "Sets of preferences" not in (await ann.slash("privacy show")).text


async def test_what_is_not_given_stays(simulator):
    ann = simulator.members[0]
    await ann.slash("preferences", zone="Asia/Tokyo")
    await ann.slash("preferences", quiet="23-6")
    assert await simulator.bot.database.members.reminder_preferences(ann.id) == ReminderPreferences(
        "Asia/Tokyo", 1380, 360
    )


async def test_the_zones_are_found_by_a_part_of_their_name(simulator):
    assert "Europe/Berlin" in await simulator.members[0].complete("preferences", "zone", "berl")


@pytest.mark.parametrize("rhythm, promised", [("none", False), ("quarter", True)])
def test_a_digest_promises_a_last_reminder_only_where_one_comes(rhythm, promised):
    page = preferences_layout(ReminderPreferences(digest=480, rhythm=rhythm), DEFAULT_APPEARANCE)
    told = " ".join(texts_in(page.to_components()))
    assert "At 08:00 you get one message a day" in told
    assert ("The final reminder" in told) is promised


async def test_a_zone_that_is_none_changes_nothing(simulator):
    answer = await simulator.members[0].slash("preferences", zone="Middle/Earth")
    assert "I don't know that time zone" in answer.text
    assert (
        await simulator.bot.database.members.reminder_preferences(simulator.members[0].id)
        == ReminderPreferences()
    )


@pytest.mark.parametrize(
    "typed,hours",
    [
        ("22-7", (1320, 420)),
        ("22:30 - 6:45", (1350, 405)),
        ("0–8", (0, 480)),
        ("none", (None, None)),
    ],
)
def test_quiet_hours_are_two_times_of_day(typed, hours):
    assert hours_of(typed) == hours


@pytest.mark.parametrize("typed", ["late", "22", "25-7", "7-7", "22-7-8", "'); DROP TABLE"])
def test_anything_else_is_refused(typed):
    with pytest.raises(Refusal):
        hours_of(typed)


def test_spaces_in_a_zone_are_forgiven():
    assert zone_of("america/new york") == "America/New_York"
