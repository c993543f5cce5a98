"""The connection to Discord's gateway: login, shards, identify, and the cache of guilds."""
