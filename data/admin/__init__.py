"""Operators' work on a database while no bot uses it.

    inspection  checks a database, and counts its rows
    transfer    copies everything into another database

`data.postgres` has a module of each name for PostgreSQL, imported only if one is configured.
"""
