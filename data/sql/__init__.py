"""SQL that SQLite and PostgreSQL share, so that transactions need not know which one it is."""
