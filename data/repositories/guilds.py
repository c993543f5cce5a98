"""Settings of guilds, and the guilds that removed the bot."""

from data.guilds import departures
from data.guilds import settings as setting_rows
from data.repositories.repository import Repository, query, transaction
from data.tables import players_wanted


class GuildRepository(Repository):
    """Settings of guilds, their presets of house rules, and departures."""

    settings = query(setting_rows.settings)
    set_language = transaction(setting_rows.set_language, timed=False)
    set_announces_records = transaction(setting_rows.set_announces_records, timed=False)
    calls_players = query(players_wanted.calls_players)
    presets = query(setting_rows.presets)
    save_preset = transaction(setting_rows.save_preset, timed=False)
    delete_preset = transaction(setting_rows.delete_preset, timed=False)

    mark_departed = transaction(departures.mark_departed)
    clear_departed = transaction(departures.clear_departed, timed=False)
    reconcile = transaction(departures.reconcile)
    departed_before = query(departures.departed_before)
