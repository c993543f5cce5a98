"""Receipts: the fingerprints before the game, the mixed shuffle, and the published proof."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.record.receipt import BadReceipt, Receipt, effective
from engine.record.shuffle import AtJoins, AtStart, Terms, final_seed, seed_of_joins
from engine.verify import Check, ExitStatus, Published, Verdict, holds, status, verify
from tests.engine.record.receipts import FINGERPRINT, JOINED, PRESSES, SERVER, played

TERMS = Terms(7, "house-canasta", 2, {"max_rounds": 1})


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
