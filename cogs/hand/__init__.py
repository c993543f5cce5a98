"""The private hand panel of a seat: its pages, components, plans and auto-answers."""
