"""The repository of preferences and prepared moves. Erasure is in `data.repositories.erasure`."""

from data.members import auto_answers, identity, mailboxes, plans, preferences, table_notes
from data.members import staged_cards as staged_rows
from data.repositories.repository import Repository, query, transaction
from data.tables import players_wanted


class MemberRepository(Repository):
    """Preferences of members, and their prepared moves at a table."""

    plan = query(plans.plan)
    save_plan = transaction(plans.save, timed=False)
    delete_plan = transaction(plans.delete, timed=False)
    table_note = query(table_notes.note)
    save_table_note = transaction(table_notes.save, timed=False)
    delete_orphaned_notes = transaction(table_notes.delete_orphaned, timed=False)
    auto_answer = query(auto_answers.auto_answer)
    save_auto_answer = transaction(auto_answers.save_auto_answer, timed=False)
    staged_cards = query(staged_rows.staged_cards)
    save_staged_cards = transaction(staged_rows.save_staged_cards, timed=False)
    proposal = query(staged_rows.proposal)
    save_proposal = transaction(staged_rows.save_proposal, timed=False)

    reminder_preferences = query(preferences.reminder_preferences)
    change_reminder_preferences = transaction(preferences.change_reminder_preferences, timed=False)
    may_ask_for_calls = query(preferences.may_ask_for_calls)
    mark_asked_for_calls = transaction(preferences.mark_asked_for_calls, timed=False)
    mailbox = query(mailboxes.mailbox)
    save_mailbox = transaction(mailboxes.save, timed=False)
    has_mailbox = query(mailboxes.has)
    delete_unused_mailboxes = transaction(mailboxes.delete_unused, timed=False)
    invited_by = query(preferences.invited_by)
    set_invited_by = transaction(preferences.set_invited_by, timed=False)
    wanted_games = query(players_wanted.wanted_games)
    choose_wanted_games = transaction(players_wanted.choose_wanted_games, timed=False)
    hand_appearance = query(preferences.hand_appearance)
    change_hand_appearance = transaction(preferences.change_hand_appearance, timed=False)
    is_hidden = query(identity.is_hidden)
    memberships = query(identity.memberships)
    set_hidden = transaction(identity.set_hidden, timed=False)
