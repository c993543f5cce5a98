"""The repository itself: its documents, generated pages and what is installed."""
