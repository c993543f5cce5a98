"""Tests of quiet hours when clocks change: an hour occurs twice, or not at all."""

from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.game.quiet_hours import (
    digest_after,
    end_of_quiet_hours,
    is_quiet,
    local_time,
    next_digest,
    time_zones,
)
from data.models.members import ReminderPreferences

MINUTE, HOUR, DAY = 60, 3600, 86400
NIGHTS = [
    *(("Europe/Berlin", "2026-10-24"), ("Europe/Berlin", "2026-03-28")),
    *(("America/New_York", "2026-10-31"), ("America/New_York", "2026-03-07")),
    *(("America/Santiago", "2026-04-03"), ("America/Santiago", "2026-09-05")),
    *(("Africa/Cairo", "2026-04-23"), ("Africa/Cairo", "2026-10-29")),
    *(("Australia/Lord_Howe", "2026-04-04"), ("Australia/Lord_Howe", "2026-10-03")),
]
"""Nights in which the clocks change, by zone and the day before."""


def moment(zone: str, wall: str, fold: int = 0) -> float:
    return datetime.fromisoformat(wall).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp()


some_time = st.tuples(
    st.sampled_from(sorted(time_zones())), st.integers(1_780_000_000, 2_100_000_000)
)
in_such_a_night = st.tuples(st.sampled_from(NIGHTS), st.integers(0, 8 * HOUR)).map(
    lambda drawn: (drawn[0][0], moment(drawn[0][0], drawn[0][1]) + 21 * HOUR + drawn[1])
)
minutes_of_the_day = st.integers(0, 4 * 60) | st.integers(0, 24 * 60 - 1)


@given(some_time | in_such_a_night, minutes_of_the_day, minutes_of_the_day)
def test_quiet_hours_end_at_the_first_moment_outside(when, begin, end):
    zone, at = when
    wish = ReminderPreferences(zone=zone, quiet_from=begin, quiet_to=end)
    first = at
    while is_quiet(wish, first):
        first += MINUTE - first % MINUTE
    assert end_of_quiet_hours(wish, at) == first


def test_quiet_hours_that_end_in_an_hour_that_comes_twice_end_in_the_second_too():
    wish = ReminderPreferences(zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=2 * 60 + 30)
    for fold in (0, 1):
        at = moment(wish.zone, "2026-10-25T02:10", fold)
        assert end_of_quiet_hours(wish, at) == at + 20 * MINUTE


def test_quiet_hours_whose_end_is_passed_over_last_until_it_comes():
    wish = ReminderPreferences(zone="Africa/Cairo", quiet_from=60, quiet_to=0)
    # There is no midnight on that day.
    found = end_of_quiet_hours(wish, moment(wish.zone, "2026-04-23T12:00"))
    assert found == moment(wish.zone, "2026-04-25T00:00")


@given(in_such_a_night, minutes_of_the_day)
def test_a_digest_comes_once_a_day_though_its_hour_comes_twice(when, minute):
    zone, at = when
    wish = ReminderPreferences(zone=zone, digest=minute)
    due = next_digest(wish, at)
    assert due is not None
    then = next_digest(wish, due)
    assert then is not None
    assert DAY - HOUR <= then - due <= DAY + HOUR


@pytest.mark.parametrize("zone", ["localtime", "Factory"])
def test_what_a_machine_calls_its_own_is_offered_to_nobody(zone):
    assert zone not in time_zones()


@pytest.mark.parametrize("zone", ["Not/There", "Europe", ""])
def test_a_zone_that_this_machine_does_not_know_is_read_as_utc(zone):
    night = ReminderPreferences(zone, 22 * 60, 7 * 60, digest=8 * 60)
    assert end_of_quiet_hours(night, moment("UTC", "2026-01-01T03:00")) == moment(
        "UTC", "2026-01-01T07:00"
    )
    due = next_digest(night, moment("UTC", "2026-01-01T03:00"))
    assert due == moment("UTC", "2026-01-01T08:00")
    assert str(local_time(zone)) == "UTC"


@given(some_time | in_such_a_night, minutes_of_the_day, minutes_of_the_day, minutes_of_the_day)
def test_a_digest_that_nothing_was_changed_about_stays_due_when_it_was(when, minute, begin, end):
    zone, at = when
    wish = ReminderPreferences(zone, begin, end, digest=minute)
    due = next_digest(wish, at)
    assert due is not None
    wish = replace(wish, digest_due=due)
    for now in (at, due - 1, due):
        assert digest_after(wish, wish, now) == due


def test_a_digest_is_due_again_by_the_new_quiet_hours():
    was = ReminderPreferences(quiet_from=7 * 60, quiet_to=10 * 60, digest=8 * 60)
    midnight = moment("UTC", "2026-01-01T00:00")
    was = replace(was, digest_due=next_digest(was, midnight))
    assert was.digest_due == midnight + 10 * HOUR
    for quiet_to, hours in ((9 * 60, 9), (12 * 60, 12), (None, 8)):
        wish = replace(was, quiet_to=quiet_to)
        assert digest_after(was, wish, midnight) == midnight + hours * HOUR
