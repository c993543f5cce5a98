"""Tests of a database's location as text, which shows account and place but not the password."""

import pytest

from data.core.location import DatabaseUrl


@pytest.mark.parametrize(
    "whole,shown",
    [
        ("postgresql://ann:secret@db:5432/cards", "postgresql://ann@db:5432/cards"),
        ("postgresql://ann@db/cards", "postgresql://ann@db/cards"),
        ("postgres://db/cards?password=secret#secret", "postgres://db/cards"),
    ],
)
def test_an_address_tells_user_and_place_and_no_password(whole: str, shown: str) -> None:
    address = DatabaseUrl(whole)
    assert str(address) == shown
    assert "sec" not in repr(address)
