"""The page about one table that the member cannot reach: move it, resend it, or leave it."""

from discord import ui

from cogs.my_tables.listed import ListedTable
from cogs.my_tables.reachability import Reachability
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    text_display,
)
from cogs.ui.texts import link_to_table, say
from data.models.tables import TableRow

GREEN = frozenset({Action.REOPEN, Action.MOVEHERE, Action.SHOWAGAIN})
ONLY_ON_SERVER = frozenset({Action.MOVEHERE, Action.MODERATION_PAGE, Action.CLOSE})
"""Actions that the page has only if the member opened it on the table's server.

They need a channel of the server, or the host's powers.
"""


def sort_out_layout(one: ListedTable, user_id: int) -> ui.LayoutView:
    """Return the page of a table that the member cannot reach."""
    back = [labelled_button(Action.TAKE_SEAT_BACK, one.row, "clock.do_", style=Style.success)]
    remedies = _remedies(one, user_id)
    shown = [action for action in remedies if one.here or action not in ONLY_ON_SERVER]
    buttons = [
        *(back if one.has_substitute(user_id) else []),
        *(_remedy_button(one.row, action) for action in shown),
        button(Action.TABLES_PAGE, *NO_TABLE, 1, label=say("mytables.back")),
    ]
    link = link_to_table(one.row) if one.reach is Reachability.LOCKED else ""
    key = "mytables.move_there" if Action.MOVEHERE in remedies else "mytables.more_there"
    there = say(key, server=one.server) if shown != remedies else ""
    return layout_view(text_display(one.words(user_id), link, there), action_row(*buttons))


def _remedies(one: ListedTable, user_id: int) -> list[ButtonAction]:
    """Return the actions for a table that the member cannot reach; [] for any other table.

    Actions that work only on the table's server are included. A LOCKED table, in whose channel the
    bot cannot write, counts as one that the member cannot reach.
    """
    if one.is_reached:
        return []
    hosts = one.row.host_id == user_id
    again = [] if one.reach is Reachability.UNSENT else [Action.SHOWAGAIN]
    if one.state is not None:
        here = Action.MOVEHERE if one.homeless else Action.REOPEN
        return [here, *([Action.MODERATION_PAGE] if hosts else [])]
    if hosts:
        return [*([Action.MOVEHERE] if one.homeless else again), Action.CLOSE]
    return [*([] if one.homeless else again), Action.LEAVE_LOST_LOBBY]


def _remedy_button(table: TableRow, action: ButtonAction) -> Item:
    # The custom id needs the version of the game for a game's action, and of the lobby otherwise.
    seen = table.seq if action in {Action.REOPEN, Action.MODERATION_PAGE} else table.revision
    style = Style.success if action in GREEN else Style.secondary
    return button(action, table.id, seen, label=say(f"tables.{action}"), style=style)
