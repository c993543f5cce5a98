"""What a press does, and who may."""
