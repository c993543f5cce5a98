"""What both database engines share: the backend, the write queue, connections and times."""
