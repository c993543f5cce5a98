"""The canasta family: draw or take the pile, meld, lay off, discard.

One file per part of the turn. Each difference between the games is a question of `CanastaAnswers`,
answered in `engine.games`. No code here asks which game is played. Start with `book.variant` (the
questions) and `family` (which file handles which move).
"""
