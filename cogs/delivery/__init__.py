"""Sending to Discord: single requests, new messages, retries and repaints."""
