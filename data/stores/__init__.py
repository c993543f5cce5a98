"""The store's parts: what may be asked of the rows, one transaction each."""
