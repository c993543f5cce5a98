"""The database on PostgreSQL."""

import pytest

from data.core.location import DatabaseUrl


@pytest.fixture
def place(postgres_place: DatabaseUrl) -> DatabaseUrl:
    return postgres_place
