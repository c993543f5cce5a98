"""Forgetting: what is kept of a member, shown, handed out and deleted."""
