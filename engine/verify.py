"""Offline check of a receipt, run as `python -m engine.verify receipt-7.json --fingerprint …`.

The check needs this package, the receipt and the values that the game published: a fingerprint
before anybody joined, and the digests of the start and the end. `Check` names the six checks,
`ExitStatus` the exit statuses. How the deck is shuffled is in `engine.record.shuffle`.
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

FEWEST_DIGITS: Final = 8
"""Digits of a published value that can be compared: messages show the first eight of 64."""
_DIGITS: Final = re.compile(rf"[0-9a-f]{{{FEWEST_DIGITS},64}}", re.ASCII)


class Check(StrEnum):
    """The six checks, in this order.

    The server seed matches the fingerprint. The interactions, seats and options match the digest of
    the start. The deck's seed was mixed from all of these. The rules allow every move. Moves and
    scores match the digest of the end. The moves lead to these scores.
    """

    PROMISE = "promise"
    START = "start"
    MIX = "mix"
    MOVES = "moves"
    END = "end"
    SCORES = "scores"


class Verdict(StrEnum):
    """The outcome of one check; UNKNOWN if the value to compare with was not given."""

    TRUE = "true"
    FALSE = "false"
    UNKNOWN = "unknown"


class ExitStatus(IntEnum):
    """Exit status of the command.

    TRUE: every check passed. FALSE: at least one failed. NOTHING_TO_CHECK: no receipt, no file, or
    a published value that is not 8 to 64 hexadecimal digits. NOT_ALL_CHECKED: none failed, but at
    least one could not be checked.
    """

    TRUE = 0
    FALSE = 1
    NOTHING_TO_CHECK = 2
    NOT_ALL_CHECKED = 3


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    `at` is the number of the first illegal move, counted from 1; 0 if there is none. `digest` is
    the receipt's own digest where the check compares one with a published value.
    """

    check: Check
    verdict: Verdict
    at: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """The values that a game published: the first 8 to 64 digits each, None if not known.

    Messages show eight digits, which reveal a mistake. All 64 digits also protect against a forger
    who searches for another receipt with the same first digits.

    Without the fingerprint, a receipt can be invented that agrees with itself. Without `start` or
    `end`, anyone who has the true receipt can write another with other interactions or other moves.
    """

    fingerprint: str | None = None
    start: str | None = None
    end: str | None = None


NOTHING_PUBLISHED: Final = Published()


def verify(receipt: Receipt, published: Published = NOTHING_PUBLISHED) -> tuple[Finding, ...]:
    """Return all six findings. A check whose published value is missing is UNKNOWN at best.

    Raises:
        BadReceipt: the receipt's game cannot be dealt, or a published value is not digits.

    """
    promise = Finding(
        Check.PROMISE, _promised(receipt, published.fingerprint), digest=receipt.commitment
    )
    start, end = receipt.start, receipt.end
    played, at = _played(_dealt(receipt), receipt)
    result = played.result
    scored = result is not None and result.scores == receipt.scores and at == 0
    return (
        promise,
        Finding(Check.START, _compared(start, published.start), digest=start or ""),
        Finding(Check.MIX, _mixed(receipt)),
        Finding(Check.MOVES, _verdict(at == 0), at),
        Finding(Check.END, _compared(end, published.end), digest=end),
        Finding(Check.SCORES, _verdict(scored)),
    )


def holds(findings: tuple[Finding, ...]) -> bool:
    """Whether no check found a fault."""
    return all(finding.verdict is not Verdict.FALSE for finding in findings)


def status(findings: tuple[Finding, ...]) -> ExitStatus:
    """Return the exit status for these findings."""
    if not holds(findings):
        return ExitStatus.FALSE
    unknown = any(finding.verdict is Verdict.UNKNOWN for finding in findings)
    return ExitStatus.NOT_ALL_CHECKED if unknown else ExitStatus.TRUE


def _verdict(is_true: bool) -> Verdict:  # noqa: FBT001 - the value that is judged
    return Verdict.TRUE if is_true else Verdict.FALSE


def _promised(receipt: Receipt, fingerprint: str | None) -> Verdict:
    own = commitment(receipt.server_seed)
    if fingerprint is None:
        return Verdict.UNKNOWN if own == receipt.commitment else Verdict.FALSE
    return _verdict(own == receipt.commitment and own.startswith(_digits(fingerprint)))


def _compared(own: str | None, published: str | None) -> Verdict:
    """Compare a digest of the receipt with the published one; UNKNOWN if none was published."""
    if published is None:
        return Verdict.UNKNOWN
    digits = _digits(published)
    return _verdict(own is not None and own.startswith(digits))


def _digits(given: str) -> str:
    digits = given.strip().lower()
    if not _DIGITS.fullmatch(digits):
        raise BadReceipt(
            f"A fingerprint or digest has 8 to 64 digits from 0 to f, and this is none: {given!r}."
        )
    return digits


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
    """Return the table after all legal moves, and the number of the first illegal move or 0."""
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
    (Check.START, Verdict.TRUE): "Presses, seats and house rules are those published at the start.",
    (Check.START, Verdict.FALSE): (
        "NOT TRUE: presses, seats or house rules are not those published at the start."
    ),
    (Check.START, Verdict.UNKNOWN): (
        "Presses, seats and house rules were compared with nothing published: no --start."
    ),
    (Check.END, Verdict.TRUE): "Moves and scores are those published with the result.",
    (
        Check.END,
        Verdict.FALSE,
    ): "NOT TRUE: moves or scores are not those published with the result.",
    (Check.END, Verdict.UNKNOWN): (
        "Moves and scores were compared with nothing published: no --end."
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
    "can invent one like that. Add --fingerprint and the digits from the game's first message."
)
NOT_ALL: Final = (
    "Not compared with anything published: {missing}. Whoever has the true receipt can invent "
    "another one that differs there."
)
ALL: Final = "Seed, start and end were all compared with what the game has published."
MIXED_AT_JOINS: Final = (
    "The deck of this game was settled when its last member joined, not by the press of Start."
)


def report(receipt: Receipt, published: Published) -> tuple[list[str], ExitStatus]:
    """Return the report as lines, and the exit status. Raises the errors of `verify`."""
    findings = verify(receipt, published)
    lines = [] if published.fingerprint is not None else [ITSELF_ONLY]
    lines += [*map(sentence, findings), compared(published)]
    lines += [MIXED_AT_JOINS] if isinstance(receipt.mixed, AtJoins) else []
    return [*lines, decks_set_aside(receipt)], status(findings)


def compared(published: Published) -> str:
    """Return the sentence that lists which published values were compared."""
    given = {
        "the seed (--fingerprint)": published.fingerprint,
        "presses, seats and house rules (--start)": published.start,
        "moves and scores (--end)": published.end,
    }
    missing = [name for name, digits in given.items() if digits is None]
    return NOT_ALL.format(missing=", ".join(missing)) if missing else ALL


def decks_set_aside(receipt: Receipt) -> str:
    """Return the receipt's number of unplayed decks.

    It is the bot's claim and cannot be verified offline.
    """
    return f"By the room's own count its players set {receipt.set_aside} decks aside before it."


def sentence(finding: Finding) -> str:
    """Return a finding as a sentence for the command line."""
    return SENTENCES[finding.check, finding.verdict].format(at=finding.at)


if __name__ == "__main__":
    import argparse
    import sys
    from pathlib import Path

    command = argparse.ArgumentParser("python -m engine.verify", description="Verify a receipt.")
    command.add_argument("receipt", type=Path, help="the file that the bot gave out")
    command.add_argument("--fingerprint", help="the digits of the game's first message, 8 to 64")
    command.add_argument("--start", help="the digits of its start, from the same message")
    command.add_argument("--end", help="the digits of its end, from the message of its result")
    asked = command.parse_args()
    try:
        published = Published(asked.fingerprint, asked.start, asked.end)
        lines, end = report(Receipt.read(asked.receipt.read_text("utf-8")), published)
    except (BadReceipt, OSError, UnicodeDecodeError) as problem:
        sys.stderr.write(f"{problem}\n")
        sys.exit(ExitStatus.NOTHING_TO_CHECK)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(end)
