from collections.abc import Iterator

import pytest

from data.sql.address import ServerAddress
from tests.data.conftest import TEMPLATE, migrated
from tests.support.postgres.shared import Shared


@pytest.fixture
def place(postgres: Shared) -> Iterator[ServerAddress]:
    """A database of PostgreSQL with all its tables."""
    with postgres.database(postgres.template(TEMPLATE, migrated)) as address:
        yield ServerAddress(address)
