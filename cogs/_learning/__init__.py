"""Lessons as data, and judging how a step of one was played."""
