"""Lessons and practice games: their commands, their pages, and the tables on which they are played.

Not here: the lessons and their verdicts (`cogs.lessons`), and the hand panel (`cogs.hand`).
"""
