"""Opens a database: locks, checks and migrates it, and checks that its games can be continued.

open           either engine, by location
open_sqlite    an SQLite file (`data.postgres.open` opens a PostgreSQL database)
compatibility  whether this release can continue the games, checked before any change
"""
