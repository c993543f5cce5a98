"""Tests that repositories consist of SQL functions, whose declared kinds are correct."""

import inspect
from collections.abc import Iterator

from data.database import Database
from data.repositories.deadlines import DeadlineRepository, PauseRepository, ReminderRepository
from data.repositories.erasure import ErasureRepository
from data.repositories.guilds import GuildRepository
from data.repositories.leaderboards import LeaderboardRepository
from data.repositories.lessons import LessonRepository
from data.repositories.lobbies import LobbyRepository
from data.repositories.members import MemberRepository
from data.repositories.messages import MessageRepository
from data.repositories.program_state import ProgramStateRepository
from data.repositories.repository import Method, Repository
from data.repositories.tables import TableRepository
from data.repositories.votes import VoteRepository
from tests.data.builders import lobby
from tests.support.each import each

REPOSITORIES = (
    *(
        LeaderboardRepository,
        LessonRepository,
        LobbyRepository,
        MessageRepository,
        ProgramStateRepository,
        MemberRepository,
        GuildRepository,
        ErasureRepository,
    ),
    *(TableRepository, DeadlineRepository, PauseRepository, ReminderRepository, VoteRepository),
)


def methods() -> Iterator[tuple[str, Method[..., object]]]:
    for repository in REPOSITORIES:
        for name, made in vars(repository).items():
            if isinstance(made, Method):
                yield f"{repository.__name__}.{name}", made


METHODS = tuple(methods())


async def test_every_repository_of_an_open_database_is_looked_at(store: Database) -> None:
    found = {type(one) for one in vars(store).values() if isinstance(one, Repository)}
    assert found == set(REPOSITORIES)


# mypy accepts a time for any whole number, so it cannot see this.
@each(METHODS)
def test_a_transaction_is_given_the_time_where_its_function_takes_it(
    name: str, made: Method[..., object]
) -> None:
    if made.timed is not None:
        assert made.timed == ("now" in inspect.signature(made.sql).parameters), name


@each(METHODS)
def test_a_method_says_what_its_function_says(name: str, made: Method[..., object]) -> None:
    assert made.__doc__ == made.sql.__doc__, name
    assert made.__doc__, name


async def test_nothing_runs_before_a_method_is_awaited(store: Database) -> None:
    table = await lobby(store)
    closing = store.lobbies.close(table.id)
    assert await store.tables.find(table.id) == table
    await closing
    assert await store.tables.find(table.id) != table
