"""The SQLite database file: lock, connections, write queue, backups, migrations."""
