"""The seal of a shuffle: facts that are fixed when a game starts, and are mixed into its seed."""

from data.models.tables import ShuffleInputs, TableRow
from engine.record import commitments, shuffle


def shuffle_seed(row: TableRow, inputs: ShuffleInputs) -> bytes:
    """Return the seed of a table whose game is about to start."""
    return shuffle.final_seed(row.lobby_seed, terms_of(row), _interactions_at_start(inputs))


def digest_of_start(row: TableRow) -> str | None:
    """Return the digest of the facts that were fixed when the game started.

    Returns None before the start, and for decks that older versions shuffled.
    """
    if row.presses is None:
        return None
    return commitments.at_start(row.commitment, terms_of(row), _interactions_at_start(row.presses))


def terms_of(row: TableRow) -> shuffle.Terms:
    """Return the terms of a table: its game, rules version and options."""
    return shuffle.Terms(row.id, row.game, row.rules_version, row.options)


def _interactions_at_start(inputs: ShuffleInputs) -> shuffle.AtStart:
    """Return the ids of the interactions at the start, in the form for `engine.record.shuffle`."""
    return shuffle.AtStart(inputs.joined, inputs.seating, inputs.start)
