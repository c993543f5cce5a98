"""Trying ideas in worlds that look like one's hand."""
