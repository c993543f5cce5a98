"""Pictures and texts: engine views in; PNG pictures, GIFs and sentences out.

This package draws and writes everything that a player sees. It contains no rules, no storage and no
Discord. Nothing here receives a `Table`. A `View` lacks everything that its viewer may not know, so
no picture can show that.

Start with the renderer, the only entry for the bot, then read the picture of the table. If drawing
is slow, see the pictures and `bands`. If pictures wait, see the render workers and the bot's queue.
"""
