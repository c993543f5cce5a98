"""A table in play: loading it, deciding a move, keeping it; its deadlines, paces and addresses."""
