"""What no database takes in a text, and people send all the same."""


def clean(text: str) -> str:
    """A text that both engines keep as it is.

    JSON can carry half a surrogate pair, which is no text for SQLite, and a NUL, which is none for
    PostgreSQL.
    """
    return text.encode(errors="replace").decode().replace("\0", "")
