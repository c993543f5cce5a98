"""One turn of canasta: drawing, taking, melding, discarding, going out.

A handler of a move takes the rules, the table, the seat and the move, and returns the events. It
raises `Refused`, with the id of the rule, and then changes nothing; so do `judged_…` and `check_…`.
"""
