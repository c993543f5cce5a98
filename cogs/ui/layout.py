"""Parts of a screen: the pieces that lobby, table, panel and ladder are put together from.

A screen shows controls by their verbs, which know nothing of the doors that answer them.
"""

from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import discord
from discord import ui

from cogs.ui.actions import ButtonAction, SelectAction
from cogs.ui.component import stopped
from cogs.ui.texts import say, shorten
from data.models.tables import TableRow, TableStatus
from render.renderer import Picture

FELT: Final = 0x0F4232
MAX_OPTIONS: Final = 25
"""Discord's limit for the options of one select."""
LABEL: Final = 80  # Discord's limits; of a button longer by one it refuses the whole message
MAX_DESCRIPTION: Final = 100
MAX_TEXT: Final = 4000
"""Discord's limit for all texts of one message together."""
NO_EMOJIS: Final[Mapping[int, discord.PartialEmoji | None]] = MappingProxyType({})

Item: TypeAlias = ui.Item[Any]
Style = discord.ButtonStyle


def button(verb: ButtonAction, table: int, seen: int, *args: int, label: str, **looks: Any) -> Item:
    """A button; its label is cut to what Discord takes."""
    return verb.at(table, seen, *args, label=shorten(label, LABEL), **looks)


def labelled_button(
    verb: ButtonAction, table: TableRow, prefix: str, *args: int, **looks: Any
) -> Item:
    """Return a button about a table; its label is the text of `prefix` and the verb's name.

    Its version is the lobby's revision before the start, and later the log's newest entry.
    """
    seen = table.revision if table.status is TableStatus.LOBBY else table.seq
    return button(verb, table.id, seen, *args, label=say(f"{prefix}{verb}"), **looks)


def select(
    verb: SelectAction,
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
            label=shorten(label, MAX_DESCRIPTION),
            description=shorten(description, MAX_DESCRIPTION) or None,
            default=value == chosen,
            emoji=emojis.get(value),
        )
        for value, label, description in labels
    ]
    hint = shorten(placeholder, 150)
    return action_row(verb.at(table, seen, *args, options=options, placeholder=hint, most=most))


def action_row(*items: Item) -> Item:
    """Up to five buttons side by side."""
    return ui.ActionRow(*items)


def text_display(*lines: str) -> Item:
    """Lines of text; empty ones are left out."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def picture_item(picture: Picture) -> Item:
    """A picture that is sent along as a file."""
    item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt)
    return ui.MediaGallery(item)


def picture_file(picture: Picture) -> discord.File:
    """The file of a picture, new for each time it is sent."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt)


def layout_view(*items: Item) -> ui.LayoutView:
    """A message made of these parts."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=FELT))
    return stopped(view)
