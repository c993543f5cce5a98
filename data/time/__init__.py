"""What is due: deadlines, waits, holds."""
