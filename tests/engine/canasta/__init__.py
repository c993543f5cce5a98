"""The rulebooks of the canasta games."""
