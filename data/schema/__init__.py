"""What the tables of the file are. `data.file.migrations` has the order in which they are made."""
