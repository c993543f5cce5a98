"""How a computer player plays contract rummy."""
