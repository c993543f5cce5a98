"""One turn of canasta: drawing, taking, melding, discarding, going out.

What handles or judges a move raises `Refused`, with the id of the rule, and changes nothing.
"""
