"""Consent: votes about seats and games, and what came of them."""
