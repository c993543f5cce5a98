"""Settings of guilds, and the guilds that removed the bot."""

from data.guilds import departures, notices
from data.guilds import names as name_rows
from data.guilds import settings as setting_rows
from data.repositories.repository import Repository, query, transaction


class GuildRepository(Repository):
    """Settings of guilds, their presets of house rules, and departures."""

    settings = query(setting_rows.settings)
    set_language = transaction(setting_rows.set_language, timed=False)
    set_announces_records = transaction(setting_rows.set_announces_records, timed=False)
    save_settings = transaction(setting_rows.save, timed=False)
    presets = query(setting_rows.presets)
    save_preset = transaction(setting_rows.save_preset, timed=False)
    delete_preset = transaction(setting_rows.delete_preset, timed=False)

    mark_departed = transaction(departures.mark_departed)
    clear_departed = transaction(departures.clear_departed, timed=False)
    reconcile = transaction(departures.reconcile)
    departed_before = query(departures.departed_before)

    save_names = transaction(name_rows.save_guild_names, timed=False)
    names = query(name_rows.guild_names)
    create_notice = transaction(notices.create)
    move_notice = transaction(notices.move, timed=False)
    mark_notice_tried = transaction(notices.mark_tried)
    mark_notice_refused = transaction(notices.mark_refused, timed=False)
    mark_notice_sent = transaction(notices.mark_sent, timed=False)
    give_up_notice = transaction(notices.give_up, timed=False)
    notice = query(notices.find)
    pending_months = query(notices.pending_months)
