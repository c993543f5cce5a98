"""Messages on Discord: those that are shown, and those that must still be sent."""
