"""The contract rummy player: it buys, lays and discards by weights, without a search."""
