"""Traffic with Discord: how much may come, how it gets out, what becomes of what got stuck."""
