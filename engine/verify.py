"""Verifying a receipt: `python -m engine.verify receipt-7.json --fingerprint …`, offline.

It needs nothing but this folder, the receipt, and the fingerprint that the first message of the
game showed before anybody joined. Four things are checked: the server seed is the one that was
promised by that fingerprint, the seed in play was mixed from it and the members' presses, every
move is one that the rules allow in the game so dealt, and the scores are its scores.

Without the fingerprint a receipt can only be compared with itself, and anybody can invent one
that agrees with itself.

Exit statuses: 0 all of it is true; 1 something is not; 2 there was nothing to check (no receipt,
no file, no fingerprint of 64 digits); 3 nothing is untrue, but not everything could be checked.
"""

import re
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from engine.games import GAMES
from engine.model.refusals import Refused
from engine.model.table import Table
from engine.record.receipt import BadReceipt, Receipt, effective
from engine.record.replay import deal, play
from engine.record.shuffle import AtJoins, AtStart, commitment, final_seed, seed_of_joins

_FINGERPRINT: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


class Check(StrEnum):
    """What is checked, in this order."""

    PROMISE = "promise"
    MIX = "mix"
    MOVES = "moves"
    SCORES = "scores"


class Verdict(StrEnum):
    """What came of a check."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class Ending(IntEnum):
    """How the command ends."""

    TRUE = 0
    FALSE = 1
    NOTHING_TO_CHECK = 2
    NOT_ALL_CHECKED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """One check. `at` is the number of the first move that does not fit, counted from 1."""

    check: Check
    verdict: Verdict
    at: int = 0


def verify(receipt: Receipt, fingerprint: str | None = None) -> tuple[Finding, ...]:
    """All four findings. Without the published fingerprint the promise stays unknown at best.

    Raises `BadReceipt` when the game of the receipt cannot be dealt, or for no fingerprint.
    """
    promise = Finding(Check.PROMISE, _promised(receipt, fingerprint))
    played, at = _played(_dealt(receipt), receipt)
    result = played.result
    scored = result is not None and result.scores == receipt.scores and at == 0
    return (
        promise,
        Finding(Check.MIX, _mixed(receipt)),
        Finding(Check.MOVES, _verdict(at == 0), at),
        Finding(Check.SCORES, _verdict(scored)),
    )


def holds(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing was found to be false."""
    return all(finding.verdict is not Verdict.FALSE for finding in findings)


def status(findings: tuple[Finding, ...]) -> Ending:
    """How the command ends after these findings."""
    if not holds(findings):
        return Ending.FALSE
    unknown = any(finding.verdict is Verdict.UNKNOWN for finding in findings)
    return Ending.NOT_ALL_CHECKED if unknown else Ending.TRUE


def _verdict(is_true: bool) -> Verdict:  # noqa: FBT001 - it is what is judged
    return Verdict.TRUE if is_true else Verdict.FALSE


def _promised(receipt: Receipt, fingerprint: str | None) -> Verdict:
    own = commitment(receipt.server_seed)
    if fingerprint is None:
        return Verdict.UNKNOWN if own == receipt.commitment else Verdict.FALSE
    published = fingerprint.strip().lower()
    if not _FINGERPRINT.fullmatch(published):
        raise BadReceipt(
            f"A fingerprint has 64 digits from 0 to f, and this is none: {fingerprint!r}."
        )
    return _verdict(own == published == receipt.commitment)


def _mixed(receipt: Receipt) -> Verdict:
    match receipt.mixed:
        case AtJoins(withdrawn=withdrawn) if withdrawn:
            return Verdict.UNKNOWN
        case AtJoins(pressed):
            mixed = seed_of_joins(receipt.server_seed, receipt.table, pressed)
            return _verdict(bool(pressed) and mixed == receipt.seed)
        case AtStart(_, seating, start) as presses:
            mixed = final_seed(receipt.server_seed, receipt.terms, presses)
            whole = start > 0 and len(seating) == receipt.seats
            return _verdict(whole and mixed == receipt.seed)


def _dealt(receipt: Receipt) -> Table:
    if receipt.game not in GAMES:
        raise BadReceipt(f"There is no game called {receipt.game!r} here.")
    try:
        return deal(receipt.game, receipt.seats, receipt.seed, receipt.options, receipt.rules)
    except ValueError as error:
        raise BadReceipt(f"This game cannot be dealt: {error}.") from error


def _played(table: Table, receipt: Receipt) -> tuple[Table, int]:
    """The table after all moves that fit, and the first that does not, or 0."""
    for number, (seat, text) in enumerate(effective(receipt.moves), start=1):
        if seat not in range(receipt.seats):
            return table, number
        try:
            table = play(table, seat, text)
        except Refused:
            return table, number
    return table, 0


SENTENCES: Final = {
    (Check.PROMISE, Verdict.TRUE): "The server seed is the one of the published fingerprint.",
    (Check.PROMISE, Verdict.FALSE): "NOT TRUE: the server seed is not the one promised.",
    (Check.PROMISE, Verdict.UNKNOWN): (
        "The server seed fits the fingerprint that the receipt itself names; "
        "whether that one was ever published is not known."
    ),
    (Check.MIX, Verdict.TRUE): "The deck was mixed from that seed and the members' presses.",
    (Check.MIX, Verdict.FALSE): "NOT TRUE: the deck does not follow from seed and presses.",
    (Check.MIX, Verdict.UNKNOWN): "A member was forgotten: how the deck was mixed is not known.",
    (Check.MOVES, Verdict.TRUE): "Dealt again, every move is one that the rules allow.",
    (Check.MOVES, Verdict.FALSE): "NOT TRUE: move {at} cannot be made in the game so dealt.",
    (Check.SCORES, Verdict.TRUE): "Played again, it ends with the published scores.",
    (Check.SCORES, Verdict.FALSE): "NOT TRUE: it does not end with the published scores.",
}
ITSELF_ONLY: Final = (
    "No fingerprint was given: this receipt was compared with nothing but itself, and anybody "
    "can invent one like that. Add --fingerprint and the 64 digits from the game's first message."
)
MIXED_AT_JOINS: Final = (
    "The deck of this game was settled when its last member joined, not by the press of Start."
)


def told(receipt: Receipt, fingerprint: str | None) -> tuple[list[str], Ending]:
    """What the command says, line by line, and how it ends. Raises as `verify`."""
    findings = verify(receipt, fingerprint)
    lines = [] if fingerprint is not None else [ITSELF_ONLY]
    lines += map(sentence, findings)
    lines += [MIXED_AT_JOINS] if isinstance(receipt.mixed, AtJoins) else []
    return [*lines, aside(receipt)], status(findings)


def aside(receipt: Receipt) -> str:
    """What the room says of decks set aside, for the command line; it cannot be checked here."""
    return f"By the room's own count its players set {receipt.set_aside} decks aside before it."


def sentence(finding: Finding) -> str:
    """A finding in words, for the command line."""
    return SENTENCES[finding.check, finding.verdict].format(at=finding.at)


if __name__ == "__main__":
    import argparse
    import sys
    from pathlib import Path

    command = argparse.ArgumentParser("python -m engine.verify", description="Verify a receipt.")
    command.add_argument("receipt", type=Path, help="the file that the bot gave out")
    command.add_argument("--fingerprint", help="the 64 digits of the game's first message")
    asked = command.parse_args()
    try:
        lines, end = told(Receipt.read(asked.receipt.read_text("utf-8")), asked.fingerprint)
    except (BadReceipt, OSError, UnicodeDecodeError) as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(Ending.NOTHING_TO_CHECK)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(end)
