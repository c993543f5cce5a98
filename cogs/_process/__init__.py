"""The process: its settings, its log, its doctor."""
