"""Interactions at a table, in a panel, on a host's page, with a private table; what errors say."""
