"""Hands in the replay, in words: who wants them, and what the table agreed on."""

from typing import Final

from cogs._game.seal import digest_of_start
from cogs._kit.names import clean
from cogs._kit.texts import listed, say
from data.game.rows import Status, TableRow

MARKS: Final = ("🟠", "🟦", "▲", "◆", "⬢", "✚", "◯", "◗")
"""The marks of the sides as the pictures draw them, by number."""


def hands_lines(row: TableRow) -> list[str]:
    """Who will be able to know the hands: in a lobby in general, later what holds.

    Nothing for a closed one.
    """
    if row.status is Status.LOBBY:
        return [say("lobby.receipt")]
    if row.status is Status.CLOSED:
        return []
    return [say("lobby.hands_open" if row.open_hands else "lobby.hands_closed")]


def asked_line(row: TableRow) -> str:
    """Who of those who sit wants hands in the replay, and who has not said so."""
    people = [seat.driver for seat in row.seats if seat.driver and seat.driver.kind == "member"]
    willing = [clean(one.name) for one in people if one.user_id in row.agreed]
    silent = [clean(one.name) for one in people if one.user_id not in row.agreed]
    if not willing:
        return ""
    if not silent:
        return say("lobby.hands_agreed")
    return say("lobby.hands_wanted", willing=listed(willing), silent=listed(silent))


def seal(row: TableRow) -> str:
    """The promise that nobody can choose the deck: the whole fingerprint, to be noted down.

    Once the game has begun, also the digest of all that was settled then.
    """
    digest = digest_of_start(row)
    known = say("lobby.seal", hash=row.commitment)
    return say("lobby.seal_start", seal=known, hash=digest) if digest else known


def whole_seal(row: TableRow) -> str:
    """The same, in fewer words."""
    return "\n".join((say("seal.whole", hash=row.commitment), *start_line(row)))


def start_line(row: TableRow) -> list[str]:
    """The digest of the start, where there is one."""
    digest = digest_of_start(row)
    return [say("seal.start", hash=digest)] if digest else []
