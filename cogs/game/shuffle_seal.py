"""The seal of a shuffle: what is settled at the start of a game, mixed into its seed."""

from data.models.tables import ShuffleInputs, TableRow
from engine.record import commitments, shuffle


def shuffle_seed(row: TableRow, presses: ShuffleInputs) -> bytes:
    """The seed of a table that begins."""
    return shuffle.final_seed(row.lobby_seed, terms_of(row), pressed(presses))


def digest_of_start(row: TableRow) -> str | None:
    """The digest of what was settled at the start; None before it, and for decks mixed earlier."""
    if row.presses is None:
        return None
    return commitments.at_start(row.commitment, terms_of(row), pressed(row.presses))


def terms_of(row: TableRow) -> shuffle.Terms:
    """What a table is played by."""
    return shuffle.Terms(row.id, row.game, row.rules_version, row.options)


def pressed(presses: ShuffleInputs) -> shuffle.AtStart:
    """The presses of a table, as the shuffle takes them."""
    return shuffle.AtStart(presses.joined, presses.seating, presses.start)
