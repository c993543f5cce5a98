"""What whoever runs the bot asks of it: the doctor, and making the ladders anew."""
