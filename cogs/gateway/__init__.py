"""The connection to Discord's gateway: login, shards and their owner, identify, the guild cache."""
