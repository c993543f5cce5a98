"""Operation of the bot: maintenance, `doctor`, and the other commands of `./run`."""
