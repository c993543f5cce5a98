"""The messages that show tables: pending, current, stale."""

from data.game import messages
from data.game import panels as panel_rows
from data.game import posts as post_rows
from data.stores.repository import Repository, query, table_transaction, transaction


class MessageStore(Repository):
    """The messages of tables."""

    lobby_shown = table_transaction(messages.lobby_shown, timed=False)
    nowhere = table_transaction(messages.nowhere, timed=False)
    message_gone = table_transaction(messages.gone, timed=False)
    move_table = table_transaction(messages.move)
    move_home = table_transaction(messages.move_home)
    leave_thread = table_transaction(messages.leave_thread, timed=False)

    # pending
    begin_post = table_transaction(post_rows.begin)
    show_lobby_again = table_transaction(post_rows.begin_lobby)
    instead = table_transaction(post_rows.instead)
    begin_digest = transaction(post_rows.begin_digest)
    post = query(post_rows.find)
    posts = query(post_rows.of)
    refused = table_transaction(post_rows.refused, timed=False)
    sent = table_transaction(post_rows.sent)
    unsent = table_transaction(post_rows.unsent, timed=False)

    # stale
    leave_message = table_transaction(post_rows.leave_old, timed=False)
    relics = query(post_rows.relics)
    put_away = table_transaction(post_rows.put_away, timed=False)

    # hand panels
    keep_panel = transaction(panel_rows.keep, timed=False)
    forget_panel = transaction(panel_rows.forget, timed=False)
    sweep_panels = transaction(panel_rows.sweep, timed=False)
    panels = query(panel_rows.since)
