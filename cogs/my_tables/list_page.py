"""The list of a member's tables: eight a page, each a section with one button."""

from collections.abc import Sequence
from typing import Final

from discord import ui

from cogs.my_tables.listed import ListedTable
from cogs.ui.actions import Action
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import (
    SEPARATOR,
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    link_button,
    section,
    text_display,
)
from cogs.ui.texts import jump_url, say

PER_PAGE: Final = 8
"""Tables on one page. Each has three of the 40 components that Discord allows."""


def list_layout(
    found: Sequence[ListedTable], user_id: int, page: int = 0, notice: str = ""
) -> ui.LayoutView:
    """Return a page of the list.

    Order: games that wait for the member, other games, lobbies, private tables. Games are sorted by
    deadline.
    """
    present = sorted(
        (one for one in found if not one.absent), key=lambda one: one.sort_key(user_id)
    )
    pages = max(1, -(-len(present) // PER_PAGE))
    page = min(max(page, 0), pages - 1)
    shown = present[page * PER_PAGE : (page + 1) * PER_PAGE]
    head = [say("tables.heading"), notice, *_absences(found)]
    if not present:
        head.append(say("mytables.none"))
    return layout_view(text_display(*head), *_sections(shown, user_id), *_page_row(page, pages))


def _absences(found: Sequence[ListedTable]) -> list[str]:
    """Return one sentence for each server that the member has left."""
    servers = dict.fromkeys(one.server for one in found if one.absent)
    return [say("mytables.absent", server=server) for server in servers]


def _sections(shown: Sequence[ListedTable], user_id: int) -> list[Item]:
    """Return a section for each table. A separator follows the games that wait for the member."""
    due = [one for one in shown if one.is_due(user_id)]
    others = [one for one in shown if not one.is_due(user_id)]
    parted = [SEPARATOR] if due and others else []
    return [
        *(_section(one, user_id) for one in due),
        *parted,
        *(_section(one, user_id) for one in others),
    ]


def _section(one: ListedTable, user_id: int) -> Item:
    return section(one.words(user_id), _button(one, user_id))


def _button(one: ListedTable, user_id: int) -> Item:
    """Return the one button of a table."""
    row = one.row
    if not one.is_reached:
        return button(Action.SORT_OUT, row.id, 0, label=say("mytables.sort_out"))
    if one.has_substitute(user_id):
        return labelled_button(Action.TAKE_SEAT_BACK, row, "clock.do_", style=Style.success)
    if one.is_lobby:
        url = jump_url(row.guild_id, row.channel_id, row.lobby_message_id)
        return link_button(say("mytables.to_lobby"), url)
    if one.is_due(user_id):
        return button(Action.HAND, row.id, row.seq, label=say("mytables.play"), style=Style.success)
    label = say("mytables.continue" if row.is_private else "mytables.hand")
    return button(Action.HAND, row.id, row.seq, label=label)


def _page_row(page: int, pages: int) -> list[Item]:
    """Return the buttons to the pages before and after this one."""
    if pages == 1:
        return []
    before = _page_button(page - 1, "mytables.before", disabled=page == 0)
    after = _page_button(page + 1, "mytables.after", disabled=page == pages - 1)
    return [action_row(before, after)]


def _page_button(page: int, key: str, *, disabled: bool) -> Item:
    # Discord refuses equal custom ids in a message, so a disabled button has a page number, too.
    return button(Action.TABLES_PAGE, *NO_TABLE, page + 1, label=say(key), disabled=disabled)
