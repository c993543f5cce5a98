"""The process: its settings, its log, its doctor, its way into Discord and its end."""
