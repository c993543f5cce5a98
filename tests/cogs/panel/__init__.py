"""The private panel."""
