"""Whole evenings."""
