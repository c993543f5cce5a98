"""An evening as the version before the simulators left it: its database, its messages, its buttons.

`tuppence.sql` and `discord.json` were made by commit 5c247f1 in a simulated Discord of its own:
eleven tables of all kinds (running, paused, without their thread, in the lobby, finished), every
setting that there was, and 95 kinds of buttons and selects as they hung on its messages. `kept` is
what that version itself said of settings, plans, seats and positions. Pictures are left out of
the messages, and `takestaged` was put together, since nobody had got that far.

Nothing here is ever made again: it is what people have on their screens.
"""
