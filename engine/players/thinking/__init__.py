"""What every computer player thinks with: thoughts, counted cards, weights."""
