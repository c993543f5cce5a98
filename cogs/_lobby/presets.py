"""House rules that a server keeps by name, for each game.

No member is named in them, so that nothing is left to forget when somebody leaves.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Final

from cogs._kit.names import harmless
from cogs._kit.refusals import Refusal
from cogs._kit.texts import say
from cogs._lobby.options import trimmed
from data.stores.people import PeopleStore
from engine.model.option import Value

MOST: Final = 20
"""Sets kept for one game of a server; a select holds 25."""
LONGEST: Final = 40

Presets = Mapping[str, Mapping[str, Value]]


async def presets(people: PeopleStore, guild_id: int, game: str) -> Presets:
    """The kept sets of a server for a game, by name, oldest first."""
    return await people.presets(guild_id, game)


async def keep(
    people: PeopleStore, guild_id: int, game: str, name: str, options: Mapping[str, Value]
) -> str:
    """Keep a set under a name, in place of one of that name; what to say about it.

    Raises `Refusal` for an empty name, or when there are too many.
    """
    name = " ".join(name.split())[:LONGEST]
    if not name:
        raise Refusal("presets.nameless")
    kept = await presets(people, guild_id, game)
    if name not in kept and len(kept) >= MOST:
        raise Refusal("presets.full", n=MOST)
    await people.keep_preset(guild_id, game, name, trimmed(game, options))
    return say("presets.kept", name=harmless(name))


async def forget(people: PeopleStore, guild_id: int, game: str, mark: int) -> str:
    """Forget the set of that mark; what to say about it. Raises `Refusal`."""
    name = named(await presets(people, guild_id, game), mark)
    await people.drop_preset(guild_id, game, name)
    return say("presets.forgotten", name=harmless(name))


def mark_of(name: str) -> int:
    """What stands for a set in a select.

    It is the name's alone: a place in the list, or a row's number, is another set's once this one
    is forgotten, and a page that was opened before would then mean that one.
    """
    return int.from_bytes(blake2b(name.encode(), digest_size=7).digest(), "big")


def named(kept: Presets, mark: int) -> str:
    """The name of the set of that mark. Raises `Refusal` when none has it."""
    for name in kept:
        if mark_of(name) == mark:
            return name
    raise Refusal("presets.gone")
