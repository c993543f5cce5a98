"""The store on PostgreSQL."""

import pytest

from data.sql.address import ServerAddress


@pytest.fixture
def place(postgres_place: ServerAddress) -> ServerAddress:
    return postgres_place
