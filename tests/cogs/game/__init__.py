"""A table in play."""
