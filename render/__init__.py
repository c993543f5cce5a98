"""Pictures and words: engine views in, palette PNGs, GIFs and sentences out.

Lives here: everything a player sees that is drawn or said. May not live here: rules, storage,
Discord. Nothing in this package ever receives a `Table`: what a viewer may not know is not in
a `View`, so it cannot be drawn.

Start reading at `artist` (the one door for the bot), then `scenes.table`. A picture that is slow to
draw is mended in `scenes` and `canvas.bands`; one that waits, at the `easels` of the artist or in
the bot's queue (`cogs._messages.repaint`).
"""
