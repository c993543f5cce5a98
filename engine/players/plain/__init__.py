"""Playing by one look: the first wish that the rules allow, and the simplest there is."""
