"""PostgreSQL in SQLite's place: connecting, speaking, writing, reading, migrating.

Nothing here is imported before somebody asks for it (`data.opening.place`): psycopg is an extra.
"""
