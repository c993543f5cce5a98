"""Pieces of a Components V2 message: rows, buttons, selects, text and pictures.

A piece is a dict in Discord's form: discord.py's objects would cost a millisecond of each press.
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

Item: TypeAlias = dict[str, Any]
Style = discord.ButtonStyle
Kind = discord.ComponentType
SEPARATOR: Final[Item] = {"type": Kind.separator.value, "divider": True, "spacing": 2}


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
        select_option(*option, chosen=option[0] == chosen, emoji=emojis.get(option[0]))
        for option in labels
    ]
    hint = shorten(placeholder, 150)
    return action_row(
        action.select(table, version, *args, options=options, placeholder=hint, most=most)
    )


def select_option(
    value: int,
    label: str,
    description: str = "",
    *,
    chosen: bool,
    emoji: discord.PartialEmoji | None = None,
) -> Item:
    """Return an option of a select. Shortens the texts to Discord's limits."""
    found: Item = {
        "value": str(value),
        "label": shorten(label, MAX_DESCRIPTION),
        "default": chosen,
    }
    if description:
        found["description"] = shorten(description, MAX_DESCRIPTION)
    if emoji is not None:
        found["emoji"] = emoji.to_dict()
    return found


def action_row(*items: Item) -> Item:
    """Return a row of up to five buttons."""
    return {"type": Kind.action_row.value, "components": [*items]}


def text_display(*lines: str) -> Item:
    """Return a text of these lines, without empty lines."""
    content = "\n".join(line for line in lines if line)
    return {"type": Kind.text_display.value, "content": content}


def link_button(label: str, url: str) -> Item:
    """Return a button that opens an address. Discord tells the bot nothing of a press."""
    look = {"type": Kind.button.value, "style": Style.link.value}
    return {**look, "label": shorten(label, LABEL), "url": url}


def section(text: str, accessory: Item) -> Item:
    """Return a text with a button at its side."""
    texts = [text_display(text)]
    return {"type": Kind.section.value, "components": texts, "accessory": accessory}


def picture_item(picture: Picture) -> Item:
    """Return the item that shows a picture. The same message must contain the picture's file."""
    url = f"attachment://{picture.filename}"
    item = {"media": {"url": url}, "description": picture.alt}
    return {"type": Kind.media_gallery.value, "items": [item]}


def file_item(filename: str) -> Item:
    """Return the item that shows a file. The same message must contain the file."""
    return {"type": Kind.file.value, "file": {"url": f"attachment://{filename}"}}


def picture_file(picture: Picture) -> discord.File:
    """Return the file of a picture. Each attempt to send the picture needs a new file."""
    return discord.File(BytesIO(picture.png), picture.filename, description=picture.alt)


class Layout(ui.LayoutView):
    """A view whose container is already the dict that discord.py sends."""

    def __init__(self, container: Item) -> None:
        super().__init__(timeout=None)
        self.container = container
        self.stop()  # discord.py would store a view that is not stopped, for ever

    def to_components(self) -> list[Item]:
        return [self.container]

    def has_components_v2(self) -> bool:
        return True


def layout_view(*items: Item) -> ui.LayoutView:
    """Return a stopped view with these items in one container."""
    container: Item = {"type": Kind.container.value, "accent_color": FELT, "components": [*items]}
    return Layout(container)


def container_of(view: ui.LayoutView) -> Item:
    """Return the container of a layout, to change it before the layout is sent."""
    assert isinstance(view, Layout)  # `layout_view` made it
    return view.container
