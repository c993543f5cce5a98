"""Drawing: cards, text, shapes and colours.

Knows no game; widgets and pictures say what to draw.
"""
