"""For whoever runs the bot: maintenance, the doctor, and commands at a shell."""
