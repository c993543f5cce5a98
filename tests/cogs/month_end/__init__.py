"""Tests of a table before its start."""
