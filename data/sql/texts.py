"""Texts from people that a database would reject."""


def clean(text: str) -> str:
    """Return a text that both engines store unchanged.

    JSON may contain half a surrogate pair, which SQLite rejects, and NUL, which PostgreSQL rejects.
    """
    return text.encode(errors="replace").decode().replace("\0", "")
