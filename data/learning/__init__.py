"""Private tables: lessons and practice games of one member."""
