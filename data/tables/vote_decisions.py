"""Votes of a table: decisions that its members make together. Tables `vote`, `ballot`.

The table in `data.models.consent` says who is asked, what silence means and what voids a vote. A
vote is over when all have said yes, when one says no, or when its time is up. Its effect is part of
the same transaction. Silence counts only if the message existed, so the caller names the messages
that it has seen.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

from data.core.connection import Connection
from data.core.timestamps import Millis, to_seconds
from data.messages import delivery
from data.models.consent import CONSENT, Void
from data.models.tables import InterventionRow, Player, TableRow, TableStatus
from data.models.votes import NewVote, Verdict, Vote
from data.tables import ending, hand_holders, handover, interventions
from data.tables.search import tables_of_member
from data.tables.table import find, get_known
from data.votes import queries
from data.votes.queries import VoteRefusal

VoidCheck = Callable[[Connection, TableRow, NewVote | Vote, int], VoteRefusal | None]
"""Returns why a vote is void, or None. Gets the vote, and the limit of tables for its candidate."""
LEVEL = "normal"
"""Level of a computer player that substitutes for a member."""


def open_vote(
    connection: Connection, now: Millis, motion: NewVote, most: int
) -> Vote | VoteRefusal:
    """Open a vote. If the asker is one of the voters, the request counts as a yes.

    The candidate must sit at fewer than `most` tables of the guild, now and when the vote is
    decided.
    """
    table = find(connection, motion.table_id)
    if table is None:
        return "over"
    trouble = _trouble(connection, table, motion, most) or _asked_before(connection, now, motion)
    if trouble is not None:
        return trouble
    vote = queries.insert(connection, now, table, motion)
    return _said(connection, now, table, vote, motion.asker, most, yes=True)


def _trouble(
    connection: Connection, table: TableRow, motion: NewVote | Vote, most: int
) -> VoteRefusal | None:
    """Return why a question cannot be voted on now; None if it can."""
    if not motion.voters(table):
        return "nobody"
    found = (
        VOID_CHECKS[void](connection, table, motion, most) for void in CONSENT[motion.kind].voids
    )
    return next(filter(None, found), None)


def _seat(motion: NewVote | Vote) -> int:
    assert motion.seat is not None  # The question is about a seat.
    return motion.seat


def _over(_c: Connection, table: TableRow, _v: NewVote | Vote, _m: int) -> VoteRefusal | None:
    return None if table.status is TableStatus.PLAYING else "over"


def _handed(_c: Connection, table: TableRow, motion: NewVote | Vote, _m: int) -> VoteRefusal | None:
    """Return "held" unless the seat has the same player as when the vote was opened."""
    player = table.seats[_seat(motion)].player
    is_played = player is not None and player.kind == "member"
    if is_played and isinstance(motion, Vote):
        assert player is not None
        is_played = player.user_id == (motion.owner and motion.owner.user_id)
    return None if is_played else "held"


def _unlet(_c: Connection, table: TableRow, motion: NewVote | Vote, _m: int) -> VoteRefusal | None:
    """Return "not_open" if the owner of the seat lets no member in, or plays it."""
    return None if table.is_open_to_substitutes(_seat(motion)) else "not_open"


def _stranger(
    connection: Connection, table: TableRow, motion: NewVote | Vote, most: int
) -> VoteRefusal | None:
    """Return why a candidate cannot get a hand, or None.

    They must not sit here, sit at too many tables, or have seen another hand of the round.
    """
    user_id = motion.candidate.user_id if motion.candidate else None
    if user_id is None:
        return "forgotten"
    if any(user_id in {row.owner, row.player and row.player.user_id} for row in table.seats):
        return "seated"
    if len(tables_of_member(connection, table.guild_id, user_id)) >= most:
        return "busy"
    seen = hand_holders.has_held_hand(
        connection, table, user_id, since=motion.round_began, but=motion.seat
    )
    return "seen" if seen else None


VOID_CHECKS: Final[Mapping[Void, VoidCheck]] = {
    "over": _over,
    "handed": _handed,
    "unlet": _unlet,
    "stranger": _stranger,
    "moved": lambda *_: None,  # A move voids the vote in its own transaction.
}
"""The function that checks each reason to void a vote. It returns the refusal, or None."""


def _asked_before(connection: Connection, now: Millis, motion: NewVote) -> VoteRefusal | None:
    """Return "asked" if the same vote is open or its time is not up yet; None otherwise."""
    # A vote to end the game has no seat.
    row = connection.execute(
        """SELECT 1 FROM vote WHERE table_id = :table AND kind = :kind
           AND (seat = :seat OR (seat IS NULL AND CAST(:seat AS BIGINT) IS NULL))
           AND (verdict IS NULL OR verdict <> 'void') AND until > :now""",
        {"table": motion.table_id, "kind": motion.kind, "seat": motion.seat, "now": now},
    ).fetchone()
    return None if row is None else "asked"


def cast(
    connection: Connection,
    now: Millis,
    table_id: int,
    number: int,
    user_id: int,
    most: int,
    *,
    yes: bool,
) -> Vote | VoteRefusal:
    """Cast a ballot. The member can change it until the vote is decided."""
    vote = queries.find(connection, table_id, number)
    if vote is None or vote.verdict is not None:
        return "over"
    table = get_known(connection, table_id)
    return _said(connection, now, table, vote, user_id, most, yes=yes, asked=True)


def _said(
    connection: Connection,
    now: Millis,
    table: TableRow,
    vote: Vote,
    user_id: int,
    most: int,
    *,
    yes: bool,
    asked: bool = False,
) -> Vote | VoteRefusal:
    asked_at = {voter.user_id: seat for seat, voter in vote.voters(table).items()}
    seat = asked_at.get(user_id)
    if seat is None and asked:
        return "not_asked"
    if seat is not None:
        queries.save_ballot(connection, table, vote, seat, user_id, yes=yes)
    close_decided(connection, now, table.id, most)
    return queries.get(connection, table.id, vote.number)


def close_decided(
    connection: Connection, now: Millis, table_id: int, most: int, seen: Collection[int] = ()
) -> tuple[Vote, ...]:
    """Decide votes and apply their effects. Returns the decided votes.

    `seen` are messages that are known to exist. Silence decides only their votes.
    """
    over = queries.overdue(connection, to_seconds(now), table_id) if seen else ()
    silenced = {vote.number for vote in over if vote.message_id in seen}
    decided = []
    for vote in queries.open_votes(connection, table_id):
        table = get_known(connection, table_id)
        found = outcome(connection, table, vote, most, over=vote.number in silenced)
        if found is not None:
            queries.set_verdict(connection, vote, found)
            if found == "yes":
                _carry_out(connection, now, table, vote)
                # A member who got a seat by this vote must first have their own time.
                silenced.clear()
            decided.append(vote)
    return tuple(decided)


def outcome(
    connection: Connection, table: TableRow, vote: Vote, most: int, *, over: bool
) -> Verdict | None:
    """Return the verdict of a vote, or None while it is open."""
    if _trouble(connection, table, vote, most):
        return "void"
    if not all(vote.current_ballots(table).values()):
        return "no"
    silent = vote.silent(table).values()
    if silent and not over:
        return None
    return "yes" if all(voter.silence for voter in silent) else "no"


def _carry_out(connection: Connection, now: Millis, table: TableRow, vote: Vote) -> None:
    kind = {"hold": "replace", "seat": "substitute", "end": "stop"}[vote.kind]
    row = InterventionRow(table.seq, kind, "table", vote.seat)
    interventions.add(connection, table.id, row)
    if vote.seat is None:
        ending.void(connection, now, table.id)
        return
    before = table.seats[vote.seat].player
    assert before is not None  # All seats are filled when a game starts.
    new = vote.candidate
    if vote.kind == "hold":
        new = Player("computer", before.user_id, before.name, LEVEL)
    assert new is not None  # The vote gives the seat to a member.
    handover.replace_player(connection, now, table.id, vote.seat, new, from_seq=table.seq)


def set_unseen(connection: Connection, now: Millis, asked: Vote, seats: Collection[int]) -> None:
    """Save the seats whose members cannot see the question.

    A member who sees it again has the full time from now on, and is notified.
    """
    vote = queries.get(connection, asked.table_id, asked.number)
    table = get_known(connection, asked.table_id)
    if vote.unseen == seats:
        return
    connection.execute(
        """UPDATE vote SET unseen = ?, revision = revision + 1
           WHERE table_id = ? AND number = ? AND verdict IS NULL""",
        (sum(1 << seat for seat in seats), vote.table_id, vote.number),
    )
    if seen_again := (vote.unseen - {*seats}) & vote.silent(table).keys():
        queries.restart_clock(connection, now, vote)
        for seat in seen_again:
            delivery.recreate_vote_call(connection, now, table, vote, seat)
