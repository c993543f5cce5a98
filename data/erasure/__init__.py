"""Erasure: showing, exporting and deleting the stored data of a member or a guild."""
