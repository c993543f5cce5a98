"""Repositories: the bot's queries and changes, one transaction each."""
