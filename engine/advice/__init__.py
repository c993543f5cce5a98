"""What a seat might do, worked out from what it may know: groups, plans, ways to finish."""
