"""Repositories are made of SQL functions, and say the truth about them."""

import inspect
from collections.abc import Iterator

import pytest

from data.store import Store
from data.stores.ladders import LadderStore
from data.stores.learning import LearningStore
from data.stores.lobbies import LobbyStore
from data.stores.messages import MessageStore
from data.stores.notes import NoteStore
from data.stores.people import PeopleStore
from data.stores.repository import Method, Repository
from data.stores.tables import TableStore
from data.stores.time import TimeStore
from data.stores.votes import VoteStore
from tests.data.builders import lobby

REPOSITORIES = (
    *(LadderStore, LearningStore, LobbyStore, MessageStore, NoteStore, PeopleStore),
    *(TableStore, TimeStore, VoteStore),
)


def methods() -> Iterator[tuple[str, Method[..., object]]]:
    for repository in REPOSITORIES:
        for name, made in vars(repository).items():
            if isinstance(made, Method):
                yield f"{repository.__name__}.{name}", made


METHODS = tuple(methods())


async def test_every_repository_of_an_open_database_is_looked_at(store: Store) -> None:
    found = {type(one) for one in vars(store).values() if isinstance(one, Repository)}
    assert found == set(REPOSITORIES)


# mypy takes a time for any whole number, so it cannot see this
@pytest.mark.parametrize("name, made", METHODS)
def test_a_transaction_is_given_the_time_where_its_function_takes_it(
    name: str, made: Method[..., object]
) -> None:
    if made.timed is not None:
        assert made.timed == ("now" in inspect.signature(made.sql).parameters), name


@pytest.mark.parametrize("name, made", METHODS)
def test_a_method_says_what_its_function_says(name: str, made: Method[..., object]) -> None:
    assert made.__doc__ == made.sql.__doc__, name
    assert made.__doc__, name


async def test_nothing_runs_before_a_method_is_awaited(store: Store) -> None:
    table = await lobby(store)
    closing = store.lobbies.close(table.id)
    assert await store.tables.find(table.id) == table
    await closing
    assert await store.tables.find(table.id) != table
