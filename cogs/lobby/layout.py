"""The lobby message: seats drawn as sides, and what may be pressed.

What only the host decides stands on private pages, behind **Set up** (`setup_page`), so that the
message stays short and nobody else's screen moves while the host thinks. What is public for those
who check afterwards stands below the controls, small.
"""

from discord import ui

import engine
from cogs.game.computer_players import is_computer, is_one_against_all, level_labels, next_level
from cogs.game.deadlines import PACES
from cogs.game.state import seat_of
from cogs.lobby.lobbies import sides_of
from cogs.narration.table_words import (
    SIDE_MARKS,
    asked_line,
    hands_lines,
    non_default_options,
    options_of,
    seal,
    summary,
)
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.layout import (
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    select,
    text_display,
)
from cogs.ui.texts import escaped_name, say
from data.models.tables import Player, TableRow, TableStatus
from engine.players import format_level, parse_level


def lobby_layout(lobby: TableRow) -> ui.LayoutView:
    """The lobby as it stands; without controls once it has begun or was given up."""
    if lobby.lapsed:
        return layout_view(text_display(heading(lobby), *side_lines(lobby), say("clock.lapsed")))
    if lobby.status is not TableStatus.LOBBY:
        return layout_view(text_display(*invitation_text(lobby), *small_print(lobby)))
    return layout_view(
        text_display(*invitation_text(lobby)), *controls(lobby), text_display(*small_print(lobby))
    )


def invitation_text(lobby: TableRow) -> list[str]:
    """What somebody has to know who may join: the game, who sits, and on what terms."""
    if lobby.status is not TableStatus.LOBBY:
        return [heading(lobby), *side_lines(lobby), state(lobby)]
    about = [heading(lobby), say(f"games.{lobby.game}"), *side_lines(lobby), state(lobby)]
    return [*about, *terms(lobby), asked_line(lobby)]


def terms(lobby: TableRow) -> list[str]:
    """The pace, and what differs from the book."""
    pace = say(f"pace.{lobby.pace}_short")
    if not non_default_options(lobby.game, lobby.options):
        return [say("lobby.by_book", pace=pace)]
    return [pace, summary(lobby.game, lobby.options)]


def small_print(lobby: TableRow) -> list[str]:
    """What is public and few read, below everything: who may know the hands, and the seal."""
    fixed = [say("lobby.frozen", terms=line) for line in terms(lobby)]
    return [*(fixed if is_dealt(lobby) else []), *hands_lines(lobby), seal(lobby)]


def is_dealt(lobby: TableRow) -> bool:
    """Whether its game was begun, however it ended."""
    # Games begun before the press on Start was mixed in have no presses, but all have a place.
    ever = lobby.presses is not None or lobby.thread_id is not None
    return ever or lobby.status not in {TableStatus.LOBBY, TableStatus.CLOSED}


def heading(lobby: TableRow) -> str:
    """The game, and for how many."""
    return say("lobby.heading", game=engine.GAMES[lobby.game].name, n=len(lobby.seats))


def state(lobby: TableRow) -> str:
    """What the lobby waits for, or how it ended."""
    match lobby.status:
        case TableStatus.LOBBY if open_seat_count(lobby):
            return say("lobby.waiting", n=open_seat_count(lobby), host=f"<@{lobby.host_id}>")
        case TableStatus.LOBBY:
            return say("lobby.full", host=f"<@{lobby.host_id}>")
        case TableStatus.CLOSED:
            return say("lobby.ended" if is_dealt(lobby) else "lobby.closed")
        case _ if lobby.thread_id is None:
            return say("lobby.dealing")
        case _ if lobby.thread_id == lobby.channel_id:
            return say("lobby.started_here")
        case _:
            return say("lobby.started", thread=f"<#{lobby.thread_id}>")


def commitment(row: TableRow) -> str:
    """The whole fingerprint, and what it is good for."""
    return say("seal.text", hash=row.commitment)


def side_lines(lobby: TableRow) -> list[str]:
    """A line for each side: its mark and who sits there."""
    sides = sides_of(lobby.game, len(lobby.seats))
    return [side_line(lobby, number, seats) for number, seats in enumerate(sides)]


def side_line(lobby: TableRow, number: int, seats: tuple[int, ...]) -> str:
    """A side: its mark and name as on the pictures, and its players with their seats."""
    players = say("lobby.between").join(
        say("lobby.place", seat=seat + 1, player=seat_player_in_words(lobby, seat))
        for seat in seats
    )
    if len(seats) == 1:
        return say("lobby.lone", mark=SIDE_MARKS[number], players=players)
    return say("lobby.side", mark=SIDE_MARKS[number], side=say(f"side.{number}"), players=players)


def seat_player_in_words(lobby: TableRow, seat: int) -> str:
    """Who sits on a seat, in words."""
    driver = lobby.seats[seat].player
    return described(driver) if driver else say("lobby.open")


def described(driver: Player) -> str:
    """A player by name; computer players are marked, with their level."""
    name = escaped_name(driver.name)
    return with_level(driver, say("people.computer", name=name)) if is_computer(driver) else name


def with_level(driver: Player, name: str) -> str:
    """A computer player's name with the level it plays at, and its taste."""
    slug, taste = parse_level(driver.level)
    if driver.level != format_level(slug, taste):
        return name
    if taste:
        level = say(f"level.{slug}")
        return say("lobby.taste", name=name, level=level, taste=say(f"taste.{taste}"))
    return say("lobby.level", name=name, level=say(f"level.{slug}"))


def open_seat_count(lobby: TableRow) -> int:
    """How many seats are open."""
    return sum(seat.player is None for seat in lobby.seats)


def controls(lobby: TableRow) -> list[Item]:
    """Join, leave, begin, how to play, and the page with everything else."""
    full = not open_seat_count(lobby)
    begin = labelled_button(
        Action.START if full else Action.FILL, lobby, "lobby.", style=Style.success
    )
    join = labelled_button(Action.JOIN, lobby, "lobby.", style=Style.primary, disabled=full)
    others = (labelled_button(verb, lobby, "lobby.") for verb in (Action.HOWTO, Action.SETUP))
    return [action_row(join, labelled_button(Action.LEAVE, lobby, "lobby."), begin, *others)]


def computer_buttons(lobby: TableRow) -> list[Item]:
    """Add a computer player or remove one, as far as the seats allow; never neither."""
    full = not open_seat_count(lobby)
    bots = any(is_computer(seat.player) for seat in lobby.seats)
    add, remove = (
        labelled_button(Action.ADD_COMPUTER, lobby, "lobby.", disabled=full),
        labelled_button(Action.REMOVE_COMPUTER, lobby, "lobby."),
    )
    if not bots:
        return [add]
    return [remove] if full else [add, remove]


def computer_levels(lobby: TableRow) -> Item:
    """The select of a level, which seats a computer player of it."""
    hint, labels = say("lobby.addlevel"), level_labels(lobby)
    return select(
        Action.ADD_COMPUTER_OF_LEVEL, lobby.id, lobby.revision, labels=labels, placeholder=hint
    )


def seat_counts(lobby: TableRow) -> Item:
    """The select for the number of seats."""
    labels = [(n, say("lobby.seats", n=n), seating(lobby.game, n)) for n in counts(lobby.game)]
    hint = say("lobby.seats_hint", n=len(lobby.seats))
    return select(Action.SEATS, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def pace_choice(lobby: TableRow) -> Item:
    """The select for the pace."""
    labels = [(n, say(f"pace.{slug}"), say(f"pace.{slug}_rule")) for n, slug in enumerate(PACES)]
    hint = say("pace.hint", pace=say(f"pace.{lobby.pace}"))
    return select(Action.PACE, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def counts(game: str) -> tuple[int, ...]:
    """The numbers of seats a game has."""
    return engine.GAMES[game].seats


def seating(game: str, seat_count: int) -> str:
    """How so many seats play: in sides, each alone, or one against the others."""
    if is_one_against_all(game, seat_count):
        return say("lobby.one_alone")
    sides = sides_of(game, seat_count)
    return say("lobby.alone") if len(sides) == seat_count else say("lobby.sides", n=len(sides))


# ---- The private page behind **Set up**: all that a host settles, and what others may look up


def setup_layout(lobby: TableRow, user_id: int, notice: str = "") -> ui.LayoutView:
    """Everything that stands behind the lobby's one row of controls, for whoever looks at it."""
    host = user_id == lobby.host_id
    explained = say("setup.explained" if host else "setup.only_host")
    heading = say("setup.heading", n=len(lobby.seats))
    hands = (say("setup.receipt"), asked_line(lobby))
    following = say("setup.next", level=say(f"level.{next_level(lobby)}"))
    computers = following if host and open_seat_count(lobby) else ""
    shown = text_display(heading, open_seats(lobby), computers, *hands, explained, notice)
    return layout_view(
        shown, *(host_rows(lobby) if host else []), action_row(*for_all(lobby, user_id))
    )


def open_seats(lobby: TableRow) -> str:
    """How many seats are open: what adding a computer player changes."""
    return say("setup.open", n=open_seat_count(lobby))


def host_rows(lobby: TableRow) -> list[Item]:
    """Seats, pace, computer players, who sits where, and giving it up."""
    close = labelled_button(Action.CLOSE, lobby, "lobby.", style=Style.danger)
    return [
        *([seat_counts(lobby)] if len(counts(lobby.game)) > 1 else []),
        pace_choice(lobby),
        *([computer_levels(lobby)] if open_seat_count(lobby) else []),
        action_row(
            *computer_buttons(lobby), labelled_button(Action.SEATING, lobby, "lobby."), close
        ),
    ]


def for_all(lobby: TableRow, user_id: int) -> list[Item]:
    """House rules and how the shuffle is sealed; for who sits, whether the replay shows hands."""
    rules = labelled_button(
        Action.HOUSE_RULES, lobby, "lobby.", disabled=not options_of(lobby.game)
    )
    hands = [agreeing(lobby, user_id)] if seat_of(lobby, user_id) is not None else []
    return [rules, *hands, labelled_button(Action.SEALED, lobby, "lobby.")]


def agreeing(lobby: TableRow, user_id: int) -> Item:
    """Whether a member would show the hands in the replay, or would not after all."""
    # It says what is wanted: pressed twice in a hurry it is not taken back.
    wants = int(user_id not in lobby.agreed)
    label = say(f"lobby.{Action.OPEN_HANDS}")
    return button(Action.OPEN_HANDS, lobby.id, lobby.revision, wants, label=label)


def second_lobby_screen(first: TableRow, link: str, game: str) -> ui.LayoutView:
    """The question whether to join a lobby that is open already, or to open another."""
    return layout_view(
        text_display(say("lobby.second", game=game, link=link)),
        action_row(
            answer_button(first, Action.JOIN, "lobby.join_first", Style.success),
            answer_button(first, Action.SECOND_LOBBY, "lobby.another", Style.secondary),
        ),
    )


def answer_button(first: TableRow, verb: ButtonAction, key: str, style: Style) -> Item:
    """One answer to it."""
    return button(verb, first.id, first.revision, label=say(key), style=style)
