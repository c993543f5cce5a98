"""The data of each release: a database with games in play of every kind, kept for good.

    python -m tests.releases

writes `<version>/tuppence.sql`, the database of simulated games, and `<version>/stands.json` with
the position of each game, for the version in `pyproject.toml`. The command runs when a release is
made and never again: the logs must be those of real installations.
"""
