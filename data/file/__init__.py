"""The database file: locking, reading, writing, backups, migrations."""
