"""A game kept and told: replay, positions, snapshots, receipts, story."""
