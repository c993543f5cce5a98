"""Getting a message to Discord: one request, the outbox, and the queues that retry and repaint."""
