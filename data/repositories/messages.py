"""The repository of the messages that show tables: pending, current, stale."""

from data.members import dm_hands as dm_rows
from data.messages import delivery as post_rows
from data.messages import hand_panels as panel_rows
from data.messages import table_messages
from data.repositories.repository import Repository, query, table_transaction, transaction
from data.tables import relocation


class MessageRepository(Repository):
    """The messages of tables."""

    mark_lobby_rendered = table_transaction(table_messages.mark_lobby_rendered, timed=False)
    clear_location = table_transaction(table_messages.clear_location, timed=False)
    mark_message_deleted = table_transaction(table_messages.mark_message_deleted, timed=False)
    move_table = table_transaction(table_messages.move_table)
    relocate = table_transaction(relocation.relocate)
    leave_thread = table_transaction(table_messages.leave_thread, timed=False)

    # Pending messages.
    create_pending = table_transaction(post_rows.create_pending)
    create_pending_lobby = table_transaction(post_rows.create_pending_lobby)
    replace_pending = table_transaction(post_rows.replace_pending)
    create_digest = transaction(post_rows.begin_digest)
    find_pending = query(post_rows.find)
    pending = query(post_rows.pending_messages)
    mark_refused = table_transaction(post_rows.mark_refused, timed=False)
    mark_sent = table_transaction(post_rows.mark_sent)
    mark_posted = table_transaction(post_rows.mark_posted)
    delete_pending = table_transaction(post_rows.delete_pending, timed=False)

    # Stale messages.
    mark_stale = table_transaction(post_rows.mark_stale_unless_current, timed=False)
    stale = query(post_rows.stale_messages)
    delete_stale = table_transaction(post_rows.delete_stale, timed=False)

    # Hand panels.
    save_hand_panel = transaction(panel_rows.save, timed=False)
    delete_hand_panel = transaction(panel_rows.delete, timed=False)
    delete_expired_tokens = transaction(panel_rows.delete_expired_tokens, timed=False)
    hand_panels = query(panel_rows.panels_since)

    # Hand panels in direct messages.
    save_dm_hand = transaction(post_rows.save_dm_hand, timed=False)
    mark_dm_hand_shown = transaction(dm_rows.mark_shown, timed=False)
    delete_dm_hand = transaction(dm_rows.delete, timed=False)
    find_dm_hand = query(dm_rows.find)
    dm_hands = query(dm_rows.of_table)
    dm_hands_of_member = query(dm_rows.of_member)
    outdated_dm_hands = query(dm_rows.outdated)
