"""The canasta family: draw or take the pile, meld, lay off, discard.

One file per part of the turn. What differs between the games is asked of `CanastaAnswers`
and answered in `engine.games`; nothing here asks which game is being played. Start with
`book.variant` (the questions) and `family` (who handles which move); a score is `round.scoring`.
"""
