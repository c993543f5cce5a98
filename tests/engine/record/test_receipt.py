"""Receipts: the fingerprints before the game, the mixed shuffle, and the published proof."""

import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.model.option import Value
from engine.players.heuristic import easy
from engine.record.receipt import BadReceipt, Receipt, effective
from engine.record.shuffle import (
    AtJoins,
    AtStart,
    Contribution,
    Terms,
    commitment,
    final_seed,
    seed_of_joins,
)
from engine.verify import (
    ALL,
    ITSELF_ONLY,
    Check,
    ExitStatus,
    Published,
    Verdict,
    holds,
    status,
    verify,
)

SERVER = bytes(range(32))
FINGERPRINT = commitment(SERVER)
JOINED = (Contribution(501, 9001), Contribution(500, 9002))
PRESSES = AtStart(joined=(9001, 9002), seating=(9001, 9002), start=9005)
TERMS = Terms(7, "house-canasta", 2, {"max_rounds": 1})


def played(
    slug: str,
    seats: int,
    server: bytes = SERVER,
    mixed: AtStart | AtJoins | None = None,
    *,
    lazy: bool = False,
) -> Receipt:
    """Return the receipt of a short game of computer players."""
    options: dict[str, Value] = {"max_rounds": 1} if slug == "house-canasta" else {}
    mixed = mixed or replace(PRESSES, seating=(9001, 9002, 0, 0)[:seats])
    terms = Terms(7, slug, engine.GAMES[slug].version, options)
    if isinstance(mixed, AtStart):
        seed = final_seed(server, terms, mixed)
    else:
        seed = seed_of_joins(server, 7, mixed.contributions)
    rng = random.Random(1)
    table = engine.deal(slug, seats, seed, options)
    moves = []
    while table.result is None:
        asked = next(one for one in engine.pending(table) if one.default is not None)
        seat, default = asked.seat, asked.default
        assert default is not None
        move = default if lazy else easy.choose(engine.view(table, seat), rng)
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    rest = (commitment(server), server, mixed, seed, tuple(moves), table.result.scores)
    return Receipt(7, slug, seats, options, *rest, rules=terms.rules)


@pytest.fixture(scope="module")
def receipt() -> Receipt:
    return played("house-canasta", 2)


@pytest.fixture(scope="module")
def early() -> Receipt:
    """Return a receipt in the first format, whose shuffle does not use the press of Start."""
    return played("house-canasta", 2, mixed=AtJoins(JOINED))


def false(receipt: Receipt, fingerprint: str = FINGERPRINT) -> set[Check]:
    """Return the checks that fail."""
    found = verify(receipt, Published(fingerprint))
    return {one.check for one in found if one.verdict is Verdict.FALSE}


def all_of(receipt: Receipt, fingerprint: str = FINGERPRINT) -> Published:
    """Return everything that the game of a receipt has published."""
    return Published(fingerprint, receipt.start, receipt.end)


def verdict(receipt: Receipt, check: Check, published: Published) -> Verdict:
    return next(one.verdict for one in verify(receipt, published) if one.check is check)


@pytest.mark.parametrize("slug", ["house-canasta", "classic-canasta", "ten-pennies"])
def test_the_receipt_of_a_fair_game_holds(slug):
    receipt = played(slug, 4)
    assert status(verify(receipt, all_of(receipt))) is ExitStatus.TRUE
    assert status(verify(Receipt.read(receipt.text()), all_of(receipt))) is ExitStatus.TRUE


def test_a_receipt_that_was_published_reads_back_the_same(receipt):
    assert Receipt.read(receipt.text()) == receipt


def test_a_receipt_names_nobody(receipt):
    assert not re.search(r"\b50[01]\b", receipt.text())


@given(st.integers(0, 31), st.integers(1, 255))
def test_changing_one_byte_of_the_server_seed_changes_the_seed(place, by):
    other = bytearray(SERVER)
    other[place] ^= by
    assert final_seed(bytes(other), TERMS, PRESSES) != final_seed(SERVER, TERMS, PRESSES)


@pytest.mark.parametrize(
    "changed",
    [
        {"joined": (9001,)},
        {"joined": (9001, 9002, 9003)},
        {"seating": (9002, 9001)},
        {"seating": (9001, 9002, 0)},
        {"start": 9006},
    ],
)
def test_another_press_another_seat_and_another_start_change_the_seed(changed):
    other = final_seed(SERVER, TERMS, replace(PRESSES, **changed))
    assert other != final_seed(SERVER, TERMS, PRESSES)


@pytest.mark.parametrize(
    "changed",
    [
        {"table": 8},
        {"game": "ponytail-canasta"},
        {"rules": 1},
        {"options": {"max_rounds": 2}},
        {"options": {}},
    ],
)
def test_whatever_the_game_is_played_by_changes_the_seed(changed):
    other = final_seed(SERVER, TERMS._replace(**changed), PRESSES)
    assert other != final_seed(SERVER, TERMS, PRESSES)


def test_the_order_in_which_presses_and_options_are_listed_does_not_matter():
    terms = TERMS._replace(options={"a": 1, "b": 2})
    again = TERMS._replace(options={"b": 2, "a": 1})
    other = final_seed(SERVER, again, replace(PRESSES, joined=PRESSES.joined[::-1]))
    assert other == final_seed(SERVER, terms, PRESSES)


def test_another_server_seed_than_promised_is_found(receipt):
    other = replace(receipt, server_seed=bytes(32))
    assert false(other) == {Check.PROMISE, Check.MIX}


def test_a_seed_that_was_chosen_is_found(receipt):
    assert Check.MIX in false(replace(receipt, seed=bytes(32)))


@pytest.mark.parametrize("changed", [{"joined": (9001,)}, {"seating": (9002, 9001)}, {"start": 1}])
def test_a_press_that_is_another_is_found(receipt, changed):
    assert false(replace(receipt, mixed=replace(receipt.mixed, **changed))) == {Check.MIX}


def test_a_deck_that_nobody_started_is_not_fair(receipt):
    nobody = replace(receipt.mixed, start=0)
    alone = replace(receipt, mixed=nobody, seed=final_seed(SERVER, receipt.terms, nobody))
    assert Check.MIX in false(alone)


# ---- the published fingerprint


def test_a_receipt_invented_from_nothing_agrees_with_itself_and_not_with_the_fingerprint():
    invented = played("house-canasta", 2, server=bytes(32))
    assert holds(verify(invented))
    assert false(invented) == {Check.PROMISE}
    claimed = replace(invented, commitment=FINGERPRINT)
    assert false(claimed) == {Check.PROMISE}


def test_without_the_fingerprint_nothing_is_known_of_the_promise(receipt):
    findings = verify(receipt)
    assert findings[0].verdict is Verdict.UNKNOWN
    assert status(findings) is ExitStatus.NOT_ALL_CHECKED


def test_a_fingerprint_may_be_given_in_capitals(receipt):
    published = all_of(receipt, f" {FINGERPRINT.upper()} ")
    assert status(verify(receipt, published)) is ExitStatus.TRUE


@pytest.mark.parametrize("given", ["", FINGERPRINT[:7], f"{FINGERPRINT}0", "g" * 64])
def test_what_is_no_fingerprint_is_told_so(receipt, given):
    with pytest.raises(BadReceipt, match="8 to 64 digits"):
        verify(receipt, Published(given))
    with pytest.raises(BadReceipt, match="8 to 64 digits"):
        verify(receipt, Published(FINGERPRINT, start=given))


# ---- the digests of the start and of the end


def other_presses(receipt: Receipt) -> Receipt:
    """Return a forged receipt: other interactions, and a game with their deck."""
    assert isinstance(receipt.mixed, AtStart)
    mixed = replace(receipt.mixed, start=receipt.mixed.start + 1)
    return played(receipt.game, receipt.seats, receipt.server_seed, mixed)


def other_moves(receipt: Receipt) -> Receipt:
    """Return a forged receipt: the same deck, played differently."""
    return played(receipt.game, receipt.seats, receipt.server_seed, receipt.mixed, lazy=True)


@pytest.mark.parametrize("forge,check", [(other_presses, Check.START), (other_moves, Check.END)])
def test_a_receipt_forged_under_the_true_server_seed_is_found_by_the_digests(receipt, forge, check):
    forged = forge(receipt)
    assert forged != receipt
    assert holds(verify(forged, Published(FINGERPRINT)))
    assert status(verify(forged, Published(FINGERPRINT))) is ExitStatus.NOT_ALL_CHECKED
    assert verdict(forged, check, all_of(receipt)) is Verdict.FALSE
    assert status(verify(forged, all_of(receipt))) is ExitStatus.FALSE


def test_an_earlier_game_has_published_no_start_and_any_that_is_claimed_is_false(receipt, early):
    assert early.start is None
    claimed = Published(FINGERPRINT, receipt.start, early.end)
    assert verdict(early, Check.START, claimed) is Verdict.FALSE


def test_the_command_says_which_parts_were_compared_with_nothing_published(receipt, file):
    done = command(str(file), "--fingerprint", FINGERPRINT, "--start", receipt.start or "")
    assert done.returncode == ExitStatus.NOT_ALL_CHECKED
    assert "Not compared with anything published: moves and scores (--end)." in done.stdout


# ---- games that did not mix in the press of Start


def test_a_receipt_of_an_earlier_game_is_verified_as_what_it_is(early):
    assert '"tuppence receipt 1"' in early.text()
    findings = verify(Receipt.read(early.text()), Published(FINGERPRINT))
    unknown = {one.check for one in findings if one.verdict is Verdict.UNKNOWN}
    assert holds(findings)
    assert unknown == {Check.START, Check.END}


def test_a_receipt_from_before_decks_set_aside_were_counted_can_be_read(early):
    text = early.text()
    older = text.replace(',\n"set_aside": 0', "").replace(f',\n"rules": {early.rules}', "")
    assert older.count("\n") == text.count("\n") - 2
    assert Receipt.read(older) == replace(early, rules=1)


def test_an_early_press_that_was_left_out_is_found(early):
    assert false(replace(early, mixed=AtJoins(JOINED[:1]))) == {Check.MIX}


def test_an_early_deck_to_which_nobody_contributed_is_not_fair(early):
    alone = replace(early, mixed=AtJoins(()), seed=seed_of_joins(SERVER, 7, ()))
    assert Check.MIX in false(alone)


def test_an_earlier_game_cannot_be_passed_off_as_a_later_one(early):
    assert false(replace(early, mixed=PRESSES)) == {Check.MIX}


# ---- moves and scores


def test_a_move_that_was_never_made_is_found(receipt):
    seat, _ = receipt.moves[3]
    forged = (*receipt.moves[:3], (seat, "take AS AH"), *receipt.moves[4:])
    findings = verify(replace(receipt, moves=forged), Published(FINGERPRINT))
    assert findings[3].verdict is Verdict.FALSE
    assert findings[3].at == 4


def test_a_game_that_is_not_over_has_no_scores(receipt):
    assert false(replace(receipt, moves=receipt.moves[:-1])) == {Check.SCORES}


def test_scores_that_were_touched_up_are_found(receipt):
    better = (receipt.scores[0] + 5, *receipt.scores[1:])
    assert false(replace(receipt, scores=better)) == {Check.SCORES}


def test_when_a_member_of_an_earlier_game_was_forgotten_its_mix_is_unknown(early):
    forgotten = replace(early, mixed=AtJoins(JOINED[:1], withdrawn=1))
    findings = verify(forgotten, Published(FINGERPRINT))
    assert verdict(forgotten, Check.MIX, Published(FINGERPRINT)) is Verdict.UNKNOWN
    assert holds(findings)
    assert status(findings) is ExitStatus.NOT_ALL_CHECKED


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
        ('{"format": "tuppence receipt 2"}', "missing"),
        ('{"format": ["tuppence receipt 2"]}', "does not say"),
        ("[" * 100_000, "lists in lists"),
        ('{"format": "tuppence receipt 2", "game": "\\ud800"}', "half a character"),
        ('{"format": "tuppence receipt 2", "\\ud800": 1}', "half a character"),
        ("9" * 5000, "no JSON"),
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
        ("[9001, 9002]", "[9001, true]", "list of whole numbers"),
        ('"start": 9005', '"start": -1', "start is not a whole number"),
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


@pytest.fixture
def file(receipt, tmp_path):
    path = tmp_path / "receipt-7.json"
    path.write_text(receipt.text())
    return path


def test_the_command_compares_a_receipt_with_the_published_fingerprint(receipt, file):
    digests = ("--start", receipt.start, "--end", receipt.end)
    done = command(str(file), "--fingerprint", FINGERPRINT, *digests)
    assert (done.returncode, len(done.stdout.splitlines())) == (ExitStatus.TRUE, 8)
    assert ALL in done.stdout
    file.write_text(replace(receipt, seed=bytes(32)).text())
    assert command(str(file), "--fingerprint", FINGERPRINT).returncode == ExitStatus.FALSE


def test_the_command_says_first_of_all_when_it_compared_with_nothing_published(file):
    done = command(str(file))
    assert done.stdout.splitlines()[0] == ITSELF_ONLY
    assert done.returncode == ExitStatus.NOT_ALL_CHECKED


def test_the_command_finds_an_invented_receipt(file):
    file.write_text(played("house-canasta", 2, server=bytes(32)).text())
    done = command(str(file), "--fingerprint", FINGERPRINT)
    assert "NOT TRUE: the server seed" in done.stdout
    assert done.returncode == ExitStatus.FALSE


@pytest.mark.parametrize(
    "arguments",
    [("no-such-file.json",), ("pyproject.toml",), (".",), ("pyproject.toml", "--fingerprint", "7")],
)
def test_the_command_answers_bad_input_with_a_sentence(arguments):
    done = command(*arguments)
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert len(done.stderr.splitlines()) == 1


def test_the_command_answers_half_a_character_with_a_sentence(receipt, tmp_path):
    damaged = tmp_path / "receipt.json"
    damaged.write_text(receipt.text().replace('"draw"', '"\\ud800"', 1))
    assert "ud800" in damaged.read_text()
    done = command(str(damaged), "--fingerprint", FINGERPRINT)
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert len(done.stderr.splitlines()) == 1


def test_the_command_without_a_file_says_how_it_is_used():
    done = command()
    assert done.returncode == ExitStatus.NOTHING_TO_CHECK
    assert "--fingerprint" in done.stderr


@pytest.mark.parametrize("digits", [8, 20, 64])
def test_the_first_digits_of_a_published_value_are_enough_to_compare(receipt, digits):
    known = (FINGERPRINT, receipt.start, receipt.end)
    short = Published(*(value[:digits] for value in known))
    assert status(verify(receipt, short)) is ExitStatus.TRUE
    other = "0" if known[2][digits - 1] != "0" else "1"
    wrong = replace(short, end=known[2][: digits - 1] + other)
    assert status(verify(receipt, wrong)) is ExitStatus.FALSE
