"""Common parts of both database engines: backend, write queue, connections and times."""
