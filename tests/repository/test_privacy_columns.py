"""Tests that the data dictionary is complete, and that the page of every column is made from it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from data.database import Database
from tests.repository.privacy_columns import PAGE, columns, dictionary, page


def test_the_page_is_what_the_command_would_write():
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.repository.privacy_columns"


async def test_every_column_of_the_schema_is_in_the_dictionary_and_no_other(tmp_path: Path):
    path = tmp_path / "t.db"
    await (await Database.open(path)).close()
    told = {f"{name}.{key}" for name, table in dictionary().items() for key, _ in columns(table)}
    assert told == columns_of_the_schema(path)


def columns_of_the_schema(path: Path) -> set[str]:
    """Return every `table.column` of a database file."""
    query = """
        SELECT one.name || '.' || col.name FROM sqlite_schema one, pragma_table_info(one.name) col
        WHERE one.type = 'table' AND one.name NOT LIKE 'sqlite_%'
    """
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute(query)}


def test_every_entry_says_what_is_held_and_for_how_long():
    for name, table in dictionary().items():
        assert table["about"], name
        for key, entry in columns(table):
            assert entry.keys() == {"holds", "kept"}, f"{name}.{key}"
            assert all(entry.values()), f"{name}.{key}"
