"""The page of every column: `python -m tests.repository.privacy_columns --publish`."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.repository.generated_page import ROOT, publish

DICTIONARY: Final = ROOT / "data/migrations/columns.toml"
PAGE: Final = ROOT / "docs/privacy-columns.md"
HEAD: Final = """# Every column of the database

<!-- Made by `python -m tests.repository.privacy_columns --publish`. Do not edit by hand. -->

The [privacy policy](../PRIVACY.md) is the short version of this page. “You” is any member who
played. You are erased by `/privacy forget`; a server is erased 30 days after it removed the bot.
Where a row stays for the games of others, it points to a `player` without id and name. Times are
milliseconds since 1970.

"""
TABLE_HEAD: Final = "| Column | What it holds | How long |\n|---|---|---|\n"


def dictionary() -> dict[str, dict[str, Any]]:
    """Return the data dictionary: `about` and one entry for each column, by table."""
    return tomllib.loads(DICTIONARY.read_text("utf-8"))


def columns(table: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the columns of a table with their content (`holds`) and how long each is `kept`."""
    return ((name, entry) for name, entry in table.items() if name != "about")


def page() -> str:
    """Return the page of every column as Markdown."""
    return HEAD + "\n".join(section(name, table) for name, table in dictionary().items())


def section(name: str, table: Mapping[str, Any]) -> str:
    """Return the part of the page about one table."""
    head = (
        f"## {name}\n\n{table['about']}\n\n| Column | What it holds | How long |\n|---|---|---|\n"
    )
    rows = (f"| `{key}` | {entry['holds']} | {entry['kept']} |\n" for key, entry in columns(table))
    return head + "".join(rows)


if __name__ == "__main__":
    publish(PAGE, page())
