"""Lessons as data, and how a step is judged. Nothing here talks to Discord."""
