"""Discord servers: their settings, and those that removed the bot."""
