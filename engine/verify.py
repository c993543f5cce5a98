"""Verifying a receipt: `python -m engine.verify receipt-7.json`, offline, by anybody.

It needs nothing but this folder and the published text. Four things are checked: the server
seed is the one that was promised, the seed in play was mixed from it and the members' presses,
every move is one that the rules allow in the game so dealt, and the scores are its scores.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.games import GAMES
from engine.model.refusals import Refused
from engine.model.table import Table
from engine.record.receipt import BadReceipt, Receipt, commitment, effective, final_seed
from engine.record.replay import deal, play


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


@dataclass(frozen=True, slots=True)
class Finding:
    """One check. `at` is the number of the first move that does not fit, counted from 1."""

    check: Check
    verdict: Verdict
    at: int = 0


def verify(receipt: Receipt) -> tuple[Finding, ...]:
    """All four findings. Raises `BadReceipt` when the game of the receipt cannot be dealt."""
    table = _dealt(receipt)
    promised = commitment(receipt.server_seed) == receipt.commitment
    played, at = _played(table, receipt)
    moves = Finding(Check.MOVES, _verdict(at == 0), at)
    result = played.result
    scored = result is not None and result.scores == receipt.scores and at == 0
    return (
        Finding(Check.PROMISE, _verdict(promised)),
        Finding(Check.MIX, _mixed(receipt)),
        moves,
        Finding(Check.SCORES, _verdict(scored)),
    )


def holds(findings: tuple[Finding, ...]) -> bool:
    """Whether nothing was found to be false."""
    return all(finding.verdict is not Verdict.FALSE for finding in findings)


def _verdict(is_true: bool) -> Verdict:  # noqa: FBT001 - it is what is judged
    return Verdict.TRUE if is_true else Verdict.FALSE


def _mixed(receipt: Receipt) -> Verdict:
    if receipt.withdrawn:
        return Verdict.UNKNOWN
    mixed = final_seed(receipt.server_seed, receipt.table, receipt.contributions)
    return _verdict(bool(receipt.contributions) and mixed == receipt.seed)


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
    (Check.PROMISE, Verdict.TRUE): "The server seed is the one promised before the game.",
    (Check.PROMISE, Verdict.FALSE): "NOT TRUE: the server seed is not the one promised.",
    (Check.MIX, Verdict.TRUE): "The deck was mixed from that seed and the members' presses.",
    (Check.MIX, Verdict.FALSE): "NOT TRUE: the deck does not follow from seed and presses.",
    (Check.MIX, Verdict.UNKNOWN): "A member was forgotten: how the deck was mixed is not known.",
    (Check.MOVES, Verdict.TRUE): "Dealt again, every move is one that the rules allow.",
    (Check.MOVES, Verdict.FALSE): "NOT TRUE: move {at} cannot be made in the game so dealt.",
    (Check.SCORES, Verdict.TRUE): "Played again, it ends with the published scores.",
    (Check.SCORES, Verdict.FALSE): "NOT TRUE: it does not end with the published scores.",
}


def aside(receipt: Receipt) -> str:
    """What the room says of decks set aside, for the command line; it cannot be checked here."""
    return f"By the room's own count its players set {receipt.set_aside} decks aside before it."


def sentence(finding: Finding) -> str:
    """A finding in words, for the command line."""
    return SENTENCES[finding.check, finding.verdict].format(at=finding.at)


if __name__ == "__main__":
    import sys
    from pathlib import Path

    if len(sys.argv) != 2:
        sys.exit("usage: python -m engine.verify RECEIPT.json")
    try:
        read = Receipt.read(Path(sys.argv[1]).read_text("utf-8"))
        found = verify(read)
    except (BadReceipt, OSError, UnicodeDecodeError) as problem:
        sys.exit(str(problem))
    sys.stdout.write("".join(f"{line}\n" for line in (*map(sentence, found), aside(read))))
    sys.exit(0 if holds(found) else 1)
