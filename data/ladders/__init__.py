"""Results and what they add up to: ratings, boards, records."""
