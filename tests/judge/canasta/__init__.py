"""The second judge of the canasta games."""
