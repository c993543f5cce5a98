"""Pieces of a Components V2 message: rows, buttons, selects, text and pictures.

These functions need only the action of a component (`cogs.ui.actions`), not its handler. The
layouts themselves are in each feature's `layout.py` and `*_page.py`.
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

IN_A_ROW: Final = 5
"""Discord's limit for the number of buttons in one row."""
FELT: Final = 0x0F4232
MAX_OPTIONS: Final = 25
"""Discord's limit for the number of options in one select."""
LABEL: Final = 80  # Discord refuses the whole message if one label is longer
MAX_DESCRIPTION: Final = 100
MAX_TEXT: Final = 4000
"""Discord's limit for all texts of one message together."""
NO_EMOJIS: Final[Mapping[int, discord.PartialEmoji | None]] = MappingProxyType({})

Item: TypeAlias = ui.Item[Any]
Style = discord.ButtonStyle


def button(
    action: ButtonAction, table: int, version: int, *args: int, label: str, **options: Any
) -> Item:
    """Return a button. Shortens the label to Discord's limit."""
    return action.button(table, version, *args, label=shorten(label, LABEL), **options)


def labelled_button(
    action: ButtonAction, table: TableRow, prefix: str, *args: int, **options: Any
) -> Item:
    """Return a button for a table. The label is the catalogue text `<prefix><action>`.

    The version in the custom id is the lobby's revision. After the start it is the newest log
    entry.
    """
    version = table.revision if table.status is TableStatus.LOBBY else table.seq
    return button(action, table.id, version, *args, label=say(f"{prefix}{action}"), **options)


def select(
    action: SelectAction,
    table: int,
    version: int,
    *args: int,
    labels: Sequence[tuple[int, str, str]],
    placeholder: str,
    chosen: int | None = None,
    most: int = 1,
    emojis: Mapping[int, discord.PartialEmoji | None] = NO_EMOJIS,
) -> Item:
    """Return a row with a select.

    Args:
        action: The action of the select.
        table: The id of the table; 0 for none.
        version: The version of the table that the layout shows.
        args: Whole numbers for the handler.
        labels: Value, label and description of each option, at most 25.
        placeholder: The text that the select shows before a member chooses.
        chosen: The value of the option that is selected at first; None for no option.
        most: How many options a member may choose at once.
        emojis: The emoji before the label of an option, by the option's value.
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
    return action_row(
        action.select(table, version, *args, options=options, placeholder=hint, most=most)
    )


def action_row(*items: Item) -> Item:
    """Return a row of up to five buttons."""
    return ui.ActionRow(*items)


def text_display(*lines: str) -> Item:
    """Return a text of these lines, without empty lines."""
    return ui.TextDisplay("\n".join(line for line in lines if line))


def picture_item(picture: Picture) -> Item:
    """Return the item that shows a picture. The same message must contain the picture's file."""
    item = discord.MediaGalleryItem(f"attachment://{picture.filename}", description=picture.alt)
    return ui.MediaGallery(item)


def picture_file(picture: Picture) -> discord.File:
    """Return the file of a picture. Each attempt to send the picture needs a new file."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt)


def layout_view(*items: Item) -> ui.LayoutView:
    """Return a stopped view with these items in one container."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.Container(*items, accent_colour=FELT))
    return stopped(view)
