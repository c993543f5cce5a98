"""The rules as answers and sentences."""
