"""Players without a search: normal plays its first legal thought, easy plays simply."""
