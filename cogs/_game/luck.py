"""The luck of computer players: what each of their decisions is made with."""

from hashlib import sha256
from typing import Final

from data.game.rows import TableRow

HASTY: Final = ":hasty"
"""How the key of a hard player's move ends for which there was no time to try anything out."""


def luck(row: TableRow, seq: int) -> bytes:
    """The luck of the decision after entry `seq` of the log.

    The same after a restart and when it is asked about later, and no hint at the cards to come.
    """
    return sha256(row.seed + b"computer" + seq.to_bytes(8, "big")).digest()
