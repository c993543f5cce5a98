"""Public messages kept in step with the log: painted, sent once, found again, taken back."""
