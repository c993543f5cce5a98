"""How a computer player plays canasta."""
