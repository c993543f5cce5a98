"""The database file: opening, reading, writing, backups, migrations."""
