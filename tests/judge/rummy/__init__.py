"""The second judge of both Ten Pennies."""
