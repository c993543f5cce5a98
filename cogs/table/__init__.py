"""The message that everybody sees: its layout, its painter, scores and details."""
