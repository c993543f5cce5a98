"""Consent: every question that members decide together, as one table.

`CONSENT` says who asks, who is asked, what silence means, and what voids the question. The code
that counts answers, the help page of votes, and the tests read this table. Not here: the
transactions (`data.tables.vote_decisions`, `data.tables.lobbies`), and who may ask when
(`cogs.game.permissions`).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from data.models.tables import TableRow, TableStatus

Question = Literal["hold", "seat", "end", "terms", "hands"]
Asks = Literal["waiting", "newcomer", "owner", "host", "seated"]
"""Who may ask.

waiting    the host; without a clock, every player who has waited for two days
newcomer   a member without a seat here, who has held no other hand of the round
owner      a member who owns a seat
host       the host, by changing the terms
seated     a member who sits in the lobby
"""
Asked = Literal["players", "owners", "guests", "seated"]
"""Who is asked: who plays now, who owns a seat, who sits except the host, or who sits."""
Void = Literal["over", "moved", "handed", "unlet", "stranger", "left", "asked_again"]
"""Reasons that void a question.

over          the game or the lobby is over
moved         the member whose seat it is about has moved
handed        the seat has another player
unlet         its owner lets nobody in, or has returned
stranger      the newcomer got a seat here, a hand of the round, or too many tables
left          the member who is asked has left
asked_again   the same was asked with other terms
"""


@dataclass(frozen=True, slots=True)
class Consent:
    """One question of the table `CONSENT`.

    `silence` is the meaning of no answer in time. `own_silence` is the meaning of no answer from
    the member whose seat the question is about. One no rejects a question.
    """

    asks: Asks
    asked: Asked
    silence: bool
    voids: tuple[Void, ...]
    own_silence: bool = False


CONSENT: Final[Mapping[Question, Consent]] = {
    # A computer player plays a member's seat until they return.
    "hold": Consent(
        "waiting", "players", silence=False, own_silence=True, voids=("over", "moved", "handed")
    ),
    # A member plays a seat whose owner lets somebody in.
    "seat": Consent("newcomer", "players", silence=False, voids=("over", "unlet", "stranger")),
    # The game ends without a result.
    "end": Consent("owner", "owners", silence=True, voids=("over",)),
    # A lobby's pace or house rules change. A member who does not confirm is left out at the start.
    "terms": Consent("host", "guests", silence=False, voids=("over", "left", "asked_again")),
    # The replay shows all hands.
    "hands": Consent("seated", "seated", silence=False, voids=("over", "left")),
}


class Voter(NamedTuple):
    """A member who is asked, and whether their silence means yes."""

    user_id: int
    silence: bool


def voters(question: Question, table: TableRow, about: int | None = None) -> Mapping[int, Voter]:
    """Return the voters of a question, by seat.

    `about` is the seat that the question concerns, or None.
    """
    row = CONSENT[question]
    return {
        seat: Voter(user_id, row.own_silence if seat == about else row.silence)
        for seat, user_id in _asked(row.asked, table).items()
    }


def _asked(asked: Asked, table: TableRow) -> Mapping[int, int]:
    """Return the Discord ids of the members who are asked, by seat."""
    if asked == "owners":
        owners = {row.seat: table.owner_at(row.seat) for row in table.seats}
        return {seat: user_id for seat, user_id in owners.items() if user_id is not None}
    return {
        row.seat: row.player.user_id
        for row in table.seats
        if row.player is not None
        and row.player.kind == "member"
        and row.player.user_id is not None
        and not (asked == "guests" and row.player.user_id == table.host_id)
    }


def unconfirmed(table: TableRow) -> frozenset[int]:
    """Return the seats of a lobby whose members have not confirmed its current terms."""
    if table.status is not TableStatus.LOBBY:
        return frozenset()
    return frozenset(
        seat
        for seat, voter in voters("terms", table).items()
        if table.accepted.get(voter.user_id, 0) < table.terms_revision
    )


def is_unanimous(question: Question, table: TableRow, agreed: Collection[int]) -> bool:
    """Whether at least one member is asked, and all asked members are among `agreed`."""
    asked = voters(question, table).values()
    return bool(asked) and all(voter.silence or voter.user_id in agreed for voter in asked)
