"""Lessons and practice games: their commands, their pages, and the tables that they open."""
