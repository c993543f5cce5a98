"""What only one member sees: their tables for lessons and practice."""
