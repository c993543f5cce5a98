"""A PostgreSQL address. `str()` never shows its password."""

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
"""A percent sign that is no escape. libpq would quote the address in its error."""
KEYWORD: Final = re.compile(r"^postgres\w*:|\b(ssl)?password\s*=", re.IGNORECASE)
"""Other spellings that libpq accepts: a scheme with one slash, and keywords."""
SECRETS: Final = ("password", "sslpassword")


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """An address `postgresql://user:password@host:port/database`.

    `str()` shows no password. Raises `ValueError` for any other text. The error does not quote the
    text, because the text may contain a password.
    """

    whole: str = field(repr=False)

    def __post_init__(self) -> None:
        """Raise `ValueError` unless the address names a database."""
        try:
            parts = urlsplit(self.whole)
            # case matters: libpq does not take other spellings for an address
            ours = self.whole.partition("://")[0] in SCHEMES
            named = ours and len(parts.path) > 1 and parts.port != 0 and has_safe_password(parts)
        except ValueError:
            named = False
        if not named:
            raise ValueError(AS)

    def __str__(self) -> str:
        parts = urlsplit(self.whole)
        user, _, place = parts.netloc.rpartition("@")
        shown = f"{user.partition(':')[0]}@{place}" if user else place
        # parameters after the question mark may contain a password
        return urlunsplit((parts.scheme, shown, parts.path, "", ""))

    def without_password(self, text: str) -> str:
        """Return a message of PostgreSQL or libpq with all passwords replaced."""
        written = set(filter(None, password_parts(urlsplit(self.whole))))
        for password in sorted({*written, *map(unquote, written)}, key=len, reverse=True):
            text = text.replace(password, "…")
        return text


def has_safe_password(parts: SplitResult) -> bool:
    """Whether the password ends where the parser says. Otherwise the rest of it would be shown."""
    early = parts.netloc.count("@") > 1 or "@" in parts.path + parts.fragment
    return not early and not NO_CODE.search(parts.geturl())


def password_parts(parts: SplitResult) -> Iterator[str | None]:
    """Yield all passwords of an address, in the address's own spelling."""
    yield parts.password
    for pair in parts.query.split("&"):
        name, _, value = pair.partition("=")
        if name in SECRETS:
            yield value


DatabaseLocation = Path | DatabaseUrl
"""Location of a database: an SQLite file or a PostgreSQL address."""


def looks_like_url(text: str) -> bool:
    """Whether a text is meant as an address, even if it is not a valid one.

    If it were treated as a filename, its password would be shown.
    """
    return "://" in text or bool(KEYWORD.search(text))
