"""What goes on without a press."""
