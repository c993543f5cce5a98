"""The process: its settings, its log, its way into Discord and its end."""
