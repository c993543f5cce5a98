"""Lessons as data, how a step is judged, and the coach. Nothing here talks to Discord.

`book` reads the lessons, `verdict` judges the moves of a step, `coach` chooses a sentence for a
practice game. Not here: commands and pages (`cogs.learning`), and tables
(`cogs.game.private_tables`).
"""
