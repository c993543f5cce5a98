"""Lobbies: tables before their first card, from their opening to the start."""

from data.game import lobbies, tables
from data.stores.repository import Repository, query, table_transaction, transaction
from data.time import grace, timers


class LobbyStore(Repository):
    """Lobbies."""

    open = transaction(lobbies.open_with)
    first_open = query(tables.first_lobby)
    rematch_of = query(tables.rematch_of)
    of_host = query(tables.lobbies_of)
    sit = table_transaction(lobbies.sit)
    leave = table_transaction(lobbies.leave)
    stand = table_transaction(lobbies.stand)
    resize = table_transaction(lobbies.resize)
    set_options = table_transaction(lobbies.set_options)
    set_pace = table_transaction(lobbies.set_pace)
    agree = table_transaction(lobbies.agree)
    rearrange = table_transaction(lobbies.rearrange)
    start = table_transaction(lobbies.start)
    close = table_transaction(lobbies.close_lobby)
    lapse = table_transaction(lobbies.lapse)
    keep = transaction(grace.keep_lobbies, timed=False)
    stale = query(timers.stale_lobbies)
