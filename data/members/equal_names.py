"""Members of a guild with names that look alike: "Sam", "Sam (2)", in the order of their arrival.

These names are for leaderboards, histories and records. At a table, `cogs.game.names` adds the
seat.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import count

from data.core.connection import Connection

COLUMNS = 28
"""Most columns of a name before its number. With the number, a name has at most 32."""


def equal_name_numbers(connection: Connection, guild_id: int) -> Mapping[int, int]:
    """Return the numbers of members who share a name, by Discord id. The numbers start from 2.

    With their numbers, no two names look alike: a member may have typed a number themselves.
    """
    rows = connection.execute(
        "SELECT user_id, name FROM player WHERE guild_id = ? AND user_id IS NOT NULL ORDER BY id",
        (guild_id,),
    )
    taken: set[str] = set()
    numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(2))
    found: dict[int, int] = {}
    for user_id, name in rows:
        shown = name
        while name and look(shown) in taken:
            found[user_id] = next(numbers[look(name)])
            shown = with_number(found, user_id, name)
        taken.add(look(shown))
    return found


# Every history and leaderboard needs the look of every member of its guild. Bounded, because
# members choose their names.
@lru_cache(maxsize=1 << 14)
def look(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    if not name.isascii():
        normal = unicodedata.normalize("NFKC", name)
        # A name of nothing but emoji keeps these.
        name = "".join(filter(is_shown, normal)) or "".join(filter(is_visible, normal)) or name
    return name.casefold().strip()


def is_shown(character: str) -> bool:
    """Return whether a character makes names differ. Emoji and invisible characters do not."""
    return is_visible(character) and unicodedata.category(character) != "So"


def is_visible(character: str) -> bool:
    """Return whether a character is more than a mark, a skin tone or an invisible character."""
    kind = unicodedata.category(character)
    return kind[0] != "C" and kind not in {"Sk", "Mn", "Me"}


def with_number(numbers: Mapping[int, int], user_id: int | None, name: str) -> str:
    """Return a name with its number, if it has one."""
    number = numbers.get(user_id or 0)
    if number is None or not name:  # A hidden member has no name here.
        return name
    while sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in name) > COLUMNS:
        name = name[:-1]
    return f"{name.rstrip()} ({number})"
