"""Advice for a seat, from what the seat may know: groups to lay, hints, plans, ways to go out.

Nothing here makes a move or sees hidden cards. The computer players are in `engine.players`.
"""
