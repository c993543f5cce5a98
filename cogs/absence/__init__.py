"""Absence: members' holidays and pauses, missed turns, and taking a seat back.

`cog` has `/away` and the components, `pauses` and `missed_turns` have the services. Not here: who
plays a seat (`cogs.game.seat_changes`), and votes on a substitute (`cogs.votes`).
"""
