"""Votes as rows: a question to the table, and its ballots."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from data.models.consent import Voter, voters
from data.models.tables import Player, TableRow

VoteKind = Literal["hold", "seat", "end"]
"""The questions of `data.models.consent` that are asked during a game, each by a message."""
Verdict = Literal["yes", "no", "void"]


@dataclass(frozen=True, slots=True)
class NewVote:
    """A vote to open, for `seconds` seconds.

    Attributes:
        table_id: The table.
        kind: What is decided.
        asker: Discord id of the member who opens the vote.
        seat: The seat it is about; None for the whole game.
        seconds: How long the members have.
        round_began: The last entry before the current round.
        candidate: The member who wants the seat.
        heard: The time when all members whose silence means yes are notified. Their voting time
            then starts.
    """

    table_id: int
    kind: VoteKind
    asker: int
    seat: int | None
    seconds: float
    round_began: int = 0
    candidate: Player | None = None
    heard: float = 0.0

    def voters(self, table: TableRow) -> Mapping[int, Voter]:
        return voters(self.kind, table, self.seat)


@dataclass(frozen=True, slots=True)
class Vote:
    """A vote, open until it has a `verdict`. Its time runs from `opened` to `until`.

    `unseen` has the seats of members who cannot see the question. It has only seats whose silence
    means yes. The vote's time stops while there is one. `ballots` has the answers by seat, each
    with its member's id. `shown` is the revision that the vote's message shows. Names are current;
    an erased member has neither id nor name.
    """

    table_id: int
    number: int
    kind: VoteKind
    seat: int | None
    asker: Player
    owner: Player | None
    candidate: Player | None
    round_began: int
    opened: float
    until: float
    verdict: Verdict | None
    place: int | None
    message_id: int | None
    revision: int
    shown: int
    unseen: frozenset[int]
    ballots: Mapping[int, tuple[int | None, bool]]

    def voters(self, table: TableRow) -> Mapping[int, Voter]:
        """Return the members who are asked, by seat."""
        return voters(self.kind, table, self.seat)

    def current_ballots(self, table: TableRow) -> Mapping[int, bool]:
        """Return the ballots of members who are asked now, by seat.

        Other ballots no longer count.
        """
        return {
            seat: self.ballots[seat][1]
            for seat, voter in self.voters(table).items()
            if seat in self.ballots and self.ballots[seat][0] == voter.user_id
        }

    def silent(self, table: TableRow) -> Mapping[int, Voter]:
        """Return the members who are asked and have not answered, by seat."""
        said = self.current_ballots(table)
        return {seat: one for seat, one in self.voters(table).items() if seat not in said}
