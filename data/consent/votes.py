"""Votes of a table: decisions that its members make together. Tables `vote`, `ballot`.

kind  what it decides                               who is asked                silence means
hold  a computer player substitutes for a member    members who play now        no
                                                    the seat's own member       yes
seat  a member substitutes for an absent one        members who play now        no
end   the game ends without a result                all who own a seat          yes

A vote is over when all have said yes, when one says no, or when its time is up. Its effect is part
of the same transaction. A vote is void if the seat or game has changed meanwhile. Silence counts
only if the message was there to be answered, so the caller says which messages it has seen.
"""

from collections.abc import Collection, Mapping

from data.consent import endings, handovers, interventions
from data.consent.interventions import InterventionRow
from data.file.clock import Millis, to_seconds
from data.game import holdings, vote_rows
from data.game.rows import Driver, Status, TableRow
from data.game.seats import member_at
from data.game.tables import find, sure, tables_of
from data.game.vote_rows import Motion, Verdict, VoteRow, VoteTrouble
from data.sql.connection import Connection

LEVEL = "normal"
"""Level of a computer player that substitutes for a member."""


def propose(
    connection: Connection, now: Millis, motion: Motion, most: int
) -> VoteRow | VoteTrouble:
    """Open a vote. A member who asks and is asked has said yes.

    A candidate may sit at fewer than `most` tables of the guild, now and when the vote is decided.
    """
    table = find(connection, motion.table_id)
    if table is None or table.status is not Status.PLAYING:
        return "over"
    trouble = _trouble(connection, table, motion, most) or _asked_before(connection, now, motion)
    if trouble is not None:
        return trouble
    vote = vote_rows.insert(connection, now, table, motion)
    return _said(connection, now, table, vote, motion.asker, most, yes=True)


def _trouble(
    connection: Connection, table: TableRow, motion: Motion | VoteRow, most: int
) -> VoteTrouble | None:
    """Return why something cannot be voted on now; None if it can."""
    if not electors(motion, table):
        return "nobody"
    if motion.seat is None:
        return None
    driver = table.seats[motion.seat].driver
    assert driver is not None  # a game starts with every seat taken
    if motion.kind == "hold":
        return None if driver.kind == "member" else "held"
    if not is_open(table, motion.seat):
        return "not_open"
    return _candidate_trouble(connection, table, motion, most)


def _candidate_trouble(
    connection: Connection, table: TableRow, motion: Motion | VoteRow, most: int
) -> VoteTrouble | None:
    """Return why a candidate cannot get a hand; None if they can.

    They may not sit here, sit at too many tables, or have seen another hand of the round.
    """
    user_id = motion.candidate.user_id if motion.candidate else None
    if user_id is None:
        return "forgotten"
    if any(user_id in {row.owner, row.driver and row.driver.user_id} for row in table.seats):
        return "seated"
    if len(tables_of(connection, table.guild_id, user_id)) >= most:
        return "busy"
    seen = holdings.has_held(connection, table, user_id, since=motion.round_began, but=motion.seat)
    return "seen" if seen else None


def _asked_before(connection: Connection, now: Millis, motion: Motion) -> VoteTrouble | None:
    """Return "asked" if the same vote is open or its time is not yet up; None otherwise."""
    # A vote to end the game has no seat.
    row = connection.execute(
        """SELECT 1 FROM vote WHERE table_id = :table AND kind = :kind
           AND (seat = :seat OR (seat IS NULL AND CAST(:seat AS BIGINT) IS NULL))
           AND (verdict IS NULL OR verdict <> 'void') AND until > :now""",
        {"table": motion.table_id, "kind": motion.kind, "seat": motion.seat, "now": now},
    ).fetchone()
    return None if row is None else "asked"


def is_open(table: TableRow, seat: int) -> bool:
    """Whether a substitute may take a seat: its member left, missed turns, or agreed."""
    row = table.seats[seat]
    assert row.driver is not None  # a game starts with every seat taken
    return row.driver.kind == "computer" and row.open


def electors(vote: Motion | VoteRow, table: TableRow) -> Mapping[int, bool]:
    """Return the seats that are asked, and whether the silence of each means yes."""
    drivers = {row.seat: row.driver for row in table.seats if row.driver is not None}
    there = [seat for seat, driver in drivers.items() if driver.kind == "member"]
    if vote.kind == "end":
        return {seat: True for seat, driver in drivers.items() if driver.user_id is not None}
    return {seat: vote.kind == "hold" and seat == vote.seat for seat in there}


def answer(
    connection: Connection,
    now: Millis,
    table_id: int,
    number: int,
    user_id: int,
    most: int,
    *,
    yes: bool,
) -> VoteRow | VoteTrouble:
    """Cast a ballot; it can be changed until the vote is decided."""
    vote = vote_rows.find(connection, table_id, number)
    if vote is None or vote.verdict is not None:
        return "over"
    table = sure(connection, table_id)
    return _said(connection, now, table, vote, user_id, most, yes=yes, asked=True)


def _said(
    connection: Connection,
    now: Millis,
    table: TableRow,
    vote: VoteRow,
    user_id: int,
    most: int,
    *,
    yes: bool,
    asked: bool = False,
) -> VoteRow | VoteTrouble:
    seat = next((seat for seat in electors(vote, table) if member_at(table, seat) == user_id), None)
    if seat is None and asked:
        return "not_asked"
    if seat is not None:
        vote_rows.put_ballot(connection, table, vote, seat, user_id, yes=yes)
    settle(connection, now, table.id, most)
    return vote_rows.existing(connection, table.id, vote.number)


def settle(
    connection: Connection, now: Millis, table_id: int, most: int, seen: Collection[int] = ()
) -> tuple[VoteRow, ...]:
    """Decide the votes that can be decided, and do what they say. Returns those.

    `seen` are messages that are known to exist. Only their votes are decided by silence.
    """
    over = vote_rows.over(connection, to_seconds(now), table_id) if seen else ()
    silenced = {vote.number for vote in over if vote.message_id in seen}
    decided = []
    for vote in vote_rows.open_votes(connection, table_id):
        table = sure(connection, table_id)
        found = verdict(connection, table, vote, most, over=vote.number in silenced)
        if found is not None:
            vote_rows.decide(connection, vote, found)
            if found == "yes":
                _carry_out(connection, now, table, vote)
                # A member who got a seat by this vote must have their own time first.
                silenced.clear()
            decided.append(vote)
    return tuple(decided)


def verdict(
    connection: Connection, table: TableRow, vote: VoteRow, most: int, *, over: bool
) -> Verdict | None:
    """Return the verdict of a vote; None while it is open."""
    if table.status is not Status.PLAYING or _trouble(connection, table, vote, most):
        return "void"
    if vote.kind == "hold" and _is_anothers(table, vote):
        return "void"
    silence, said = electors(vote, table), said_now(vote, table)
    if not all(said.values()):
        return "no"
    silent = silence.keys() - said.keys()
    if silent and not over:
        return None
    return "yes" if all(silence[seat] for seat in silent) else "no"


def _is_anothers(table: TableRow, vote: VoteRow) -> bool:
    """Whether the vote's seat belongs to another member than when the vote was opened."""
    assert vote.seat is not None  # it is about a seat
    return member_at(table, vote.seat) != (vote.owner and vote.owner.user_id)


def said_now(vote: VoteRow, table: TableRow) -> Mapping[int, bool]:
    """Return the ballots of the members who are asked now, by seat. Others no longer count."""
    return {
        seat: vote.ballots[seat][1]
        for seat in electors(vote, table)
        if seat in vote.ballots and vote.ballots[seat][0] == member_at(table, seat)
    }


def _carry_out(connection: Connection, now: Millis, table: TableRow, vote: VoteRow) -> None:
    kind = {"hold": "replace", "seat": "substitute", "end": "stop"}[vote.kind]
    row = InterventionRow(table.seq, kind, "table", vote.seat)
    interventions.note(connection, table.id, row)
    if vote.seat is None:
        endings.void(connection, now, table.id)
        return
    before = table.seats[vote.seat].driver
    assert before is not None  # a game starts with every seat taken
    new, opens = vote.candidate, False
    if vote.kind == "hold":
        new = Driver("computer", before.user_id, before.name, LEVEL)
        opens = said_now(vote, table).get(vote.seat, False)
    assert new is not None  # a seat is voted to somebody
    handovers.change_driver(
        connection, now, table.id, vote.seat, new, from_seq=table.seq, opens=opens
    )
