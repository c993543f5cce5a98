"""Search: candidate moves compared in sampled worlds. The hard level uses it in canasta."""
