"""SQLite: connections, commits, migrations, backups, and the lock of the file."""
