"""The receipt that these tests share."""

import pytest

from engine.record.receipt import Receipt
from tests.engine.record.receipts import played


@pytest.fixture(scope="module")
def receipt() -> Receipt:
    return played("house-canasta", 2)
