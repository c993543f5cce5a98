"""Does a game that was begun under any state of this repository's history go on under today's?

    python -m tests.campaigns.upgrades engines --games 5
    python -m tests.campaigns.upgrades rooms --every 20

`engines` goes through every commit that changed the engine: the engine of then plays games of every
kind at its smallest and its largest table, and today's plays their logs again, to the same scores,
round and hands, and on to forty more moves. `rooms` goes through every so-manieth commit and the
last of each schema: the bot of then plays in its browser page, at a table of every game, and is
killed; then today's doctor and today's bot are given its database.

Either a game goes on, or today's bot refuses the whole file with a sentence that names the game,
and leaves it as it was. What is neither is a breach, and the exit status is 1.
"""
