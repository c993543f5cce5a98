"""The values of every game: cards, moves, events, tables, views.

The rules are elsewhere.
"""
