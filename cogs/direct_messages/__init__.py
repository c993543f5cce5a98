"""Hands in the direct messages between a member and the bot, and proofs of membership."""
