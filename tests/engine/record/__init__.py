"""Records of a game."""
