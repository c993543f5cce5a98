"""`/tables`: a member's tables on all servers, with one button for each."""
