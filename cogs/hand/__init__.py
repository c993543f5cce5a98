"""The hand panel, a private message with a seat's hand: its pages, plans and auto-answers."""
