"""What is over: ladder, members, history, records, replays, receipts."""
