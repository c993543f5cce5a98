"""Tests that a row of `strength` played in several runs equals a row played in one run."""

import itertools
from concurrent.futures import Future
from pathlib import Path

import portalocker
import pytest

from benchmarks.players import duel
from benchmarks.players.duel import Row, Tally, played, start
from benchmarks.players.fingerprint import done, fingerprint
from benchmarks.players.results_files import (
    DEAL_FILES,
    OF_PLAYERS,
    PLAYED_WITH,
    TREE,
    Kept,
    edition,
)
from benchmarks.players.strength import ENOUGH, main, measured, side_by_side, verdict, wilson
from benchmarks.players.strength import asked as asked_for

ROW = Row("classic-canasta:4", "easy-random")
GAMES = ("classic-canasta:4", "house-canasta:3", "ten-pennies:2")


def at_rest(directory: Path, seeds: str = "tuning") -> dict[int, Tally]:
    """Return the deals of a row that no process uses."""
    kept = Kept(directory, "these", seeds, ROW)
    kept.close()
    return kept.deals


def told(tally: Tally) -> object:
    """Return everything in a tally except times, which differ between runs."""
    counts = {name: doings.counts for name, doings in tally.doings.items()}
    return tally.margins, tally.moves, tally.illegal, counts


def test_a_row_that_is_resumed_is_the_row_played_in_one_go(tmp_path: Path):
    straight = Tally()
    for number in range(3):
        straight.add(played(ROW, "tuning", number))
    for deals in (1, 3):
        kept = Kept(tmp_path, "these", "tuning", ROW)
        list(measured({ROW: kept}, asked_for(["--deals", str(deals)])))
        kept.close()
    kept = Kept(tmp_path, "these", "tuning", ROW)
    assert told(kept.together) == told(straight)
    kept.close()


def test_no_process_waits_for_a_deal_where_several_end_together():
    def begun(deal: tuple[int, Row]) -> Future[Tally]:
        ended: Future[Tally] = Future()
        ended.set_result(Tally([float(deal[0])]))
        return ended

    deals = iter([(number, ROW) for number in range(8)])
    told = side_by_side(begun, deals, 3)
    assert {deal[0] for deal, _ in itertools.islice(told, 3)} == {0, 1, 2}
    next(told)
    assert next(deals)[0] == 6


def test_a_deal_that_a_kill_tore_is_played_again(tmp_path: Path):
    kept = Kept(tmp_path, "these", "tuning", ROW)
    kept.add(0, played(ROW, "tuning", 0))
    kept.close()
    (path,) = tmp_path.rglob("*.jsonl")
    path.write_text(path.read_text() + '{"deal": 1, "marg')
    again = Kept(tmp_path, "these", "tuning", ROW)
    assert set(again.deals) == {0}
    again.add(1, played(ROW, "tuning", 1))
    again.close()
    assert set(at_rest(tmp_path)) == {0, 1}


def test_seeds_of_verdict_and_of_tuning_share_no_deal_and_no_file(tmp_path: Path):
    seeds = {
        (kind, number): start("house-canasta", 4, kind, number).seed
        for kind, number in itertools.product(("tuning", "verdict"), range(50))
    }
    assert len(set(seeds.values())) == 100
    kept = Kept(tmp_path, "these", "tuning", ROW)
    kept.add(0, Tally([1.0]))
    kept.close()
    assert set(at_rest(tmp_path)) == {0}
    assert not at_rest(tmp_path, "verdict")


def test_two_runs_never_play_the_same_row_at_once(tmp_path: Path):
    kept = Kept(tmp_path, "these", "tuning", ROW)
    with pytest.raises(portalocker.AlreadyLocked):
        Kept(tmp_path, "these", "tuning", ROW)
    kept.close()


def test_a_row_goes_on_from_what_was_published_of_it_on_another_machine(tmp_path: Path):
    published, here, there = tmp_path / "published", tmp_path / "here", tmp_path / "there"
    kept = Kept(here, "these", "tuning", ROW, published)
    for number in range(3):
        kept.add(number, played(ROW, "tuning", number))
    kept.publish(published)
    kept.close()
    again = Kept(there, "these", "tuning", ROW, published)
    assert set(again.deals) == {0, 1, 2}
    assert told(again.together) == told(kept.together)
    again.close()
    for other in (("those", "tuning"), ("these", "verdict")):
        none = Kept(there, *other, ROW, published)
        assert not none.deals
        none.close()


def test_what_players_of_before_did_is_not_published_beside_what_they_do_today(tmp_path: Path):
    for played_with, seeds in (("before", "tuning"), ("before", "verdict"), ("today", "tuning")):
        kept = Kept(tmp_path / "keep", played_with, seeds, ROW, tmp_path / "published")
        kept.add(0, Tally([1.0]))
        kept.publish(tmp_path / "published")
        kept.close()
    names = {path.name for path in (tmp_path / "published").rglob("*.json")}
    assert names == {"before.verdict.json", "today.tuning.json"}


def tree_of(tmp_path: Path) -> Path:
    """Return a tree with all files that an edition depends on, each empty."""
    for name in ("engine/players/levels.py", *PLAYED_WITH):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert all((TREE / name).exists() for name in PLAYED_WITH)
    return tmp_path


HOUSE = Row("house-canasta:4", "hard-before")


def test_deals_of_players_that_choose_otherwise_are_not_counted_with_the_old_ones(tmp_path: Path):
    tree, keep = tree_of(tmp_path / "tree"), tmp_path / "keep"
    before = edition(keep, HOUSE, tree, lambda *_: "so they played")
    (tree / "engine/players/levels.py").write_text("MOST = 5\n")
    assert edition(keep, HOUSE, tree, lambda *_: "so they play now") != before


def test_deals_from_before_the_engine_was_tidied_up_still_count(tmp_path: Path):
    tree, keep = tree_of(tmp_path / "tree"), tmp_path / "keep"
    before = edition(keep, HOUSE, tree, lambda *_: "so they played")
    (tree / "engine/players/levels.py").write_text("# The same.\n")
    assert edition(keep, HOUSE, tree, lambda *_: "so they played") == before


def counts_still(tmp_path: Path, changed: str, pair: str) -> bool:
    """Whether the kept deals of a pair still count after a file of the benchmark has changed."""
    tree, keep = tree_of(tmp_path / "tree"), tmp_path / "keep"
    row = Row("house-canasta:4", pair)
    before = edition(keep, row, tree, lambda *_: "so they played")
    (tree / changed).write_text("MOST = 5\n")
    return edition(keep, row, tree, lambda *_: "so they played") == before


@pytest.mark.parametrize("name", DEAL_FILES)
def test_deals_from_before_the_benchmark_changed_do_not_count(tmp_path: Path, name: str):
    assert not counts_still(tmp_path, name, "normal-easy")


@pytest.mark.parametrize("player, name", OF_PLAYERS.items())
def test_what_decides_about_one_player_ends_the_rows_of_that_player_alone(
    tmp_path: Path, player: str, name: str
):
    assert not counts_still(tmp_path / "its", name, f"{player}-normal")
    assert counts_still(tmp_path / "others", name, "normal-easy")


def test_a_fingerprint_is_taken_once_for_a_row_and_a_state_of_the_source(tmp_path: Path):
    tree, asked_of = tree_of(tmp_path / "tree"), list[str]()

    def taken(game: str, pair: str) -> str:
        asked_of.append(f"{game} {pair}")
        return "so they play"

    for game in ("ten-pennies:4", "ten-pennies:4:game", "ten-pennies:2", "ten-pennies:4"):
        for pair in ("normal-easy", "easy-random"):
            edition(tmp_path / "keep", Row(game, pair), tree, taken)
    games = ("ten-pennies:4", "ten-pennies:2")
    assert asked_of == [
        f"{game} {pair}" for game in games for pair in ("normal-easy", "easy-random")
    ]


def test_a_fingerprint_tells_players_apart_and_is_the_same_again():
    first = fingerprint("classic-canasta:4", "normal-random", 1)
    assert fingerprint("classic-canasta:4", "normal-random", 1) == first
    assert fingerprint("classic-canasta:4", "bold-random", 1) != first


def test_a_taste_that_changes_leaves_the_rows_of_the_others(monkeypatch: pytest.MonkeyPatch):
    pairs = ("bold-normal", "hoarder-normal")
    before = [fingerprint("classic-canasta:4", pair, 1) for pair in pairs]
    monkeypatch.setitem(duel.PLAYERS, "bold", duel.PLAYERS["careful"])
    bold, hoarder = (fingerprint("classic-canasta:4", pair, 1) for pair in pairs)
    assert bold != before[0]
    assert hoarder == before[1]


def test_who_searches_is_asked_for_what_it_compares_as_well():
    told = [*done("classic-canasta:4", "hard-normal", 1)]
    assert any(" compared " in line for line in told)
    assert any(" hard " in line for line in told)
    assert not any(" hard " in line for line in done("classic-canasta:4", "weights-normal", 1))


def test_what_was_measured_does_not_go_into_the_tree(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        main(["--keep", str(TREE / "rows")])
    assert "does not belong into the tree" in capsys.readouterr().err


def test_a_row_of_few_deals_is_no_verdict():
    row = Row("house-canasta:4", "hard-normal")
    assert "too few" in verdict(row, Tally([1.0] * (ENOUGH - 1)))
    assert "reached" in verdict(row, Tally([1.0] * ENOUGH))
    assert "MISSED" in verdict(row, Tally([1.0, -1.0] * ENOUGH))


@pytest.mark.parametrize("won, told", [(230, "reached"), (270, "reached"), (200, "MISSED")])
def test_a_taste_is_to_be_neither_stronger_nor_weaker(won: int, told: str):
    row = Row("house-canasta:4", "bold-normal")
    assert told in verdict(row, Tally([1.0] * won + [-1.0] * (ENOUGH - won)))


def test_wilsons_interval_holds_the_share_and_narrows_with_deals():
    low, high = wilson(30, 54)
    assert low < 30 / 54 < high
    assert wilson(300, 540)[0] > low
    # Newcombe 1998, table I, method 3: 81 of 263.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=1e-4)


@pytest.mark.parametrize("game", GAMES)
def test_who_sees_all_cards_makes_no_illegal_move(game: str):
    tally = played(Row(game, "seer-weights"), "tuning", 0)
    assert tally.illegal == 0
    assert tally.doings["seer"].counts["turns"]
