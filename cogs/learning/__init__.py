"""Lessons and practice games: their commands, their pages, and the tables that they open.

Not here: the lessons themselves and their verdicts (`cogs.lessons`), and the hand panel on which
they are played (`cogs.hand`).
"""
