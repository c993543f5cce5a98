"""Tests of the metrics: what is counted, who may read them, and that they name no member."""

import asyncio
import math
import re
import socket
from contextlib import ExitStack
from pathlib import Path

import aiohttp
import pytest
from prometheus_client import generate_latest

import engine
from cogs.core.lifecycle import measure_loop_lag
from cogs.core.metrics import LATENCY_BUDGETS, Metrics, backup_age, read, told_at
from cogs.core.refusals import Refusal
from cogs.core.settings import VERSION, InvalidSettings, Settings
from cogs.history.film_worker import FilmKey
from cogs.ops.doctor import metric_results, read_metrics
from tests.cogs.support.play import HOUSE, open_lobby, start
from tests.fake_discord import FakeDiscord, Process
from tests.simulator import Simulator


def now(simulator: Simulator) -> dict[str, float]:
    """Return all metrics of the bot."""
    return read(told(simulator))


def told(simulator: Simulator) -> str:
    return generate_latest(simulator.bot.metrics.registry).decode()


def free_port() -> int:
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        port: int = made.getsockname()[1]
    return port


async def test_every_press_command_and_commit_is_timed(simulator):
    before = now(simulator)
    lobby = await open_lobby(simulator, simulator.members[0])
    await simulator.members[1].press(lobby, "Join")
    after = now(simulator)
    assert after["press_seconds_count"] - before["press_seconds_count"] == 2
    assert after["commit_seconds_count"] > before["commit_seconds_count"]
    assert after["commit_seconds_sum"] > before["commit_seconds_sum"]


async def test_what_is_refused_as_too_fast_is_counted(simulator):
    simulator.bot.rate_limiter.member = 1.0
    for _ in range(3):
        await simulator.members[0].slash("tables")
    assert now(simulator)["storms_total"] == 2


async def test_films_that_are_refused_are_counted(simulator):
    films, made = simulator.bot.services.films, asyncio.Event()

    async def never() -> None:
        await made.wait()
        raise Refusal("replay.film_failed")

    key = FilmKey(1, 0, "en", ())
    first = asyncio.create_task(films.film(7, key, never))
    await asyncio.sleep(0)
    with pytest.raises(Refusal):
        await films.film(7, FilmKey(2, 0, "en", ()), never)
    assert now(simulator)["films_refused_total"] == 1
    made.set()
    with pytest.raises(Refusal):
        await first


async def test_a_hard_move_that_falls_back_is_counted(simulator, monkeypatch):
    monkeypatch.setattr("cogs.computers.computer_players.STARTING", 0.0)
    mind = simulator.bot.services.computers.move_chooser
    table = engine.deal("classic-canasta", 4, b"\x02" * 32)
    # Before the draw there would be nothing to search.
    for played in (table, engine.play(table, table.turn, "draw")):
        await mind.choose(engine.view(played, table.turn), "hard", bytes(8))
    mind.close()
    assert now(simulator)["hard_fallbacks_total"] == 1
    assert now(simulator)["hard_moves_total"] == 2


async def test_the_age_of_the_newest_backup_and_the_queue_are_looked_up(simulator):
    await simulator.bot.database.make_backup()
    found = now(simulator)
    assert 0 <= found["backup_age_seconds"] < 60
    assert (found["paint_queue"], found["still_to_forget"]) == (0, 0)


def test_without_a_backup_there_is_no_age(tmp_path):
    assert math.isnan(backup_age(tmp_path / "tuppence.db"))


@pytest.mark.parametrize("what", LATENCY_BUDGETS)
def test_what_misses_its_budget_is_counted(what):
    own = Metrics()
    own.took(what, LATENCY_BUDGETS[what])
    own.took(what, LATENCY_BUDGETS[what] + 0.001)
    found = read(generate_latest(own.registry).decode())
    assert found[f"over_budget_total_{what}"] == 1
    assert found[f"{what}_seconds_count"] == 2


async def test_a_loop_that_is_held_up_is_seen():
    own = Metrics()
    watching = asyncio.create_task(measure_loop_lag(own))
    await asyncio.sleep(0)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.core.lifecycle.LAG_SAMPLE_SECONDS", 0.0)
        await asyncio.sleep(0.3)
    watching.cancel()
    assert read(generate_latest(own.registry).decode())["loop_seconds_count"] >= 1


async def test_no_figure_names_a_person_a_server_or_a_table(simulator):
    game = await start(simulator, simulator.members)
    await game.take_turn()
    text = told(simulator)
    assert not re.search(r"\d{15,}", re.sub(r"_created\S* \S+|\d\.\d+(e\S+)?", "", text))
    for name in (*(person.name for person in simulator.members), "Ann", "Card Corner", HOUSE):
        assert name not in text
    labels = set(re.findall(r'(\w+)="', text))
    assert labels == {"le", "what", "version"}


def test_by_default_nobody_is_told():
    assert Settings().metrics_port == 0
    with Metrics().serving(0):
        pass


def test_a_port_that_is_taken_is_told_as_a_setting_to_mend():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(InvalidSettings, match="TUPPENCE_METRICS_PORT"), Metrics().serving(port):
            pass


async def test_who_begins_beside_another_tells_its_figures_once_that_one_has_gone(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("cogs.core.metrics.AGAIN", 0.01)
    port, old, new = free_port(), Metrics(), Metrics()
    new.count("storms")
    with ExitStack() as stack:
        with old.serving(port):
            stack.enter_context(new.serving(port, beside=True))
            await asyncio.sleep(0.05)
            assert (await numbers_at(port))["storms_total"] == 0
        async with asyncio.timeout(20):
            while not await is_told(port):
                pass
        assert (await numbers_at(port))["storms_total"] == 1
    assert not await is_told(port)


async def is_told(port: int) -> bool:
    try:
        await numbers_at(port)
    except aiohttp.ClientError:
        return False
    return True


async def numbers_at(port: int) -> dict[str, float]:
    async with aiohttp.ClientSession() as session, session.get(told_at(port)) as answer:
        return read(await answer.text())


async def test_a_process_tells_its_figures_on_this_machine_and_doctor_shows_them(tmp_path: Path):
    port = free_port()
    async with FakeDiscord() as discord:
        process = await Process.started(discord, tmp_path / "t.db", TUPPENCE_METRICS_PORT=str(port))
        try:
            await discord.join("Ann").slash("play", game=HOUSE)
            found = await answered(port)
            lines = [line.words for line in await read_metrics(port)]
        finally:
            status = await process.stop()
    assert status == 0
    assert found["press_seconds_count"] == 1
    assert VERSION in lines[0]
    assert lines[1].startswith("Interactions and commands answered: 1,")
    assert len(lines) == len(list(metric_results(found)))
    assert "No running bot" in (await read_metrics(port))[0].words


async def answered(port: int) -> dict[str, float]:
    """Return the metrics of a process as soon as it answers."""
    async with asyncio.timeout(20):
        while not (found := await numbers_at(port))["press_seconds_count"]:
            pass
    return found


@pytest.mark.parametrize("said", [b"go_goroutines 7\n", b"<html>not figures</html>"])
async def test_doctor_says_when_another_program_answers_there(said: bytes):
    async def answer(_: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        back.write(b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n\r\n" + said)
        back.close()

    port = free_port()
    async with await asyncio.start_server(answer, "127.0.0.1", port):
        (line,) = await read_metrics(port)
    assert not line.well
    assert f"Another program answers on the metrics port {port}" in line.words


async def test_doctor_says_when_nobody_is_told():
    (line,) = await read_metrics(0)
    assert line.well
    assert "TUPPENCE_METRICS_PORT" in line.words
