"""Drawing: cards, text, shapes and colours.

This package knows no game; widgets and pictures decide what to draw.
"""
