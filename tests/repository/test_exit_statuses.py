"""The page of exit statuses is what the code says."""

from cogs._clusters.supervisor import FOR_GOOD
from cogs._process import statuses
from tests.repository.exit_statuses import PAGE, page


def test_the_page_is_what_the_command_would_write():
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.repository.exit_statuses"


def test_every_exit_status_has_a_meaning():
    named = {value for value in vars(statuses).values() if isinstance(value, int)}
    assert named == set(statuses.MEANINGS)


def test_clusters_are_started_again_exactly_where_the_page_says_so():
    fine = {statuses.OK, statuses.ILL}
    assert {s for s, row in statuses.MEANINGS.items() if not row.restart} - fine == FOR_GOOD
