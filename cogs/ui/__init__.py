"""Components, replies and texts that all features use."""
