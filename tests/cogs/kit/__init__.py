"""Discord's tools."""
