"""Values and rows in SQLite's form: integers of one size, and 1 and 0 for booleans."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import psycopg
from psycopg.adapt import Buffer, Loader
from psycopg.types.numeric import Int8Dumper


class Row(tuple[Any, ...]):
    """A row with values by name and by number.

    `row_class` makes a class for each list of column names.
    """

    __slots__ = ()
    places: ClassVar[dict[str, int]] = {}

    def keys(self) -> Iterable[str]:
        return self.places.keys()

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is str:
            key = self.places[key]
        return tuple.__getitem__(self, key)


@lru_cache(maxsize=1024)
def row_class(names: tuple[bytes, ...]) -> type[Row]:
    """Return the class of rows with these columns. Cached, because every query needs it."""
    places = {name.decode(): number for number, name in enumerate(names)}
    return type("Named", (Row,), {"__slots__": (), "places": places})


def row_factory(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], Any]:
    """Return the row factory for a cursor, as psycopg requires it."""
    result = cursor.pgresult
    if result is None or not result.nfields:
        return tuple
    return row_class(tuple(result.fname(number) or b"" for number in range(result.nfields)))


class BoolDumper(Int8Dumper):
    """A dumper that sends True and False as 1 and 0, because SQLite has no booleans."""

    def dump(self, obj: Any) -> Buffer | None:
        return b"1" if obj else b"0"


class NumericLoader(Loader):
    """A loader for `numeric`, the type of a sum of integers in PostgreSQL."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


def register_value_types(link: psycopg.Connection[Any]) -> None:
    """Make a connection send and return values like SQLite."""
    link.adapters.register_dumper(int, Int8Dumper)
    link.adapters.register_dumper(bool, BoolDumper)
    link.adapters.register_loader("numeric", NumericLoader)
