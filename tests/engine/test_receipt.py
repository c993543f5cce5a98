"""Receipts: what is promised, mixed, played and published."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.players.plain import simple
from engine.record.receipt import (
    BadReceipt,
    Contribution,
    Receipt,
    commitment,
    effective,
    final_seed,
)
from engine.verify import Check, Verdict, holds, verify

SERVER = bytes(range(32))
PRESSES = (Contribution(501, 9001), Contribution(500, 9002))


def played(slug: str, seats: int, server: bytes = SERVER) -> Receipt:
    """The receipt of a short game that computers played."""
    options = {"max_rounds": 1} if slug == "house-canasta" else {}
    seed, rng = final_seed(server, 7, PRESSES), random.Random(1)
    table = engine.deal(slug, seats, seed, options)
    moves = []
    while table.result is None:
        seat = next(one.seat for one in engine.pending(table) if one.default is not None)
        move = simple.choose(engine.view(table, seat), rng)
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    promise = commitment(server)
    scores = table.result.scores
    rest = (promise, server, PRESSES, 0, seed, tuple(moves), scores)
    return Receipt(7, slug, seats, options, *rest, rules=table.rules.version)


@pytest.fixture(scope="module")
def receipt() -> Receipt:
    return played("house-canasta", 2)


def false(receipt: Receipt) -> set[Check]:
    """What is found not to be true."""
    return {one.check for one in verify(receipt) if one.verdict is Verdict.FALSE}


@pytest.mark.parametrize("slug", ["house-canasta", "classic-canasta", "ten-pennies"])
def test_the_receipt_of_a_fair_game_holds(slug):
    receipt = played(slug, 4)
    assert holds(verify(receipt))
    assert holds(verify(Receipt.read(receipt.text())))


def test_a_receipt_that_was_published_reads_back_the_same(receipt):
    assert Receipt.read(receipt.text()) == receipt


def test_a_receipt_from_before_decks_set_aside_were_counted_can_be_read(receipt):
    older = receipt.text().replace(',\n"set_aside": 0', "")
    assert older != receipt.text()
    assert Receipt.read(older) == receipt


@given(st.integers(0, 31), st.integers(1, 255))
def test_changing_one_byte_of_the_server_seed_changes_the_seed(place, by):
    other = bytearray(SERVER)
    other[place] ^= by
    assert final_seed(bytes(other), 7, PRESSES) != final_seed(SERVER, 7, PRESSES)


@pytest.mark.parametrize(
    "table,presses",
    [
        (8, PRESSES),
        (7, PRESSES[:1]),
        (7, (*PRESSES, Contribution(502, 1))),
        (7, (Contribution(501, 9003), PRESSES[1])),
        (7, (Contribution(503, 9001), PRESSES[1])),
    ],
)
def test_another_table_or_another_press_changes_the_seed(table, presses):
    assert final_seed(SERVER, table, presses) != final_seed(SERVER, 7, PRESSES)


def test_the_order_in_which_members_are_listed_does_not_matter():
    assert final_seed(SERVER, 7, PRESSES[::-1]) == final_seed(SERVER, 7, PRESSES)


def test_another_server_seed_than_promised_is_found(receipt):
    other = replace(receipt, server_seed=bytes(32))
    assert false(other) == {Check.PROMISE, Check.MIX}


def test_a_seed_that_was_chosen_is_found(receipt):
    assert Check.MIX in false(replace(receipt, seed=bytes(32)))


def test_a_press_that_was_left_out_is_found(receipt):
    assert false(replace(receipt, contributions=PRESSES[:1])) == {Check.MIX}


def test_a_deck_to_which_nobody_contributed_is_not_fair(receipt):
    alone = replace(receipt, contributions=(), seed=final_seed(SERVER, 7, ()))
    assert Check.MIX in false(alone)


def test_a_move_that_was_never_made_is_found(receipt):
    seat, _ = receipt.moves[3]
    forged = (*receipt.moves[:3], (seat, "take AS AH"), *receipt.moves[4:])
    findings = verify(replace(receipt, moves=forged))
    assert findings[2].verdict is Verdict.FALSE
    assert findings[2].at == 4


def test_a_game_that_is_not_over_has_no_scores(receipt):
    assert false(replace(receipt, moves=receipt.moves[:-1])) == {Check.SCORES}


def test_scores_that_were_touched_up_are_found(receipt):
    better = (receipt.scores[0] + 5, *receipt.scores[1:])
    assert false(replace(receipt, scores=better)) == {Check.SCORES}


def test_after_a_member_was_forgotten_the_mix_is_unknown_and_the_game_still_holds(receipt):
    findings = verify(replace(receipt, contributions=PRESSES[:1], withdrawn=1))
    assert findings[1].verdict is Verdict.UNKNOWN
    assert holds(findings)


def test_moves_taken_back_are_not_played():
    moves = [(0, "draw"), (0, "meld KS KD KH"), (0, "undo"), (0, "discard 4S")]
    assert effective(moves) == [(0, "draw"), (0, "discard 4S")]


def test_nothing_can_be_taken_back_before_the_first_move():
    with pytest.raises(BadReceipt, match="before it was made"):
        effective([(0, "undo")])


@pytest.mark.parametrize(
    "text,complaint",
    [
        ("", "no JSON"),
        ("[]", "does not say"),
        ('{"format": "tuppence receipt 9"}', "does not say"),
        ('{"format": "tuppence receipt 1"}', "missing"),
    ],
)
def test_a_text_that_is_no_receipt_is_told_so(text, complaint):
    with pytest.raises(BadReceipt, match=complaint):
        Receipt.read(text)


@pytest.mark.parametrize(
    "old,new,complaint",
    [
        ('"table": 7', '"table": "7"', "table is not a whole number"),
        ('"seats": 2', '"seats": -2', "seats is not a whole number"),
        ('"game": "house-canasta"', '"game": 5', "game is not a text"),
        ('"options": {', '"options": {"x": [], ', "house rules"),
        ('"server_seed": "00', '"server_seed": "zz', "not hexadecimal"),
        ('"server_seed": "00', '"server_seed": "', "31 bytes"),
        ("[501, 9001]", "[501]", "contributions has something"),
        ('"scores": [', '"scores": [null, ', "list of whole numbers"),
    ],
)
def test_a_part_that_is_damaged_is_named(receipt, old, new, complaint):
    text = receipt.text()
    assert old in text
    with pytest.raises(BadReceipt, match=complaint):
        Receipt.read(text.replace(old, new, 1))


@pytest.mark.parametrize(
    "change,complaint",
    [({"game": "bridge"}, "no game called"), ({"seats": 77}, "cannot be dealt")],
)
def test_a_game_that_cannot_be_dealt_is_told_so(receipt, change, complaint):
    with pytest.raises(BadReceipt, match=complaint):
        verify(replace(receipt, **change))


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-m", "engine.verify", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=30)


def test_the_command_verifies_a_published_file(receipt, tmp_path):
    file = tmp_path / "receipt-7.json"
    file.write_text(receipt.text())
    done = command(str(file))
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 5)
    file.write_text(replace(receipt, seed=bytes(32)).text())
    assert command(str(file)).returncode == 1


@pytest.mark.parametrize("arguments", [(), ("no-such-file.json",), ("pyproject.toml",)])
def test_the_command_answers_bad_input_with_a_sentence(arguments):
    done = command(*arguments)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
