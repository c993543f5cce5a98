"""Messages and open panels kept in step with the log: painted, sent once, notified, taken back."""
