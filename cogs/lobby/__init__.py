"""A table before its start: seats, house rules, presets, limits."""
