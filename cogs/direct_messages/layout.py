"""The line about the table above a hand in direct messages, and the sentence of a closed hand."""

from dataclasses import dataclass, replace

from discord import ui

from cogs.ui.layout import (
    Item,
    Kind,
    action_row,
    container_of,
    layout_view,
    link_button,
    text_display,
)
from cogs.ui.replies import Reply
from cogs.ui.texts import link_to_table, say
from data.models.tables import TableRow
from engine import GAMES


@dataclass(frozen=True, slots=True)
class DmHeading:
    """The line above a hand in direct messages.

    Attributes:
        row: The table.
        server: The escaped name of its server.
        sees: Whether the member may view the table's channel.
        plays: Whether this process serves the table. If not, the hand has only a link to the table.
        as_of: The time of an edit without an interaction token, in UTC epoch seconds; else None.
    """

    row: TableRow
    server: str
    sees: bool
    plays: bool
    as_of: float | None = None

    def lines(self) -> list[str]:
        """Return the line about the table, then two notes: channel hidden, and time of the edit.

        A note that does not apply is "".
        """
        facts = {"server": self.server, "game": GAMES[self.row.game].name, "table": self.row.id}
        place = (
            say("dm.heading", **facts, link=link_to_table(self.row))
            if self.sees
            else say("dm.heading_hidden", **facts)
        )
        return [
            place,
            "" if self.sees else say("dm.channel_hidden"),
            "" if self.as_of is None else say("dm.as_of", at=round(self.as_of)),
        ]


def with_heading(reply: Reply, heading: DmHeading | None, *below: Item) -> Reply:
    """Return a hand panel as a lasting message, under a line about its table.

    The rows `below` are added. If another process serves the table, a link replaces all buttons.
    Without a heading, nothing is added.
    """
    if heading is None:
        return replace(reply, stays=True)
    assert reply.view is not None  # a hand panel is a layout
    items: list[Item] = container_of(reply.view)["components"]
    if heading.plays:
        items = [*items, *below]
    else:
        items = [item for item in items if item["type"] != Kind.action_row.value]
        items.append(action_row(play_there_button(heading.row)))
    view = layout_view(text_display(*heading.lines()), *items)
    return replace(reply, view=view, stays=True)


def play_there_button(row: TableRow) -> Item:
    """Return a link button to the message of a table that another process serves."""
    return link_button(say("dm.play_there"), link_to_table(row))


def closed_layout(words: str) -> ui.LayoutView:
    """Return a message with only words, in place of a hand."""
    return layout_view(text_display(words))
