"""How much one member, one channel and one server may have going at a time."""

from typing import Final

from cogs._kit.refusals import Refusal
from data.game.standing import Load

LOBBIES: Final = 2
"""Open lobbies of one host."""
GAMES: Final = 5
"""Lobbies and games one member sits at, on one server."""
CHANNEL: Final = 25
GUILD: Final = 200


def admit(load: Load, seated: int) -> None:
    """Raise `Refusal` when one more lobby would be too many, for its host or its place.

    Asked in the unit of work that opens it, or two at once would both be admitted.
    """
    if load.lobbies >= LOBBIES:
        raise Refusal("limits.lobbies", n=LOBBIES)
    may_move_in(load)
    if load.guild >= GUILD:
        raise Refusal("limits.guild", n=GUILD)
    may_sit(seated)


def may_sit(seated: int) -> None:
    """Raise `Refusal` when a member sits at as many tables as may be."""
    if seated >= GAMES:
        raise Refusal("limits.games", n=GAMES)


def may_move_in(load: Load) -> None:
    """Raise `Refusal` when a channel has as many tables as it may have."""
    if load.channel >= CHANNEL:
        raise Refusal("limits.channel", n=CHANNEL)
