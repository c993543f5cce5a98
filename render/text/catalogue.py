"""The text catalogue: every sentence a person reads, by key, outside the code.

A language is a directory of TOML files that are merged; nested tables become dotted keys. A
text holds `str.format` fields. A table with the keys `one` and `other` (and, if wanted, `zero`)
is a plural, chosen by the fact `n`.

    [panel]
    draw = { one = "Draw a card", other = "Draw {n:,} cards" }

    Catalogue.load("en").words("panel.draw", n=2)  ->  "Draw 2 cards"

Everything said inside `with speaking("de")` is German: who speaks decides once, at the door, and
no function between there and the sentence needs to know. The choice belongs to the task, so that
two members' presses at the same moment do not mix.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1] / "catalogues"
MINUS: Final = "\N{MINUS SIGN}"
FIRST: Final = "en"
"""What is spoken where nothing else is chosen."""
LANGUAGES: Final = tuple(sorted(path.name for path in ROOT.iterdir() if path.is_dir()))
# Of a task, so that presses in two languages go on beside each other; who draws beside is told it.
_SPOKEN: Final = ContextVar("language", default=FIRST)


def nearest(locale: str) -> str:
    """The language we have for a locale such as `de` or `en-GB`; the first for any other."""
    language = locale.partition("-")[0].lower()
    return language if language in LANGUAGES else FIRST


def spoken() -> str:
    """The language spoken now."""
    return _SPOKEN.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let everything said inside be in this language, one of `LANGUAGES`."""
    before = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


class MissingWordsError(KeyError):
    """A key that the catalogue does not hold, or a fact that its text needs and was not given."""


class DoubleWordsError(ValueError):
    """One key given in two files of a language."""


@dataclass(frozen=True, slots=True)
class WrittenNumber:
    """A number that is written with the marks of a language: 1.310 and 1,5 in German."""

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
        """All texts of a language; without one, of the language spoken now.

        Raises `FileNotFoundError` for a language without files, `DoubleWordsError` for a key given
        twice.
        """
        language = language or spoken()
        return ours(language) if root is ROOT else read(language, root)

    def words(self, key: str, /, **facts: object) -> str:
        """The text at `key` with its fields filled in. Raises `MissingWordsError`."""
        template = self._template(key, facts.get("n"))
        if self.marks:
            facts = {name: self.written(fact) for name, fact in facts.items()}
        try:
            return template.format(**facts)
        except KeyError as field:
            raise MissingWordsError(f"{key} needs the fact {field}") from field

    @cached_property
    def marks(self) -> Mapping[int, str]:
        """What stands in numbers in place of Python's marks; empty where nothing differs."""
        ours = {mark: self.texts.get(f"number.{mark}", mark) for mark in (",", ".")}
        return {ord(mark): own for mark, own in ours.items() if mark != own}

    def written(self, fact: object) -> object:
        """A fact as this language writes it, when it is a number."""
        return WrittenNumber(fact, self.marks) if isinstance(fact, int | float) else fact

    def has(self, key: str) -> bool:
        """Whether `words(key)` would find a text."""
        return key in self.texts or f"{key}.other" in self.texts

    def under(self, prefix: str) -> Iterator[str]:
        """The full keys that begin with `prefix` and a dot, in the order of the files."""
        return (key for key in self.texts if key.startswith(f"{prefix}."))

    def listing(self, items: Iterable[str]) -> str:
        """Items joined as a person would say them: "a", "a and b", "a, b and c"."""
        *head, last = items
        if not head:
            return last
        return self.words("list.last", head=self.words("list.comma").join(head), last=last)

    def _template(self, key: str, n: object) -> str:
        if key in self.texts:
            return self.texts[key]
        for form in plural_forms(key, n):
            if form in self.texts:
                return self.texts[form]
        raise MissingWordsError(key)


@lru_cache(maxsize=16)
def ours(language: str) -> Catalogue:
    """All texts of a language that we have: asked for each sentence, so nothing is compared."""
    return read(language, ROOT)


@lru_cache(maxsize=16)
def read(language: str, root: Path) -> Catalogue:
    """Read and merge all files of a language; raises as `Catalogue.load`."""
    paths = sorted((root / language).glob("*.toml"))
    if not paths:
        raise FileNotFoundError(f"no catalogue for {language!r} under {root}")
    return Catalogue(language, merged(paths))


def plural_forms(key: str, n: object) -> Iterator[str]:
    """The keys to try for a plural of `n`, best first."""
    if n == 0:
        yield f"{key}.zero"
    if n == 1:
        yield f"{key}.one"
    yield f"{key}.other"


def merged(paths: Iterable[Path]) -> dict[str, str]:
    """All texts of some files. Raises `DoubleWordsError` if two files give one key."""
    texts: dict[str, str] = {}
    for path in paths:
        for key, text in flattened(tomllib.loads(path.read_text("utf-8"))):
            if key in texts:
                raise DoubleWordsError(f"{key} is given twice, again in {path.name}")
            texts[key] = text
    return texts


def flattened(table: Mapping[str, object], prefix: str = "") -> Iterator[tuple[str, str]]:
    """Dotted keys and texts of nested tables. Raises `TypeError` for anything but a text."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            yield from flattened(value, f"{key}.")
        elif isinstance(value, str):
            yield key, value
        else:
            raise TypeError(f"{key} is not a text")


def number(n: int) -> str:
    """A number as people read it: thousands separated, a true minus."""
    return f"{n:,}".translate(Catalogue.load().marks).replace("-", MINUS)


def signed(n: int) -> str:
    """A change: plus or true minus in front."""
    return f"{n:+,}".translate(Catalogue.load().marks).replace("-", MINUS)
