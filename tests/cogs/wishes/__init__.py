"""What members say in advance."""
