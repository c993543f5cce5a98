"""Tests of a table in play."""
