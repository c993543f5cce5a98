"""What the version before the simulators left behind goes on as if nothing had happened."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from simcord.backend.errors import BackendError

import engine
from cogs._kit.address import Address
from cogs._kit.texts import say
from data.consent.interventions import InterventionRow
from data.people.wishes import ProposalRow, StandingRow
from data.store import Store
from tests.before.evening import KEPT, THEN, database, evening, person, show
from tests.cogs.support.finished_games import play_on
from tests.simulator import Answer, Simulator

PEOPLE: dict[str, int] = THEN["people"]
RUNNING = [int(n) for n, table in KEPT["tables"].items() if table["status"] == "playing"]
# What ends something comes after everything else.
LAST = (
    *("drop", "dropit", "goout", "free", "rmbot", "unkeep", "leave", "replace", "sub", "hold"),
    *("fill", "start", "stop", "quit", "close", "forgetme"),
)


@pytest_asyncio.fixture
async def then(tmp_path: Path) -> AsyncIterator[Simulator]:
    """The evening of before, with the bot of now."""
    async with evening(tmp_path) as simulator:
        yield simulator


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Its database alone, brought up to date."""
    opened = await Store.open(database(tmp_path / "tuppence.db"), now=lambda: 1767233460.0)
    yield opened
    await opened.close()


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize("number", KEPT["tables"])
async def test_a_table_is_what_it_was(store: Store, number: str) -> None:
    was, row = KEPT["tables"][number], await store.tables.find(int(number))
    assert row is not None
    drivers = [seat.driver and [seat.driver.kind, seat.driver.name] for seat in row.seats]
    now = [row.game, row.status, row.seq, dict(row.options), row.thread_id, row.deadline, drivers]
    wanted = ["game", "status", "seq", "options", "thread", "deadline", "drivers"]
    assert now == [was[name] for name in wanted]
    log = [entry.body for entry in await store.tables.log(row.id)]
    assert digest("\n".join(log)) == was["log"]


async def test_every_game_stands_where_it_stood(then: Simulator) -> None:
    tables = then.bot.parlour.tables
    for number, was in KEPT["tables"].items():
        if was["status"] != "lobby":
            table = (await tables.load(int(number))).game.table
            assert list(table.scores) == was["scores"], number
            if was["status"] == "playing":
                assert engine.position(table).items() >= was["position"].items(), number


@pytest.mark.parametrize("number", RUNNING)
async def test_every_game_plays_on(then: Simulator, number: int) -> None:
    before = (await then.bot.parlour.tables.load(number)).row.seq
    live = await play_on(then, number, moves=40)
    assert live.row.seq >= before + 40


@pytest.mark.parametrize("name", PEOPLE)
async def test_what_a_member_has_chosen_is_what_it_was(store: Store, name: str) -> None:
    looks = await store.people.looks(PEOPLE[name])
    drawn = [looks.deck, looks.hand_order, looks.words_first] if looks else ["four", "rank", False]
    assert drawn == KEPT["looks"][name]
    wish, was = asdict(await store.people.preference(PEOPLE[name])), KEPT["preferences"][name]
    assert {key: wish[key] for key in was} == was
    hidden = await store.people.is_hidden(THEN["guild"], PEOPLE[name])
    assert hidden == KEPT["hidden"][name]


async def test_what_a_server_has_chosen_is_what_it_was(store: Store) -> None:
    server = await store.people.server(THEN["guild"])
    assert (server.language, server.tells_records) == (KEPT["language"], KEPT["tells"] == "1")
    for game, presets in KEPT["presets"].items():
        assert await store.people.presets(THEN["guild"], game) == presets
    assert any(KEPT["presets"].values())


async def test_standing_answers_are_what_they_were(store: Store) -> None:
    for table, seat, name, offer, leave, until in KEPT["standing"]:
        said = StandingRow(table, seat, PEOPLE[name], offer, leave, until)
        assert await store.people.standing(table, seat, PEOPLE[name]) == said
    assert len(KEPT["standing"]) == 5


async def test_plans_are_what_they_were(store: Store) -> None:
    for was in KEPT["plans"]:
        row = await store.people.plan(was["table_id"], PEOPLE[was["user_id"]])
        assert row is not None
        assert asdict(row) == was | {"user_id": PEOPLE[was["user_id"]]}
    assert len(KEPT["plans"]) == 3


async def test_what_lay_ready_lies_ready(store: Store) -> None:
    for table, name, groups in KEPT["staged"]:
        assert await store.people.staged(table, PEOPLE[name]) == groups
    for table, name, text in KEPT["proposals"]:
        seq, _, body = text.partition(" ")
        put_forward = ProposalRow(table, PEOPLE[name], int(seq), body)
        assert await store.people.proposal(table, PEOPLE[name]) == put_forward
    assert KEPT["staged"]
    assert KEPT["proposals"]


async def test_what_hosts_have_done_is_what_it_was(store: Store) -> None:
    for number, acts in KEPT["acts"].items():
        rows = [InterventionRow(one["seq"], one["kind"], one["by"], one["seat"]) for one in acts]
        assert await store.tables.interventions(int(number)) == tuple(rows)
    assert KEPT["acts"]


async def test_the_ladder_and_the_history_are_what_they_were(store: Store) -> None:
    games = await store.ladders.history(THEN["guild"], limit=20, offset=0)
    assert [[one.table_id, one.game] for one in games] == KEPT["history"]
    (game,) = {game for _, game in KEPT["history"]}
    facts = ("name", "place", "games", "wins", "rating")
    # Points are of one game only; then the ladder of all games had them too.
    for slug, told in ((None, facts), (game, (*facts, "points"))):
        ladder = await store.ladders.leaderboard(THEN["guild"], slug, limit=9, offset=0)
        now = {tuple(getattr(one, fact) for fact in told) for one in ladder}
        assert now == {tuple(one[fact] for fact in told) for one in KEPT["ladder"]}


async def test_every_old_button_answers(then: Simulator) -> None:
    buttons = sorted(THEN["buttons"], key=order)
    answers, told = dict[str, Answer](), dict[str, str]()
    for button in buttons:
        answer = answers[button["id"]] = await press(then, button)
        told[button["id"]] = words(answer)
    assert [one for one, answer in answers.items() if not answer.acknowledged] == []
    assert [one for one, said in told.items() if say("room.old_control") in said] == []
    assert len({Address.parse(one).verb for one in answers}) == 95


def order(button: dict[str, Any]) -> int:
    """Where in the evening a button is pressed."""
    verb = Address.parse(button["id"]).verb
    return LAST.index(verb) + 1 if verb in LAST else 0


async def press(simulator: Simulator, button: dict[str, Any]) -> Answer:
    """Press a button of then, or choose the first of a select."""
    who = person(simulator, button["by"])
    return await who.press_stale(show(simulator, button["on"]), button["id"], button["values"])


def words(answer: Answer) -> str:
    """All words of an answer; none of a message that the press has taken away."""
    try:
        return answer.text
    except BackendError:
        return ""
