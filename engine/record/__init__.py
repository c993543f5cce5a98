"""Records of a game: replay, positions, snapshots, receipts, statistics, highlights."""
