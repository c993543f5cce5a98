"""Tests that the page of exit statuses agrees with the code."""

from cogs.core import exit_status
from tests.repository.exit_statuses import PAGE, page


def test_the_page_is_what_the_command_would_write():
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.repository.exit_statuses"


def test_every_exit_status_has_a_meaning():
    named = {value for value in vars(exit_status).values() if isinstance(value, int)}
    assert named == set(exit_status.MEANINGS)
