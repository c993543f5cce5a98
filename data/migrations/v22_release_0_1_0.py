"""The schema of release 0.1.0, version 22: the oldest one that this program can read.

The statements are exactly those of `sqlite_schema` in a database of that release. So the text of
the schema is the same whether 0.1.0 or this program created the file.
"""

from pathlib import Path

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Create all tables and indexes, and the random key for pseudonyms."""
    schema = Path(__file__).with_suffix(".sql").read_text("utf-8")
    for statement in schema.split(";\n")[:-1]:
        connection.execute(statement)
