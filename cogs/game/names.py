"""Names of a table's players. No two names at a table look alike.

The names are computed whenever they are shown and never stored, because a member may join or change
their name later. If a computer player's name looks like a member's, the computer player gets
another name. If the names of two members look alike, each name gets the number of its seat.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from cogs.ui.texts import COLUMNS, cut, escaped_name, normalize_name, say
from data.members import equal_names
from data.models.tables import Player, TableRow
from engine.players import LEVELS
from render.text.catalogue import current_language
from render.text.display_names import drawable_name

COMPUTERS: Final = 8
"""Number of names for computer players in the message catalogue."""
SEAT: Final = " (8)"
"""The longest addition to a name."""


def computer_names() -> Iterator[str]:
    """Yield all names that computer players can have in the current language."""
    yield from (say(f"people.computer_{number}") for number in range(1, COMPUTERS + 1))
    yield from (say(level.name) for level in LEVELS.values())


def look(name: str) -> str:
    """Return a form of the name that is equal for names that look alike, in text or in pictures."""
    return drawable_name(name).casefold() or equal_names.look(name)


def is_unowned(player: Player | None) -> bool:
    """Return whether a computer player plays a seat that no member owns."""
    return player is not None and player.kind == "computer" and player.user_id is None


def seat_names(row: TableRow) -> tuple[str, ...]:
    """Return the players' names by seat; "" for an open seat and for an erased member."""
    players = [seat.player for seat in row.seats]
    given = tuple(player.name if player else "" for player in players)
    return distinct(given, tuple(map(is_unowned, players)), current_language())


# Every line about a player needs the names of the table. Bounded, because members choose their
# names.
@lru_cache(maxsize=1024)
def distinct(given: tuple[str, ...], unowned: tuple[bool, ...], _: str) -> tuple[str, ...]:
    """Return names that do not look alike. The last argument is the language, for the cache."""
    names = [normalize_name(name) if name else "" for name in given]
    taken = {look(name) for name, gives_up in zip(names, unowned, strict=True) if not gives_up}
    used = taken | set(map(look, names))
    free = (name for name in computer_names() if look(name) not in used)
    for seat, gives_up in enumerate(unowned):
        if gives_up and look(names[seat]) in taken:
            names[seat] = next(free, names[seat])
    return told_apart(tuple(names), drawn_look)


def drawn_look(name: str) -> str:
    """Return the look of a name in pictures; "" if they cannot draw it, and show the seat."""
    return drawable_name(name).casefold()


# Cached for the same reason as `distinct`.
@lru_cache(maxsize=1024)
def told_apart(names: tuple[str, ...], look_of: Callable[[str], str]) -> tuple[str, ...]:
    """Return the names; those that look alike have the numbers of their seats.

    A member may have typed a seat's number themselves, so this repeats until no two names look
    alike. A name whose look is "" stays as it is.
    """
    numbered: set[int] = set()
    while True:
        shown = tuple(
            with_seat(name, seat) if seat in numbered else name for seat, name in enumerate(names)
        )
        looks = list(map(look_of, shown))
        alike = {seat for seat, one in enumerate(looks) if one and looks.count(one) > 1}
        if alike <= numbered:
            return shown
        numbered |= alike


def with_seat(name: str, seat: int) -> str:
    """Return a name with the number of its seat: "Sam (3)"."""
    return f"{cut(name, COLUMNS - len(SEAT))} ({seat + 1})"


def named_player(row: TableRow, seat: int) -> str:
    """Return a player's name for a message. The name of a computer player is marked."""
    player = row.seats[seat].player
    is_computer = player is not None and player.kind == "computer"
    # A picture shows the seat if it cannot draw the name. A message shows the name.
    name = told_apart(seat_names(row), look)[seat]
    return in_message(name, is_computer, current_language())


@lru_cache(maxsize=4096)
def in_message(name: str, is_computer: bool, _: str) -> str:  # noqa: FBT001 - part of a cache's key
    """Return a name for a message. The last argument is the language, for the cache."""
    name = escaped_name(name)
    return say("people.computer", name=name) if is_computer else name
