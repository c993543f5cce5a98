"""Repositories: what the bot may ask of the database, one transaction each."""
