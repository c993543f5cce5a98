"""The process, and whoever runs it."""
