"""Registration of the `rule` marker that `tests.engine.rulebook` puts on tests."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*ids): the rules this test holds, by id")
