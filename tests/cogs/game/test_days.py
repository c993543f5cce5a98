"""Tests of days as members type them: dates, weekdays, numbers of days, in English and German."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.absence.dates import LONGEST, date_choices, parse_until
from cogs.core.refusals import Refusal
from tests.cogs.reminders.test_reminders import BEGIN  # 2026-01-01 00:00 UTC, a Thursday.
from tests.cogs.support.time import DAY


def end_of(year, month, day, zone="UTC"):
    return datetime(year, month, day, 23, 59, tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize("typed", ["5", " 5 ", "5 days", "5d", "5 Tage", "5 tagen"])
def test_a_number_of_days_counts_from_now(typed):
    assert parse_until(typed, "UTC", BEGIN) == BEGIN + 5 * DAY


@pytest.mark.parametrize("typed", ["2 weeks", "2w", "2 Wochen"])
def test_weeks_are_seven_days_each(typed):
    assert parse_until(typed, "UTC", BEGIN) == BEGIN + 14 * DAY


@pytest.mark.parametrize(
    "typed", ["2026-01-04", "4.1.", "04.01.2026", "4. 1.", "Sunday", "SONNTAG"]
)
def test_who_is_away_until_sunday_is_away_on_sunday(typed):
    assert parse_until(typed, "UTC", BEGIN) == end_of(2026, 1, 4)


def test_the_name_of_today_means_the_day_in_a_week():
    assert parse_until("Thursday", "UTC", BEGIN) == end_of(2026, 1, 8)


@pytest.mark.parametrize("typed", ["tomorrow", "morgen"])
def test_tomorrow_is_a_day(typed):
    assert parse_until(typed, "UTC", BEGIN) == end_of(2026, 1, 2)


def test_the_day_counts_by_the_clock_on_ones_own_wall():
    assert parse_until("2026-01-04", "Asia/Tokyo", BEGIN) == end_of(2026, 1, 4, "Asia/Tokyo")


@pytest.mark.parametrize(
    "typed,key",
    [
        *((typed, "away.no_day") for typed in ("", "soon", "-1", "3 moons", "2026-02-30", "1.13.")),
        *((typed, "away.no_day") for typed in ("0000-01-01", "3 days or so", "'); DROP TABLE")),
        *((typed, "away.past") for typed in ("0", "2025-12-31", "0001-01-01")),
        *((typed, "away.too_long") for typed in ("61", "9 weeks", "2026-12-31", "9999-12-31")),
    ],
)
def test_anything_else_is_refused_with_its_reason(typed, key):
    with pytest.raises(Refusal) as refused:
        parse_until(typed, "Pacific/Kiritimati", BEGIN)
    assert refused.value.key == key


@given(st.text(max_size=12) | st.from_regex(r"[0-9.\- ]{1,12}", fullmatch=True))
def test_whatever_is_typed_nobody_is_away_for_longer_than_may_be(typed):
    try:
        end = parse_until(typed, "America/New_York", BEGIN)
    except Refusal:
        return
    assert BEGIN < end <= BEGIN + LONGEST * DAY


def test_every_day_that_is_offered_can_be_chosen():
    for title, day in date_choices("Asia/Tokyo", BEGIN):
        assert day.isoformat() in title
        assert parse_until(day.isoformat(), "Asia/Tokyo", BEGIN) > BEGIN
