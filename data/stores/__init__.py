"""The store's four parts: what may be asked of the rows, one transaction each."""
