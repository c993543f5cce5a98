"""Members and guilds: identity, preferences and what they said at a table, and its deletion."""
