"""Tests of the time at which the post about a month is due."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from cogs.game.quiet_hours import time_zones
from cogs.month_end.due import due_at, first_due, month_due_at
from tests.cogs.support.month_end import at

GUILD = 1_420_000_000_000_000_000
MONTHS = [f"{year}-{month:02}" for year in (2025, 2026, 2027) for month in range(1, 13)]


def test_in_every_zone_it_is_between_ten_and_eleven_and_an_hour_after_the_end():
    """36 months, zones from -11 to +14, changes of the clocks included."""
    zones = sorted(time_zones())[::8]
    for zone in (*zones, "Pacific/Pago_Pago", "Pacific/Kiritimati", "Australia/Lord_Howe"):
        check_zone(zone)


def check_zone(zone):
    """Check 36 months of one zone."""
    before = 0.0
    for month in MONTHS:
        due = due_at(month, zone, GUILD)
        year, number = map(int, month.split("-"))
        end = at(year + number // 12, number % 12 + 1)
        assert datetime.fromtimestamp(due, ZoneInfo(zone)).hour == 10
        assert end + 3600 <= due < end + 27 * 3600
        assert month_due_at(due) == month
        assert due > before
        before = due


def test_the_first_ten_o_clock_counts():
    # In Tokyo it is 9:00 when the month ends in UTC, and 10:00 is exactly an hour later.
    assert due_at("2026-11", "Asia/Tokyo", 0) == at(2026, 12, 1, 1)
    # In Sydney it is 11:00, so the post comes the next morning.
    assert due_at("2026-11", "Australia/Sydney", 0) == at(2026, 12, 1, 23)
    assert due_at("2026-11", "Pacific/Pago_Pago", 0) == at(2026, 12, 1, 21)
    assert due_at("2026-11", "nowhere", 0) == at(2026, 12, 1, 10)


def test_servers_are_spread_over_an_hour():
    dues = {due_at("2026-11", "UTC", (n * 7919) << 22) for n in range(500)}
    assert len(dues) > 400
    assert max(dues) - min(dues) > 3000
    assert at(2026, 12, 1, 10) <= min(dues)
    assert max(dues) < at(2026, 12, 1, 11)


@pytest.mark.parametrize(
    "now,month",
    [
        (at(2026, 11, 30, 23), "2026-11"),
        (at(2026, 12, 1, 9), "2026-11"),
        (at(2026, 12, 2, 9), "2026-11"),
        (at(2026, 12, 2, 12), "2026-12"),
        (at(2026, 12, 31, 12), "2026-12"),
    ],
)
def test_a_new_choice_counts_for_a_month_that_ended_within_a_day(now, month):
    due = first_due(now, "UTC", GUILD)
    assert month_due_at(due) == month
    assert datetime.fromtimestamp(due, UTC).hour == 10
