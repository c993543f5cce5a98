"""Translates SQL for psycopg. Statements are written once, for both engines: see `data.core`."""

import re
from functools import cache
from typing import Final

SPECIAL: Final = re.compile(
    r"""(?P<text>'(?:[^']|'')*')   # no parameter stands in a text
      | /\*!(?P<own>.*?)\*/        # what PostgreSQL alone reads
      | (?P<hint>\bINDEXED\ BY\ \w+)  # what SQLite alone reads
      | (?P<mark>\?)
      | (?<![:\w]):(?P<name>[a-z_]\w*)
      | (?P<percent>%)""",
    re.VERBOSE | re.DOTALL,
)
ROWS: Final = re.compile(r"\A\s*(SELECT|WITH)\b|\bRETURNING\b", re.IGNORECASE)


@cache
def with_psycopg_placeholders(sql: str) -> str:
    """Return a statement with psycopg's placeholders. Cached: there are about 300 statements."""
    return SPECIAL.sub(_spelled, sql)


def _spelled(found: re.Match[str]) -> str:
    match found.lastgroup:
        case "text":
            return found["text"].replace("%", "%%")
        case "own":
            return found["own"].replace("%", "%%")
        case "hint":
            return ""
        case "mark":
            return "%s"
        case "name":
            return f"%({found['name']})s"
        case _:
            return "%%"


@cache
def returns_rows(sql: str) -> bool:
    """Return whether a statement returns rows."""
    return ROWS.search(sql) is not None
