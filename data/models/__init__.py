"""The rows that leave the data package: one module for each subject."""
