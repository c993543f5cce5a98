"""The private panel of a seat: its pages, and what they show."""
