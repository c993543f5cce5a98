"""Components, replies and texts that every feature uses."""
