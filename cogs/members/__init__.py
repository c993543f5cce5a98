"""What a member or a server chooses: preferences, privacy, settings."""
