"""Getting a message to Discord: one request, the outbox, the queues that repeat and repaint."""
