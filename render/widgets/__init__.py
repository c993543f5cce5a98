"""Widgets: the parts of the table picture.

Whole pictures are put together elsewhere in `render`.
"""
