"""One round of canasta: the deal, the end, the score, and the events."""
