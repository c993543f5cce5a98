"""Pictures and texts: engine views in; PNG pictures, GIFs and sentences out.

Contains everything a player sees that is drawn or written. Contains no rules, no storage and no
Discord. Nothing here receives a `Table`. A `View` lacks what its viewer may not know, so no picture
can show it.

Start reading at the renderer, the only entry for the bot, then at the picture of the table. If
drawing is slow, look at the pictures and `bands`. If a picture waits, look at the render workers
and the bot's queue.
"""
