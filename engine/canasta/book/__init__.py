"""The questions that a canasta game answers, and the values of its cards."""
