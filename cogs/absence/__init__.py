"""Absence: holidays and pauses of members, missed turns, and the way back to a seat.

`cog` has `/away` and the components, `pauses` and `missed_turns` the services. Not here: who plays
a seat (`cogs.game.seat_changes`), and votes on a substitute (`cogs.votes`).
"""
