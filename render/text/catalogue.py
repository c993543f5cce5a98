"""The message catalogue: every text that a person reads, by key, in TOML files.

A language is a directory of TOML files that are merged; nested tables become dotted keys. A text
has `str.format` fields. A table with the keys `one` and `other` (and perhaps `zero`) is a plural.
The fact `n` selects its form.

    [panel]
    draw = { one = "Draw a card", other = "Draw {n:,} cards" }

    Catalogue.load("en").words("panel.draw", n=2)  ->  "Draw 2 cards"

Inside `with speaking("de")` every text is German. Only the code that answers an interaction sets
the language; functions below it need no argument. The language belongs to the current task, so two
interactions at the same time do not mix.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1] / "locales"
MINUS: Final = "\N{MINUS SIGN}"
FIRST: Final = "en"
"""The language if none is chosen."""
LANGUAGES: Final = tuple(sorted(path.name for path in ROOT.iterdir() if path.is_dir()))
# Per task, so that concurrent interactions may differ. Executors do not inherit it; whoever starts
# work in one must pass the language.
_SPOKEN: Final = ContextVar("language", default=FIRST)


def nearest_language(locale: str) -> str:
    """Return our language for a locale such as "de" or "en-GB"; "en" for a locale we lack."""
    language = locale.partition("-")[0].lower()
    return language if language in LANGUAGES else FIRST


def current_language() -> str:
    """Return the current language."""
    return _SPOKEN.get()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Context manager that makes `language`, one of `LANGUAGES`, the current one."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


class MissingTextError(KeyError):
    """The catalogue lacks a key, or a fact that the text needs was not given."""


class DuplicateKeyError(ValueError):
    """Two files of a language define the same key."""


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number that is formatted with a language's own marks: 1.310 and 1,5 in German."""

    value: float
    marks: Mapping[int, str]

    def __format__(self, spec: str) -> str:
        return format(self.value, spec).translate(self.marks)


@dataclass(frozen=True)
class Catalogue:
    """The texts of one language. `texts` maps dotted keys to templates."""

    language: str
    texts: Mapping[str, str]

    @staticmethod
    def load(language: str | None = None, root: Path = ROOT) -> "Catalogue":
        """Return all texts of a language; None for the current language.

        Raises:
            FileNotFoundError: The language has no files.
            DuplicateKeyError: Two files define the same key.
        """
        language = language or current_language()
        return catalogues(language) if root is ROOT else load_language(language, root)

    def words(self, key: str, /, **facts: object) -> str:
        """Return the text at `key` with its fields filled in. Raises `MissingTextError`."""
        template = self._template(key, facts.get("n"))
        if self.marks:
            facts = {name: self.written(fact) for name, fact in facts.items()}
        try:
            return template.format(**facts)
        # `str.format` reports a missing field as a `KeyError` that does not name the text.
        except KeyError as field:
            raise MissingTextError(f"{key} needs the fact {field}") from field

    @cached_property
    def marks(self) -> Mapping[int, str]:
        """Python's number marks and their replacements, for `str.translate`.

        Empty if none differ.
        """
        ours = {mark: self.texts.get(f"number.{mark}", mark) for mark in (",", ".")}
        return {ord(mark): own for mark, own in ours.items() if mark != own}

    def written(self, fact: object) -> object:
        """Return a fact ready for formatting: numbers get this language's marks."""
        return WrittenNumber(fact, self.marks) if isinstance(fact, int | float) else fact

    def has(self, key: str) -> bool:
        return key in self.texts or f"{key}.other" in self.texts

    def under(self, prefix: str) -> Iterator[str]:
        """Return the full keys that start with `prefix` and a dot, in the order of the files."""
        start = f"{prefix}."
        return (key for key in self.texts if key.startswith(start))

    def listing(self, items: Iterable[str]) -> str:
        """Return items joined as in speech: "a", "a and b", "a, b and c"."""
        return self._joined("list.last", items)

    def ampersand(self, items: Iterable[str]) -> str:
        """Return the names of a side joined: "a", "a & b", "a, b & c"."""
        return self._joined("list.and", items)

    def _joined(self, key: str, items: Iterable[str]) -> str:
        *head, last = items
        return (
            self.words(key, head=self.words("list.comma").join(head), last=last) if head else last
        )

    def count(self, n: int) -> str:
        """Return a number of things: in words up to twelve, in digits from there on."""
        key = f"count.{n}"
        return self.words(key) if key in self.texts else self.words("count.more", number=n)

    def _template(self, key: str, n: object) -> str:
        if key in self.texts:
            return self.texts[key]
        for form in plural_forms(key, n):
            if form in self.texts:
                return self.texts[form]
        raise MissingTextError(key)


@lru_cache(maxsize=16)
def catalogues(language: str) -> Catalogue:
    """Return the catalogue of one of our own languages.

    Separate from `load_language`: every text needs the catalogue, and a cache key of one string is
    hashed faster than one with a path.
    """
    return load_language(language, ROOT)


# Parsing the files takes a tenth of a second. Tests read languages of their own, hence the bound.
@lru_cache(maxsize=16)
def load_language(language: str, root: Path) -> Catalogue:
    """Read and merge all files of a language. Raises the errors of `Catalogue.load`."""
    paths = sorted((root / language).glob("*.toml"))
    if not paths:
        raise FileNotFoundError(f"no catalogue for {language!r} under {root}")
    return Catalogue(language, merge_files(paths))


def plural_forms(key: str, n: object) -> Iterator[str]:
    """Yield the keys to try for a plural of `n`, best first."""
    if n == 0:
        yield f"{key}.zero"
    if n == 1:
        yield f"{key}.one"
    yield f"{key}.other"


def merge_files(paths: Iterable[Path]) -> dict[str, str]:
    """Return all texts of some files. Raises `DuplicateKeyError` if two define the same key."""
    texts: dict[str, str] = {}
    for path in paths:
        for key, text in flatten(tomllib.loads(path.read_text("utf-8"))):
            if key in texts:
                raise DuplicateKeyError(f"{key} is given twice, again in {path.name}")
            texts[key] = text
    return texts


def flatten(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield dotted keys and texts of nested tables.

    Raises `TypeError` for a value of another type.
    """
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from flatten(value, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise TypeError(f"{key} is not a text")


def format_number(n: int) -> str:
    """Return a number as people read it: with thousands marks and a true minus sign."""
    return f"{n:,}".translate(Catalogue.load().marks).replace("-", MINUS)


def format_signed(n: int) -> str:
    """Return a change with its sign: a plus or a true minus."""
    return f"{n:+,}".translate(Catalogue.load().marks).replace("-", MINUS)
