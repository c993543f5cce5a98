"""What is drawn: tables, hands, scores, podiums, replays."""
