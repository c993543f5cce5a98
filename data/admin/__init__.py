"""Operators' work on a database while no bot uses it.

    inspection  checks a database, and counts its rows
    transfer    copies everything into another database

For PostgreSQL, `data.postgres` has modules with the same names. They are imported only if a
PostgreSQL address is configured.
"""
