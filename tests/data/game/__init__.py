"""Tables and what is kept of them."""
