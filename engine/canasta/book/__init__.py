"""The book: the questions a canasta game answers, and what its cards count."""
