"""What is over."""
