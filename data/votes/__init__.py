"""Votes and ballots. The decisions and their effects are in `data.tables.vote_decisions`."""
