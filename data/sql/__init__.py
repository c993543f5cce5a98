"""What SQLite and PostgreSQL have in common, so that a unit of work need not know which it is."""
