"""Messages that Discord shows, or that still have to be sent."""
