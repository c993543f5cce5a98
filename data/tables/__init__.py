"""Tables from lobby to result: seats, move log, messages."""
