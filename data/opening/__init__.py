"""Opening a database: taken by one process, checked, brought up to date, found playable.

place     either, by its place: what `Store.open` asks
file      a file: locked, checked, migrated
walreset  whether this SQLite may be trusted with one
server    what a PostgreSQL server has; imported where one is asked for
releases  whether this release can play on what is in there, asked before anything is changed
opened    what all of them give
"""
