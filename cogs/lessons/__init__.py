"""Lessons as data, the judgement of a step, and the coach. Nothing here talks to Discord.

`book` reads the lessons. `verdict` judges the moves of a step. `coach` chooses a sentence for a
practice game. Commands and pages are in `cogs.learning`, tables in `cogs.game.private_tables`.
"""
