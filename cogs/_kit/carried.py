"""Which message a press may give new content: the one that its control stands on.

An id can be made up, and said to be pressed on any message that its presser sees. On a private
one that harms nobody else; a message that everybody reads is given new content only by what it
carries itself: the same verb, of the same table. Any other press is answered beside.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

import discord

from cogs._kit.address import Address
from cogs._kit.client import Press


def may_turn(raw: Press) -> bool:
    """Whether a press may give the message that it says it was made on new content."""
    if raw.message is None or raw.message.flags.ephemeral:
        return True
    data = cast("Mapping[str, str]", raw.data or {})
    asked = Address.parse(data["custom_id"])
    return carries(raw.message, asked.verb, asked.table)


def carries(message: discord.Message, verb: str, table: int) -> bool:
    """Whether a message of ours has a control that asks for this at this table."""
    return any((own.verb, own.table) == (verb, table) for own in addresses(message.components))


def addresses(parts: Iterable[discord.Component]) -> Iterator[Address]:
    """The addresses of all controls among the components of a message of ours, however deep."""
    for part in parts:
        if custom_id := getattr(part, "custom_id", None):
            yield Address.parse(custom_id)
        yield from addresses(inner(part))


def inner(part: discord.Component) -> Iterator[Any]:
    """What stands in a component, and beside it."""
    yield from getattr(part, "children", ())
    if (beside := getattr(part, "accessory", None)) is not None:
        yield beside
