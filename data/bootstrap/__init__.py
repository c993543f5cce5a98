"""Opening a database: lock, check and migrate it, and check its games.

open           either engine, by location open_sqlite    an SQLite file; a PostgreSQL database:
`data.postgres.open` compatibility  whether this release can continue the games, checked before any
change
"""
