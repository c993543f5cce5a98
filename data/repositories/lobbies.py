"""The repository of lobbies: tables before their first card."""

from data.deadlines import downtime_grace, timers
from data.members import invitations
from data.repositories.repository import Repository, query, table_transaction, transaction
from data.tables import asking, lobbies, lobby_opening, lobby_start, players_wanted, search


class LobbyRepository(Repository):
    """Lobbies."""

    create = transaction(lobby_opening.open_with)
    first_open = query(search.first_open_lobby)
    rematch_of = query(search.rematch_of)
    hosted_by = query(search.lobbies_hosted_by)
    seat_player = table_transaction(lobbies.seat_player)
    seat_computer = table_transaction(lobbies.seat_computer)
    leave = table_transaction(lobbies.leave)
    vacate = table_transaction(lobbies.vacate)
    resize = table_transaction(lobbies.resize)
    set_options = table_transaction(lobbies.set_options)
    set_pace = table_transaction(lobbies.set_pace)
    confirm_terms = table_transaction(lobbies.confirm_terms)
    set_cloth = table_transaction(lobbies.set_cloth)
    set_open_hands = table_transaction(lobbies.set_open_hands)
    reseat = table_transaction(lobbies.reseat)
    start = table_transaction(lobby_start.start)
    close = table_transaction(lobbies.close)
    expire = table_transaction(lobbies.expire)
    extend_idle_time = transaction(downtime_grace.extend_lobbies, timed=False)
    idle = query(timers.idle_lobbies)

    # Invitations by name, and calls for players.
    ask = table_transaction(asking.ask)
    refusal_to_ask = query(asking.refusal_to_ask)
    decline = table_transaction(asking.decline)
    untold_invitations = query(invitations.untold)
    mark_invitation_told = table_transaction(invitations.mark_told, timed=False)
    refusal_to_call = query(players_wanted.refusal_to_call)
    callable_players = query(players_wanted.callable_players)
    call_players = table_transaction(players_wanted.call)
    called_users = query(players_wanted.user_ids)
