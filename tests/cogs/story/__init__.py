"""What happened and what may be typed, in words."""
