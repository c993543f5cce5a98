"""Canasta melds: legal melds, open melds, initial melds, and canastas."""
