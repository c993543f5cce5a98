"""Tests that a number distinguishes equal names in a guild."""

import pytest

from data.database import Database
from data.members.equal_names import look, with_number
from tests.data.builders import GUILD, finish, member, places


@pytest.mark.parametrize("other", ["sam", "SAM", "Sａm", "Sam 🎉", "S\u200bam", " Sam"])
def test_names_that_look_alike_have_one_look(other: str) -> None:
    assert look(other) == look("Sam")


@pytest.mark.parametrize("other", ["Sammy", "Sem", "🎉", "Сэм"])
def test_other_names_have_another(other: str) -> None:
    assert look(other) != look("Sam")


def test_names_of_emoji_alone_stay_different() -> None:
    assert look("🎉") != look("🎈")


def test_a_long_name_keeps_its_number() -> None:
    assert with_number({5: 2}, 5, "W" * 32) == "W" * 28 + " (2)"
    assert with_number({5: 2}, 5, "語" * 16) == "語" * 14 + " (2)"


def test_a_hidden_member_stays_without_a_name() -> None:
    assert with_number({5: 2}, 5, "") == ""


@pytest.mark.parametrize(
    "names",
    [
        ("Sam", "Sam", "Sam (2)"),
        ("Sam (2)", "Sam", "sam"),
        ("Sam", "Sam (2)", "Sam"),
        ("Sam (2)", "Sam (2)", "Sam (2) (2)"),
        ("W" * 32, "W" * 32, "W" * 28 + " (2)"),
        ("Sam", "Sam", "Sam ⑵"),
    ],
)
async def test_a_typed_number_makes_no_two_names_alike(
    store: Database, names: tuple[str, ...]
) -> None:
    await finish(store, places(1, 2, 3), *(member(n, name) for n, name in enumerate(names, 1)))
    rows = await store.leaderboards.page(GUILD, None, limit=10, offset=0)
    shown = {row.user_id: row.name for row in rows}
    assert len({look(name) for name in shown.values()}) == 3
    assert shown[1] == names[0]
