"""What a press does: in a panel, on a host's page, a nudge, a rematch; and what its errors say."""
