"""The private page behind **Set up**: all that a host settles, and what others may look up."""

from discord import ui

from cogs._game.live import seat_of
from cogs._kit import verbs
from cogs._kit.components import Item, Style, button, labelled_button, row, screen, text
from cogs._kit.texts import say
from cogs._kit.verbs import Button
from cogs._lobby.agreement import asked_line
from cogs._lobby.computers import next_level
from cogs._lobby.options import options_of
from cogs._lobby.screen import (
    computer_buttons,
    computer_levels,
    counts,
    empty,
    pace_choice,
    seat_counts,
)
from data.game.rows import TableRow


def setup_page(lobby: TableRow, user_id: int, notice: str = "") -> ui.LayoutView:
    """Everything that stands behind the lobby's one row of controls, for whoever looks at it."""
    host = user_id == lobby.host_id
    explained = say("setup.explained" if host else "setup.only_host")
    heading = say("setup.heading", n=len(lobby.seats))
    hands = (say("setup.receipt"), asked_line(lobby))
    following = say("setup.next", level=say(f"level.{next_level(lobby)}"))
    computers = following if host and empty(lobby) else ""
    shown = text(heading, open_seats(lobby), computers, *hands, explained, notice)
    return screen(shown, *(host_rows(lobby) if host else []), row(*for_all(lobby, user_id)))


def open_seats(lobby: TableRow) -> str:
    """How many seats are open: what adding a computer player changes."""
    return say("setup.open", n=empty(lobby))


def host_rows(lobby: TableRow) -> list[Item]:
    """Seats, pace, computer players, who sits where, and giving it up."""
    close = labelled_button(verbs.CLOSE, lobby, "lobby.", style=Style.danger)
    return [
        *([seat_counts(lobby)] if len(counts(lobby.game)) > 1 else []),
        pace_choice(lobby),
        *([computer_levels(lobby)] if empty(lobby) else []),
        row(*computer_buttons(lobby), labelled_button(verbs.SEATING, lobby, "lobby."), close),
    ]


def for_all(lobby: TableRow, user_id: int) -> list[Item]:
    """House rules and how the shuffle is sealed; for who sits, whether the replay shows hands."""
    rules = labelled_button(verbs.HOUSE, lobby, "lobby.", disabled=not options_of(lobby.game))
    hands = [agreeing(lobby, user_id)] if seat_of(lobby, user_id) is not None else []
    return [rules, *hands, labelled_button(verbs.SEALED, lobby, "lobby.")]


def agreeing(lobby: TableRow, user_id: int) -> Item:
    """Whether a member would show the hands in the replay, or would not after all."""
    # It says what is wanted: pressed twice in a hurry it is not taken back.
    wants = int(user_id not in lobby.agreed)
    label = say(f"lobby.{verbs.AGREE}")
    return button(verbs.AGREE, lobby.id, lobby.revision, wants, label=label)


def second_lobby_screen(first: TableRow, link: str, game: str) -> ui.LayoutView:
    """The question whether to join a lobby that is open already, or to open another."""
    return screen(
        text(say("lobby.second", game=game, link=link)),
        row(
            asked(first, verbs.JOIN, "lobby.join_first", Style.success),
            asked(first, verbs.ANOTHER, "lobby.another", Style.secondary),
        ),
    )


def asked(first: TableRow, verb: Button, key: str, style: Style) -> Item:
    """One answer to it."""
    return button(verb, first.id, first.revision, label=say(key), style=style)
