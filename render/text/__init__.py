"""Texts: message catalogues, display names, alt text and the order of a hand. Draws nothing."""
