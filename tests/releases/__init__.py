"""What each release has left behind: a database with games in play of every kind, kept for good.

    python -m tests.releases

writes `<version>/tuppence.sql`, the database of a simulated evening, and `<version>/stands.json`,
where each of its games stood, for the version in `pyproject.toml`. It is run when a release is cut
and never again: the logs in there are what people out there have.
"""
