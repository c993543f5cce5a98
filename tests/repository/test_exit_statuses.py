"""The page of exit statuses is what the code says."""

from cogs.clusters.supervisor import FOR_GOOD
from cogs.core import exit_status
from tests.repository.exit_statuses import PAGE, page


def test_the_page_is_what_the_command_would_write():
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.repository.exit_statuses"


def test_every_exit_status_has_a_meaning():
    named = {value for value in vars(exit_status).values() if isinstance(value, int)}
    assert named == set(exit_status.MEANINGS)


def test_clusters_are_started_again_exactly_where_the_page_says_so():
    fine = {exit_status.OK, exit_status.DOCTOR_FAILED}
    assert {s for s, row in exit_status.MEANINGS.items() if not row.restart} - fine == FOR_GOOD
