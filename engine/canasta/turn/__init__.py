"""One turn of canasta: drawing, taking, melding, discarding, going out."""
