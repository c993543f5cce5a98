"""The message that everybody at a table sees: its layout, publisher, scores and details."""
