"""Erasure: showing, exporting and deleting what is stored about a member or a guild."""
