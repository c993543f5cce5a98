"""Rows as classes, and rules about single rows. No SQL. One module for each subject."""
