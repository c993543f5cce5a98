"""Where a database is that a server has: an address, whose password nobody is shown."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class ServerAddress:
    """`postgresql://user:password@host:port/database`; as text it has no password.

    Raises ValueError for what is no such address, without a word of it: it may hold a password.
    """

    whole: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raise ValueError unless it names a database."""
        try:
            parts = urlsplit(self.whole)
            named = parts.scheme in SCHEMES and len(parts.path) > 1 and parts.port != 0
        except ValueError:
            named = False
        if not named:
            raise ValueError("give it as postgresql://user:password@host:5432/database")

    def __str__(self) -> str:
        parts = urlsplit(self.whole)
        user, _, place = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}@{place}" if user else place
        # what follows a question mark may be a password, too
        return urlunsplit((parts.scheme, shown, parts.path, "", ""))


DatabasePlace = Path | ServerAddress
"""Where a database is: a file of SQLite's, or what a server of PostgreSQL's has."""


def is_address(text: str) -> bool:
    """Whether somebody means an address and not a file."""
    return text.partition("://")[0] in SCHEMES
