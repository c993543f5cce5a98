"""Where a table's message is: its thread, its channel, and what happens when these go away."""
