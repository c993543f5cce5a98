"""The connection to Discord: login, shards, and the cached guilds."""
