"""Names of a table's players. No two names at a table look alike.

The names are computed whenever they are shown and never stored, because a member may join or change
their name later. If a computer player's name looks like a member's, the computer player gets
another name. If the names of two members look alike, each name gets the number of its seat.
"""

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from cogs.ui.texts import COLUMNS, cut, escaped_name, normalize_name, say
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
    return (drawable_name(name) or unicodedata.normalize("NFKC", name)).casefold()


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
    looks = list(map(look, names))
    return tuple(
        with_seat(name, seat) if looks.count(looks[seat]) > 1 and drawable_name(name) else name
        for seat, name in enumerate(names)
    )


def with_seat(name: str, seat: int) -> str:
    """Return a name with the number of its seat: "Sam (3)"."""
    return f"{cut(name, COLUMNS - len(SEAT))} ({seat + 1})"


def named_player(row: TableRow, seat: int) -> str:
    """Return a player's name for a message. The name of a computer player is marked."""
    player, names = row.seats[seat].player, seat_names(row)
    is_computer = player is not None and player.kind == "computer"
    # A picture shows the seat if it cannot draw the name. A message shows the name.
    name = names[seat]
    equal = bool(name) and names.count(name) > 1
    return in_message(with_seat(name, seat) if equal else name, is_computer, current_language())


@lru_cache(maxsize=4096)
def in_message(name: str, is_computer: bool, _: str) -> str:  # noqa: FBT001 - part of a cache's key
    """Return a name for a message. The last argument is the language, for the cache."""
    name = escaped_name(name)
    return say("people.computer", name=name) if is_computer else name
