"""The contract rummy player: buys, lays and discards by weights, without a search."""
