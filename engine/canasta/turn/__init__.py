"""One turn of canasta: drawing, taking, melding, discarding, going out.

A handler of a move takes the rules, the table, the seat and the move, and returns the events. For
an illegal move it raises `Refused`, with the id of the rule. So do `judged_…` and `check_…`.
"""
