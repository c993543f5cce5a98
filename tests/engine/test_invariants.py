"""Invariants of the engine: what is true at every table of every game, by Hypothesis."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.canasta.family import Canasta
from engine.canasta.melds.open_melds import spread
from engine.canasta.round.events import FootPickedUp, PileTaken, RedThreesLaid
from engine.model.cards import BLACK_THREES, RED_THREES, rank_of, without, write_cards
from engine.model.events import Drawn, RoundEnded
from engine.model.moves import Add, Discard, Meld, Move
from engine.model.sampling import BACK
from engine.model.table import Table
from tests.support.strategies import MOVES, actor, bundles, tables, walk

RANDOMS = st.integers(0, 2**32).map(Random)


def viewers(table: Table) -> tuple[int | None, ...]:
    return (*range(table.rules.seat_count), None)


@given(MOVES)
@settings(max_examples=300)
def test_reading_what_was_written_gives_the_move(move: Move) -> None:
    assert engine.read(engine.write(move), engine.deal("house-canasta", 2, bytes(32))) == move


PIECES = ["KS", "4c", "10h", "♠Q", "jo", "joker", "/", ":", ";", "meld", "add", "3", "ask"]
PIECES += ["king", "two", "of", "hearts", "eights", "lay", "off", "to", "take", "the", "pile"]


@given(st.text() | st.lists(st.sampled_from(PIECES)).map(" ".join))
@settings(max_examples=100)
def test_any_text_is_a_move_or_refused(text: str) -> None:
    table = engine.deal("house-canasta", 2, bytes(32))
    try:
        move = engine.read(text, table)
    except (engine.SyntaxRefused, engine.Ambiguous):
        return
    assert engine.read(engine.write(move), table) == move


@given(tables(), RANDOMS)
@settings(max_examples=50)
def test_a_lay_off_without_a_number_goes_on_the_one_meld_that_takes_it(
    table: Table, random: Random
) -> None:
    seat = actor(table, random)
    view, adds = engine.view(table, seat), [m for m in engine.legal(table, seat) if type(m) is Add]
    for cards in {add.cards for add in adds}:
        text, meant = f"add {write_cards(cards)}", [add for add in adds if add.cards == cards]
        if len(meant) == 1:
            assert engine.read(text, view) == meant[0]
            assert text in engine.legal(table, seat)
        else:
            with pytest.raises(engine.Ambiguous):
                engine.read(text, view)


@given(tables())
def test_a_position_and_a_snapshot_give_the_table_back(table: Table) -> None:
    assert engine.from_position(engine.position(table)) == table
    assert engine.load(engine.dump(table)) == table
    assert len(engine.dump(table)) <= 900


@given(tables(), RANDOMS)
def test_something_is_legal_and_every_legal_step_is_accepted(table: Table, random: Random) -> None:
    legal = engine.legal(table, actor(table, random))
    steps = list(legal)
    assert steps
    assert legal
    assert all(move in legal and engine.write(move) in legal for move in steps)


@given(tables())
def test_every_default_is_legal(table: Table) -> None:
    for decision in engine.pending(table):
        assert decision.default is None or decision.default in engine.legal(table, decision.seat)


@given(tables(), RANDOMS, st.data())
@settings(max_examples=150)
def test_a_bundle_is_legal_exactly_when_it_can_be_decided(
    table: Table, random: Random, data: st.DataObject
) -> None:
    seat = actor(table, random)
    move = data.draw(bundles(table, seat))
    before = engine.position(table)
    refused = _refused(table, seat, move)
    assert (move in engine.legal(table, seat)) == (refused is None)
    if refused:
        assert refused.rule == table.rules.rule_ids[refused.code]
        assert refused.fix is None or refused.fix in engine.legal(table, seat)
    assert engine.position(table) == before


def _refused(table: Table, seat: int, move: Move) -> engine.Refused | None:
    try:
        engine.decide(table, seat, move)
    except engine.Refused as refused:
        return refused
    return None


@given(tables(), RANDOMS)
def test_every_single_card_and_rank_that_could_be_played_is_listed(
    table: Table, random: Random
) -> None:
    seat = actor(table, random)
    legal = engine.legal(table, seat)
    listed = set(legal)
    faces = set(table.hands[seat])
    assert {Discard(face) for face in faces if Discard(face) in legal} == {
        move for move in listed if isinstance(move, Discard)
    }
    if "canasta" in table.rules.slug or table.rules.slug == "pennies-from-heaven":
        adds = {Add(n, bytes((f,))) for n in range(1, len(table.melds) + 1) for f in faces}
        assert {add for add in adds if add in legal} == {m for m in listed if isinstance(m, Add)}
        # A meld that would merge with an open one is listed as lay-offs on it.
        ranks = {rank_of(move.melds[0][0]) for move in listed if isinstance(move, Meld)}
        ranks |= {table.melds[move.meld - 1].rank for move in listed if isinstance(move, Add)}
        assert _meld_ranks(legal, table.hands[seat]) <= ranks


def _meld_ranks(legal: engine.Legal, hand: bytes) -> set[int]:
    """Return the ranks of which three neighbouring cards of the hand may be melded."""
    plain = bytes(face for face in hand if face not in RED_THREES + BLACK_THREES)
    trios = (plain[start : start + 3] for start in range(len(plain) - 2))
    return {rank_of(trio[0]) for trio in trios if Meld((trio,)) in legal and trio[0] < 48}


@given(tables())
def test_room_is_what_may_be_laid_off_card_by_card(table: Table) -> None:
    seat = engine.pending(table)[0].seat
    legal = engine.legal(table, seat)
    for number in range(1, len(table.melds) + 1):
        fits = {f for f in set(table.hands[seat]) if Add(number, bytes((f,))) in legal}
        assert set(legal.room(number)) == fits


@given(tables())
def test_an_opening_is_legal_and_the_cheapest_comes_first(table: Table) -> None:
    legal = engine.legal(table, engine.pending(table)[0].seat)
    openings = list(legal.opening())
    assert all(move in legal for move in openings)
    sizes = [sum(map(len, move.melds)) for move in openings]
    assert sizes == sorted(sizes)


@given(tables())
def test_what_is_remembered_of_the_melds_is_what_they_show(table: Table) -> None:
    rules, melds = table.rules, table.melds
    if not isinstance(rules, Canasta):
        return
    for seat in range(rules.seat_count):
        kept, anew = (spread(rules, held, seat) for held in (melds, tuple(melds)))
        assert [*kept.open.items()] == [*anew.open.items()]
        assert (kept.numbers, kept.fresh) == (anew.numbers, anew.fresh)


@given(tables(), RANDOMS)
def test_queries_leave_the_table_as_it_was(table: Table, random: Random) -> None:
    before = engine.position(table)
    for viewer in viewers(table):
        engine.sample(engine.view(table, viewer), random)
    list(engine.legal(table, actor(table, random)).opening())
    engine.score(table)
    engine.dump(table)
    assert engine.position(table) == before


@given(tables(), RANDOMS)
def test_a_sampled_world_looks_the_same_to_its_viewer(table: Table, random: Random) -> None:
    for viewer in viewers(table):
        view = engine.view(table, viewer)
        world = engine.sample(view, random)
        assert engine.view(world, viewer) == view
        assert len(world.stock) == len(table.stock)


@given(tables())
def test_a_table_made_from_a_view_looks_the_same_and_has_a_back_for_every_hidden_card(
    table: Table,
) -> None:
    for viewer in viewers(table):
        view = engine.view(table, viewer)
        seen = engine.face_down(view)
        assert engine.view(seen, viewer) == view
        others = [seat for seat in range(table.rules.seat_count) if seat != viewer]
        unknown = [without(seen.hands[seat], seen.known[seat]) for seat in others]
        assert set(b"".join([*unknown, *seen.feet, seen.stock])) <= set(BACK)
        assert not any(seen.seed)


@given(tables(), RANDOMS)
def test_with_all_hidden_cards_face_down_the_same_moves_are_legal(
    table: Table, random: Random
) -> None:
    seat = actor(table, random)
    seen = engine.face_down(engine.view(table, seat))
    assert list(engine.legal(seen, seat)) == list(engine.legal(table, seat))
    assert list(engine.legal(seen, seat).takes()) == list(engine.legal(table, seat).takes())


@given(tables(), RANDOMS)
@settings(max_examples=100)
def test_what_a_viewer_may_not_know_changes_nothing_it_sees(table: Table, random: Random) -> None:
    mover = actor(table, random)
    viewer = random.choice([seat for seat in viewers(table) if seat != mover])
    other = _reshuffled_unseen(table, {mover, viewer}, random)
    assert engine.view(other, viewer) == engine.view(table, viewer)
    for _, seat, move in list(walk(table, random, 1))[:1]:
        if seat == mover and not _ends(table, seat, move) and not _ends(other, seat, move):
            assert _seen(other, seat, move, viewer) == _seen(table, seat, move, viewer)


def _reshuffled_unseen(table: Table, spared: set[int | None], random: Random) -> Table:
    """Return the table with the feet, the deep stock and all hands but those of `spared` mixed.

    Red threes stay where they are: laying them is public.
    """
    spared = {*spared, (table.turn + 1) % table.rules.seat_count}
    hands = [b"" if seat in spared else hand for seat, hand in enumerate(table.hands)]
    parts = [*hands, *table.feet, table.stock[20:]]
    pool = [face for face in b"".join(parts) if face not in RED_THREES]
    random.shuffle(pool)
    mixed = [bytes(f if f in RED_THREES else pool.pop() for f in part) for part in parts]
    seats = len(hands)
    return table.but(
        hands=tuple(
            hand if seat in spared else bytes(sorted(new))
            for seat, (hand, new) in enumerate(zip(table.hands, mixed, strict=False))
        ),
        feet=tuple(mixed[seats:-1]),
        stock=table.stock[:20] + mixed[-1],
    )


def _ends(table: Table, seat: int, move: Move) -> bool:
    return any(isinstance(event, RoundEnded) for event in engine.decide(table, seat, move))


def _seen(table: Table, seat: int, move: Move, viewer: int | None) -> list[engine.Event]:
    return [engine.project(event, viewer) for event in engine.decide(table, seat, move)]


@given(tables())
def test_a_projected_event_never_holds_a_card_its_reader_may_not_see(table: Table) -> None:
    for before, seat, move in walk(table, Random(1), 5):
        neighbour = (seat + 1) % before.rules.seat_count
        for event in engine.decide(before, seat, move):
            seen = engine.project(event, neighbour)
            if isinstance(seen, Drawn | FootPickedUp):
                assert seen.cards is None
            if isinstance(seen, PileTaken | RedThreesLaid) and seen.seat != neighbour:
                assert seen.drawn is None


@given(tables(longest=60), RANDOMS)
@settings(max_examples=30)
def test_replay_equals_play(table: Table, random: Random) -> None:
    rules = table.rules
    start = engine.deal(rules.slug, rules.seat_count, table.seed)
    steps = list(walk(start, random, 150))
    log = [(seat, engine.write(move)) for _, seat, move in steps]
    played = engine.play(*steps[-1])
    assert engine.replay(rules.slug, rules.seat_count, table.seed, log) == played


DIGEST = """
import hashlib, random, engine
from tests.support.strategies import walk
for game in engine.GAMES.values():
    table = engine.deal(game.slug, game.seats[0], bytes(range(32)))
    for table, seat, move in walk(table, random.Random(5), 80):
        print(hashlib.sha256(engine.dump(table) + engine.write(move).encode()).hexdigest())
        print(engine.view(table, seat), *engine.legal(table, seat))
        print(*engine.legal(table, seat).opening())
"""


def test_the_hash_seed_changes_nothing() -> None:
    runs = [
        subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    ]
    assert runs[0] == runs[1] == runs[2]
    assert len(runs[0].splitlines()) > 500
