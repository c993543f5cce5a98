"""People, and how they are forgotten."""
