"""The canasta player: draws, lays, discards and goes out by weights, without a search."""
