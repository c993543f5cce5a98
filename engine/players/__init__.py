"""Computer players. They receive a `View` and nothing else."""
