"""Schema version 22, of release 0.1.0: the first schema that this program can read.

The statements equal those of `sqlite_schema` in a database of that release, character by character.
So the text of the schema is the same whether 0.1.0 created the file or this program did.
"""

from pathlib import Path

from data.core.connection import Connection


def make(connection: Connection) -> None:
    """Create all tables and indexes, and the random key for pseudonyms."""
    schema = Path(__file__).with_suffix(".sql").read_text("utf-8")
    for statement in schema.split(";\n")[:-1]:
        connection.execute(statement)
