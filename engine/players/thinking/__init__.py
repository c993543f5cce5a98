"""The tools of every computer player: thoughts, card counting, weights, tastes."""
