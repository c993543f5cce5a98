"""Traffic with Discord."""
