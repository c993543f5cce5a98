"""Addresses: what a control asks for, where, and what its screen had seen, as a custom id.

A custom id is `t1:<verb>:<table>:<seen>` and any number of small whole numbers after it: the
grammar's version, what is asked for, the table, the revision or move number the screen showed,
and arguments. Ids and numbers only; never a card, for whoever sees a control can read its id.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from cogs.core.bot import Interaction

VERSION = "t1"
LONGEST = 100  # Discord's limit for a custom id
MOST = 2**63 - 1  # of the numbers in one: the file holds no larger
_GRAMMAR = re.compile(
    rf"{VERSION}:(?P<verb>[a-z][a-z_]*):(?P<table>\d+):(?P<seen>\d+)(?P<args>(?::-?\d+)*)", re.ASCII
)


NO_TABLE: Final = (0, 0)
"""The address of a control that is about no table."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """What a control asks for, where, and what its screen had seen."""

    verb: str
    table: int
    seen: int
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The custom id. Raises `ValueError` when the address cannot be written as one."""
        text = ":".join(map(str, (VERSION, self.verb, self.table, self.seen, *self.args)))
        if len(text) > LONGEST or not _GRAMMAR.fullmatch(text):
            raise ValueError(f"not a custom id: {text}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> "CustomId":
        """The address in a custom id. Raises `ValueError` for any text that is none of ours."""
        match = _GRAMMAR.fullmatch(custom_id)
        if match is None or len(custom_id) > LONGEST:
            raise ValueError(f"not one of our custom ids: {custom_id[:LONGEST]!r}")
        table, seen, *args = map(int, custom_id.split(":")[2:])
        if max(map(abs, (table, seen, *args))) > MOST:
            raise ValueError(f"no number of ours is that large: {custom_id!r}")
        return cls(match["verb"], table, seen, tuple(args))


# ---- Which message a press may give new content: the one that its control stands on


def may_update_message(raw: Interaction) -> bool:
    """Whether a press may give the message that it says it was made on new content."""
    if raw.message is None or raw.message.flags.ephemeral:
        return True
    data = cast("Mapping[str, str]", raw.data or {})
    asked = CustomId.parse(data["custom_id"])
    return has_component(raw.message, asked.verb, asked.table)


def has_component(message: discord.Message, verb: str, table: int) -> bool:
    """Whether a message of ours has a control that asks for this at this table."""
    return any((own.verb, own.table) == (verb, table) for own in custom_ids_in(message.components))


def custom_ids_in(parts: Iterable[discord.Component]) -> Iterator[CustomId]:
    """The addresses of all controls among the components of a message of ours, however deep."""
    for part in parts:
        if custom_id := getattr(part, "custom_id", None):
            yield CustomId.parse(custom_id)
        yield from custom_ids_in(child_components(part))


def child_components(part: discord.Component) -> Iterator[Any]:
    """What stands in a component, and beside it."""
    yield from getattr(part, "children", ())
    if (beside := getattr(part, "accessory", None)) is not None:
        yield beside
