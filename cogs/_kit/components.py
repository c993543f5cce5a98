"""Parts of a screen: the pieces that lobby, table, panel and ladder are put together from.

A screen shows controls by their verbs, which know nothing of the doors that answer them.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from cogs._kit.controls import fresh
from cogs._kit.texts import say, shortened
from cogs._kit.verbs import Button, Select
from data.game.rows import Status, TableRow
from render.artist import Picture

FELT: Final = 0x0F4232
OPTIONS: Final = 25
"""Discord's limit for the options of one select."""
LABEL: Final = 80  # Discord's limits; of a button longer by one it refuses the whole message
DESCRIPTION: Final = 100
TEXT: Final = 4000
"""Discord's limit for all texts of one message together."""
NO_EMOJIS: Final[Mapping[int, discord.PartialEmoji | None]] = MappingProxyType({})

Item: TypeAlias = ui.Item[Any]
Style = discord.ButtonStyle


def button(verb: Button, table: int, seen: int, *args: int, label: str, **looks: Any) -> Item:
    """A button; its label is cut to what Discord takes."""
    return verb.at(table, seen, *args, label=shortened(label, LABEL), **looks)


def labelled_button(verb: Button, table: TableRow, prefix: str, *args: int, **looks: Any) -> Item:
    """Return a button about a table; its label is the text of `prefix` and the verb's name.

    Its version is the lobby's revision before the start, and later the log's newest entry.
    """
    seen = table.revision if table.status is Status.LOBBY else table.seq
    return button(verb, table.id, seen, *args, label=say(f"{prefix}{verb}"), **looks)


def select(
    verb: Select,
    table: int,
    seen: int,
    *args: int,
    labels: Sequence[tuple[int, str, str]],
    placeholder: str,
    chosen: int | None = None,
    most: int = 1,
    emojis: Mapping[int, discord.PartialEmoji | None] = NO_EMOJIS,
) -> Item:
    """A row with a select of up to `most` at once.

    `labels` are value, label and description, at most 25 of them; `emojis` stand before the label
    of a value.
    """
    options = [
        discord.SelectOption(
            value=str(value),
            label=shortened(label, DESCRIPTION),
            description=shortened(description, DESCRIPTION) or None,
            default=value == chosen,
            emoji=emojis.get(value),
        )
        for value, label, description in labels
    ]
    hint = shortened(placeholder, 150)
    return row(verb.at(table, seen, *args, options=options, placeholder=hint, most=most))


def row(*items: Item) -> Item:
    """Up to five buttons side by side."""
    return ui.ActionRow(*items)


def text(*lines: str) -> Item:
    """Lines of text; empty ones are left out."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def gallery(picture: Picture) -> Item:
    """A picture that is sent along as a file."""
    item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt)
    return ui.MediaGallery(item)


def file(picture: Picture) -> discord.File:
    """The file of a picture, new for each time it is sent."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt)


def screen(*items: Item) -> ui.LayoutView:
    """A message made of these parts."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=FELT))
    return fresh(view)
