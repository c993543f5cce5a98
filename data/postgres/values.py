"""Values and rows as SQLite would have them: whole numbers of one size, 1 and 0 for yes and no."""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import psycopg
from psycopg.adapt import Buffer, Loader
from psycopg.types.numeric import Int8Dumper


class Named(tuple[Any, ...]):
    """A row: its values by name and by number. One class for each list of names: `row_of`."""

    __slots__ = ()
    places: ClassVar[dict[str, int]] = {}

    def keys(self) -> Iterable[str]:
        """The names of its columns."""
        return self.places.keys()

    def __getitem__(self, key: Any) -> Any:
        if key.__class__ is str:
            key = self.places[key]
        return tuple.__getitem__(self, key)


@lru_cache(maxsize=1024)
def row_of(names: tuple[bytes, ...]) -> type[Named]:
    """The class of rows with these columns."""
    places = {name.decode(): number for number, name in enumerate(names)}
    return type("Named", (Named,), {"__slots__": (), "places": places})


def named(cursor: psycopg.Cursor[Any]) -> Callable[[Sequence[Any]], Any]:
    """The row factory that psycopg asks."""
    result = cursor.pgresult
    if result is None or not result.nfields:
        return tuple
    return row_of(tuple(result.fname(number) or b"" for number in range(result.nfields)))


class YesOrNo(Int8Dumper):
    """True and False as the numbers that the columns hold."""

    def dump(self, obj: Any) -> Buffer | None:
        return b"1" if obj else b"0"


class Sum(Loader):
    """What adds up whole numbers is a number of any length to PostgreSQL."""

    def load(self, data: Buffer) -> int | float:
        text = bytes(data)
        return int(text) if text.lstrip(b"-").isdigit() else float(text)


def as_sqlite_has_them(link: psycopg.Connection[Any]) -> None:
    """Let a connection send and give values so."""
    link.adapters.register_dumper(int, Int8Dumper)
    link.adapters.register_dumper(bool, YesOrNo)
    link.adapters.register_loader("numeric", Sum)
