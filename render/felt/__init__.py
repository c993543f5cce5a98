"""The felt: what lies on the picture of a table, zone by zone."""
