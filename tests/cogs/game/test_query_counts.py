"""Tests of how often one press queries the database and makes a view of the table."""

import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pytest

import engine
from data.repositories.repository import Method
from tests.cogs.support.play import first, start
from tests.simulator import Simulator

STORES = (
    *(
        "lobbies",
        "tables",
        "messages",
        "deadlines",
        "leaderboards",
        "members",
        "votes",
        "program_state",
    ),
    "lessons",
)
WAYS = ("transaction", "query", "slow_query")
MOST_CALLS = 5


@dataclass
class Walk:
    """Counts of database calls, and of the views and face-down tables that `cogs` made.

    Views of tables that a hint made up are not counted. The tables are kept alive, so that no two
    have the same `id`.
    """

    calls: list[str] = field(default_factory=list)
    """Queries and transactions, by store."""
    methods: list[str] = field(default_factory=list)
    """The methods of the stores that were called."""
    views: list[tuple[int | None, engine.Table]] = field(default_factory=list)
    face_down: list[tuple[int | None, engine.FaceDown]] = field(default_factory=list)

    def given(self) -> Counter[tuple[int | None, int]]:
        """Return how often each audience got a view of each state of the game."""
        return Counter((seat, id(table)) for seat, table in self.views)


@contextmanager
def watched(simulator: Simulator) -> Iterator[Walk]:
    """Count everything that happens in this block."""
    walk, view, face_down = Walk(), engine.view, engine.face_down

    def viewed(table, seat):
        if sys._getframe(1).f_globals["__name__"].startswith("cogs."):
            walk.views.append((seat, table))
        return view(table, seat)

    def laid_face_down(seen):
        table = face_down(seen)
        walk.face_down.append((seen.viewer, table))
        return table

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "view", viewed)
        patch.setattr(engine, "face_down", laid_face_down)
        for name in STORES:
            listen(walk, getattr(simulator.bot.database, name), patch)
        yield walk


def listen(walk, store, patch):
    """Record every method of a database object that is called, and every query and transaction."""
    kind = type(store)
    for name, made in vars(kind).items():
        if isinstance(made, Method) or inspect.iscoroutinefunction(made):
            called = noting(walk.methods, f"{kind.__name__}.{name}", getattr(store, name))
            patch.setattr(store, name, called)
    ways = {
        way: noting(walk.calls, f"{kind.__name__}.{way}", getattr(store.backend, way))
        for way in WAYS
    }
    patch.setattr(store, "backend", replace(store.backend, **ways))


def noting(told, name, call):
    """Return the function, with each call recorded under a name."""

    def noted(*arguments, **named):
        told.append(name)
        return call(*arguments, **named)

    return noted


async def test_a_draw_asks_the_store_five_times_with_all_that_follows(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    with watched(simulator) as walk:
        await person.press(panel, "say")
    assert (await game.live()).row.rendered_seq == 1  # The table message is drawn, too.
    assert 0 < len(walk.calls) <= MOST_CALLS, walk.calls
    assert walk.methods.count("TableRepository.play") == 1


async def test_within_a_turn_nothing_is_asked_for_a_table_that_is_not_painted_yet(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    simulator.rests = False
    with watched(simulator) as walk:
        await person.press(panel, "say")
    assert (await game.live()).row.rendered_seq == 0
    assert sorted(walk.methods) == [
        "MessageRepository.save_hand_panel",
        "TableRepository.play",
        "TableRepository.snapshot",
    ]


async def test_at_a_turns_end_publisher_and_reminders_share_a_read(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    await person.press(panel, "say")
    simulator.rests = False
    with watched(simulator) as walk:
        await person.choose(panel, "drop", [first(panel, "drop")])
    assert (await game.live()).row.rendered_seq == await game.seq()
    assert walk.methods.count("TableRepository.snapshot_with_messages") == 1, walk.methods
    # The commit that saves the new message's id says what the message shows.
    assert "TableRepository.mark_rendered" not in walk.methods


async def test_a_draw_on_the_table_message_asks_once_more_for_a_newer_panel(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    with watched(simulator) as walk:
        await person.press(game.board, "say")
    assert (await game.live()).row.rendered_seq == 1
    assert walk.methods.count("MessageRepository.hand_panels") == 1
    assert 0 < len(walk.calls) <= MOST_CALLS + 1, walk.calls


async def test_a_view_is_made_once_for_each_audience_and_state(simulator):
    game = await start(simulator, simulator.members[:2], seats=2)
    for person in simulator.members[:2]:
        await game.hand(person)
    with watched(simulator) as walk:
        for _ in range(2):
            await game.take_turn()
    assert {seat for seat, _ in walk.given()} == {None, 0, 1}
    assert set(walk.given().values()) == {1}


async def test_a_seat_is_shown_the_cards_face_down_once_for_each_state(simulator):
    game = await start(simulator, simulator.members)
    person = await game.turn()
    panel = await game.hand(person)
    with watched(simulator) as walk:
        await person.press(panel, "say")
        await person.choose(panel, "drop", [first(panel, "drop")])
    seats = Counter(seat for seat, _ in walk.face_down)
    assert seats.pop(None, 0) <= 1  # For the buttons of the next player.
    assert len(seats) == 1
    assert 0 < seats.total() <= 2  # With two more cards, and after the discard.
