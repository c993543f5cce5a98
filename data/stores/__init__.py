"""The store's five parts: what may be asked of the rows, one transaction each."""
