"""Opening a database: locked, checked, migrated, and found playable.

place     either engine, by location
file      an SQLite file
walreset  whether this SQLite can be trusted with a file
server    a PostgreSQL database; imported only if one is configured
releases  whether this release can continue the games, checked before any change
opened    what all of them return
"""
