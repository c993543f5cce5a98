"""The repository of votes."""

from data.repositories.repository import Repository, query, table_transaction
from data.tables import hand_holders, vote_decisions
from data.votes import queries


class VoteRepository(Repository):
    """Votes and ballots of tables; see `data.tables.vote_decisions`."""

    open = table_transaction(vote_decisions.open_vote)
    cast = table_transaction(vote_decisions.cast)
    close_decided = table_transaction(vote_decisions.close_decided)
    tables_due = query(queries.tables_due)
    overdue = query(queries.overdue)
    of_table = query(queries.open_votes)
    outdated = query(queries.outdated)
    # A process that has lost the table may have shown an older revision, and a vote that is marked
    # as rendered is not shown again.
    mark_rendered = table_transaction(queries.mark_rendered, timed=False)
    mark_asked = table_transaction(queries.mark_asked)
    restart_clock = table_transaction(queries.heard, timed=False)
    mark_message_deleted = table_transaction(queries.mark_message_deleted, timed=False)
    set_unseen = table_transaction(vote_decisions.set_unseen)
    with_open_votes = query(queries.tables_with_open_votes)
    has_held_hand = query(hand_holders.has_played)
