"""Members who are away: holidays, pauses, missed turns."""
