"""Advice for a seat, from what it may know: groups to lay, hints, plans, ways to go out.

Nothing here acts, and nothing here sees a real table. The computer players are in `engine.players`.
"""
