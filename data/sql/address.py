"""Where a database is that a server has: an address, whose password nobody is shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from urllib.parse import SplitResult, unquote, urlsplit, urlunsplit

SCHEMES = ("postgresql", "postgres")
AS: Final = (
    "give it as postgresql://user:password@host:5432/database, and in the password %40 for @, %2F "
    "for /, %25 for %, and so on"
)
NO_CODE: Final = re.compile(r"%(?![0-9A-Fa-f]{2})", re.ASCII)
"""A sign of per cent that stands for itself: libpq would show all that it stands in."""
KEYWORD: Final = re.compile(r"^postgres\w*:|\b(ssl)?password\s*=", re.IGNORECASE)
"""What libpq takes for addresses, too: a scheme with one slash, and keywords."""
SECRETS: Final = ("password", "sslpassword")


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
            # as it is written: what libpq takes for no address, it reads in another way
            ours = self.whole.partition("://")[0] in SCHEMES
            named = ours and len(parts.path) > 1 and parts.port != 0 and is_plain(parts)
        except ValueError:
            named = False
        if not named:
            raise ValueError(AS)

    def __str__(self) -> str:
        parts = urlsplit(self.whole)
        user, _, place = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}@{place}" if user else place
        # what follows a question mark may be a password, too
        return urlunsplit((parts.scheme, shown, parts.path, "", ""))

    def without_password(self, text: str) -> str:
        """What a server, or libpq, has said, without the password."""
        written = set(filter(None, passwords(urlsplit(self.whole))))
        for password in sorted({*written, *map(unquote, written)}, key=len, reverse=True):
            text = text.replace(password, "…")
        return text


def is_plain(parts: SplitResult) -> bool:
    """Whether no password ends before its end: what follows would be shown."""
    early = parts.netloc.count("@") > 1 or "@" in parts.path + parts.fragment
    return not early and not NO_CODE.search(parts.geturl())


def passwords(parts: SplitResult) -> Iterator[str | None]:
    """All that an address holds, as they are written there."""
    yield parts.password
    for pair in parts.query.split("&"):
        name, _, value = pair.partition("=")
        if name in SECRETS:
            yield value


DatabasePlace = Path | ServerAddress
"""Where a database is: a file of SQLite's, or what a server of PostgreSQL's has."""


def is_address(text: str) -> bool:
    """Whether somebody means an address and not a file, though it be none of ours.

    As a file's name all that is in it would be shown.
    """
    return "://" in text or bool(KEYWORD.search(text))
