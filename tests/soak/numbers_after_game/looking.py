"""Comparisons of shown and expected numbers, shared by all checks of screens."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from render.drawing.themes import THEMES
from tests.cogs.support.recount import Played, Ratings
from tests.render.text_boxes import watching
from tests.simulator import Member, Simulator

NUMBER: Final = re.compile(r"[+−-]?\d[\d,]*")
NO_NUMBER: Final = re.compile(r"<t:[^>]*>|on \d+ \w+|<@\d+>|Ada \d|[\u200e\u2068\u2069\\]")
KINDS: Final = ("natural", "mixed", "wild", "sevens")


def plain(text: str) -> str:
    """Return a text without times, mentions, names with digits and the marks around names."""
    return NO_NUMBER.sub("", text)


def numbers(text: str) -> list[int]:
    """Return all whole numbers of a text, in order."""
    return [int(one.replace(",", "").replace("−", "-")) for one in NUMBER.findall(plain(text))]


def grouped(number: int) -> str:
    """Return a number as screens write it."""
    return f"{number:,}".replace("-", "−")


def signed(number: int) -> str:
    """Return a number as screens write it, with its sign."""
    return f"{number:+,}".replace("-", "−")


@dataclass
class Looking:
    """Games of one kind among the same people; leaderboards are checked in a `season`, if given."""

    simulator: Simulator
    people: list[Member]
    game: str
    seats: int
    played: list[Played] = field(default_factory=list)
    ratings: Ratings = field(default_factory=Ratings)
    season: str = ""
    compared: int = 0
    wrong: list[str] = field(default_factory=list)

    def same(self, what: str, told: Sequence[Any], ours: Sequence[Any]) -> None:
        """Compare a screen's value with the expected one."""
        self.compared += len(ours)
        if list(told) != list(ours):
            at = f"{self.game}:{self.seats} game {len(self.played)}"
            self.wrong.append(f"{at}, {what}: {list(told)} for {list(ours)}")

    def drawn(self, what: str, draw: Any, shown: Any, texts: list[str]) -> None:
        """Check that a picture contains these texts."""
        with watching() as pictures:
            draw(shown, THEMES["emerald"])
        written = Counter(plain(one.text) for picture in pictures for one in picture.written)
        self.same(f"{what}, drawn", [], sorted((Counter(texts) - written).elements()))
        self.compared += len(texts)
