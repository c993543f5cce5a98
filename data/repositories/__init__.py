"""Repositories: what the bot can ask of the database, one transaction for each call."""
