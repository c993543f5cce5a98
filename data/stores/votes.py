"""Votes of the tables."""

from data.consent import votes
from data.game import holdings, vote_rows
from data.stores.repository import Repository, query, table_transaction


class VoteStore(Repository):
    """What tables are asked, and what they answer; see `data.consent.votes`.

    What a vote decides is done at its table, so these methods raise `NotHeld` as moves do. So does
    `shown`: a process that has lost the table may have shown the vote before another one did, and
    what is marked as shown is not shown again.
    """

    propose = table_transaction(votes.propose)
    answer = table_transaction(votes.answer)
    settle = table_transaction(votes.settle)
    due = query(vote_rows.due)
    over = query(vote_rows.over)
    open_votes = query(vote_rows.open_votes)
    unshown = query(vote_rows.unshown)
    shown = table_transaction(vote_rows.shown, timed=False)
    ask = table_transaction(vote_rows.ask)
    heard = table_transaction(vote_rows.heard, timed=False)
    gone = table_transaction(vote_rows.gone, timed=False)
    has_played = query(holdings.has_played)
