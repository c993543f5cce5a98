"""How to draw: cards, letters, shapes, colours."""
