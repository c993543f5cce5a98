"""The values every game is made of: cards, moves, events, tables, views.

The rules are elsewhere.
"""
