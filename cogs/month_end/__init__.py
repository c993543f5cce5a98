"""The post at a month's end: when it is due, its text and picture, and how it is sent once."""
