"""What goes on without a press: painter, clock, computers, notifications, substitutes."""
