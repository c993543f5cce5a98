"""Custom ids: the text that Discord stores with a component, and sends when a member uses it.

A custom id is `t1:<action>:<table>:<version>`, followed by any number of whole numbers. `t1` is the
version of this format. `<version>` is the log entry or lobby revision that the layout showed; with
this number, the bot tells a stale message from a new one. Custom ids contain numbers of tables and
options, but never cards: every member who sees a component can read its custom id.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from cogs.core.bot import Interaction
from cogs.ui.places import Place, place_of

VERSION = "t1"
LONGEST = 100  # Discord's limit for a custom id
MOST = 2**63 - 1  # SQLite raises an error for a larger whole number
_GRAMMAR = re.compile(
    rf"{VERSION}:(?P<verb>[a-z][a-z_]*):(?P<table>\d+):(?P<seen>\d+)(?P<args>(?::-?\d+)*)", re.ASCII
)


ANSWERED_INTERACTION: Final = ContextVar[int | None]("answered_interaction", default=None)
"""The id of the interaction that the bot is answering. The router sets it.

It becomes the last number in the custom id of each select. Discord's apps remember the chosen
option by custom id, so with an unchanged custom id a member could not choose the same option twice.
"""
NO_TABLE: Final = (0, 0)
"""Table and version of a component that does not belong to a table."""


@dataclass(frozen=True, slots=True)
class CustomId:
    """The parts of a custom id."""

    action: str
    table: int
    version: int
    args: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Return the custom id as text for Discord.

        Raises:
            ValueError: The text is too long, or a part does not fit the format.
        """
        text = ":".join(map(str, (VERSION, self.action, self.table, self.version, *self.args)))
        if len(text) > LONGEST or not _GRAMMAR.fullmatch(text):
            raise ValueError(f"not a custom id: {text}")
        return text

    @classmethod
    def parse(cls, custom_id: str) -> "CustomId":
        """Return the parts of a custom id.

        Raises:
            ValueError: The text is not one of our custom ids. It may be forged.
        """
        match = _GRAMMAR.fullmatch(custom_id)
        if match is None or len(custom_id) > LONGEST:
            raise ValueError(f"not one of our custom ids: {custom_id[:LONGEST]!r}")
        table, seen, *args = map(int, custom_id.split(":")[2:])
        if max(map(abs, (table, seen, *args))) > MOST:
            raise ValueError(f"no number of ours is that large: {custom_id!r}")
        return cls(match["verb"], table, seen, tuple(args))


# ---- components on a message


def may_update_message(raw: Interaction) -> bool:
    """Return whether an interaction may edit the message that it claims to come from.

    A member can forge an interaction. So a message that others can read must contain the component
    of the interaction. Outside of servers and the bot's direct messages, only ephemeral messages
    are edited: the bot has posted no other message there.
    """
    if raw.message is None or raw.message.flags.ephemeral:
        return True
    if place_of(raw) is Place.ELSEWHERE:
        return False
    data = cast("Mapping[str, str]", raw.data or {})
    custom_id = CustomId.parse(data["custom_id"])
    return has_component(raw.message, custom_id.action, custom_id.table)


def has_component(message: discord.Message, verb: str, table: int) -> bool:
    """Return whether one of our messages has a component with this action and table."""
    return any(
        (custom_id.action, custom_id.table) == (verb, table)
        for custom_id in custom_ids_in(message.components)
    )


def custom_ids_in(parts: Iterable[discord.Component]) -> Iterator[CustomId]:
    """Yield the custom ids of all components of one of our messages, including nested ones."""
    for part in parts:
        if custom_id := getattr(part, "custom_id", None):
            yield CustomId.parse(custom_id)
        yield from custom_ids_in(child_components(part))


def child_components(part: discord.Component) -> Iterator[Any]:
    """Yield the components inside a component, including its accessory."""
    yield from getattr(part, "children", ())
    if (accessory := getattr(part, "accessory", None)) is not None:
        yield accessory
