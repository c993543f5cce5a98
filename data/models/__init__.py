"""Rows as classes, and rules about one row; no SQL. One module for each subject."""
