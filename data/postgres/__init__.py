"""PostgreSQL as the database: connection, commits, queries and SQL translation.

Imported only if a PostgreSQL address is configured, because psycopg is an optional dependency.
"""
