"""Messages on Discord: sent, or still to be sent."""
