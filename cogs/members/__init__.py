"""Choices of members and servers: preferences, privacy, server settings."""
