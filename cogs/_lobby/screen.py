"""The lobby message: seats drawn as sides, and what may be pressed.

What only the host decides stands on private pages, behind **Set up** (`setup_page`), so that the
message stays short and nobody else's screen moves while the host thinks. What is public for those
who check afterwards stands below the controls, small.
"""

from discord import ui

import engine
from cogs._game.paces import PACES
from cogs._kit import verbs
from cogs._kit.components import Item, Style, labelled_button, row, screen, select, text
from cogs._kit.names import clean
from cogs._kit.texts import say
from cogs._lobby.agreement import MARKS, asked_line, hands_lines, seal
from cogs._lobby.computers import is_computer, leaves_one_alone, level_labels
from cogs._lobby.lobbies import sides_of
from cogs._lobby.options import summary, trimmed
from data.game.rows import Driver, Status, TableRow
from engine.players import read_driver, write_driver


def lobby_screen(lobby: TableRow) -> ui.LayoutView:
    """The lobby as it stands; without controls once it has begun or was given up."""
    if lobby.lapsed:
        return screen(text(heading(lobby), *side_lines(lobby), say("clock.lapsed")))
    if lobby.status is not Status.LOBBY:
        return screen(text(*words(lobby), *small_print(lobby)))
    return screen(text(*words(lobby)), *controls(lobby), text(*small_print(lobby)))


def words(lobby: TableRow) -> list[str]:
    """What somebody has to know who may join: the game, who sits, and on what terms."""
    if lobby.status is not Status.LOBBY:
        return [heading(lobby), *side_lines(lobby), state(lobby)]
    about = [heading(lobby), say(f"games.{lobby.game}"), *side_lines(lobby), state(lobby)]
    return [*about, *terms(lobby), asked_line(lobby)]


def terms(lobby: TableRow) -> list[str]:
    """The pace, and what differs from the book."""
    pace = say(f"pace.{lobby.pace}_short")
    if not trimmed(lobby.game, lobby.options):
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
    return ever or lobby.status not in {Status.LOBBY, Status.CLOSED}


def heading(lobby: TableRow) -> str:
    """The game, and for how many."""
    return say("lobby.heading", game=engine.GAMES[lobby.game].name, n=len(lobby.seats))


def state(lobby: TableRow) -> str:
    """What the lobby waits for, or how it ended."""
    match lobby.status:
        case Status.LOBBY if empty(lobby):
            return say("lobby.waiting", n=empty(lobby), host=f"<@{lobby.host_id}>")
        case Status.LOBBY:
            return say("lobby.full", host=f"<@{lobby.host_id}>")
        case Status.CLOSED:
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
        say("lobby.place", seat=seat + 1, player=who(lobby, seat)) for seat in seats
    )
    if len(seats) == 1:
        return say("lobby.lone", mark=MARKS[number], players=players)
    return say("lobby.side", mark=MARKS[number], side=say(f"side.{number}"), players=players)


def who(lobby: TableRow, seat: int) -> str:
    """Who sits on a seat, in words."""
    driver = lobby.seats[seat].driver
    return described(driver) if driver else say("lobby.open")


def described(driver: Driver) -> str:
    """A player by name; computer players are marked, with their level."""
    name = clean(driver.name)
    return with_level(driver, say("people.computer", name=name)) if is_computer(driver) else name


def with_level(driver: Driver, name: str) -> str:
    """A computer player's name with the level it plays at, and its taste."""
    slug, taste = read_driver(driver.level)
    if driver.level != write_driver(slug, taste):
        return name
    if taste:
        level = say(f"level.{slug}")
        return say("lobby.taste", name=name, level=level, taste=say(f"taste.{taste}"))
    return say("lobby.level", name=name, level=say(f"level.{slug}"))


def empty(lobby: TableRow) -> int:
    """How many seats are open."""
    return sum(seat.driver is None for seat in lobby.seats)


def controls(lobby: TableRow) -> list[Item]:
    """Join, leave, begin, how to play, and the page with everything else."""
    full = not empty(lobby)
    begin = labelled_button(
        verbs.START if full else verbs.FILL, lobby, "lobby.", style=Style.success
    )
    join = labelled_button(verbs.JOIN, lobby, "lobby.", style=Style.primary, disabled=full)
    others = (labelled_button(verb, lobby, "lobby.") for verb in (verbs.HOWTO, verbs.SETUP))
    return [row(join, labelled_button(verbs.LEAVE, lobby, "lobby."), begin, *others)]


def computer_buttons(lobby: TableRow) -> list[Item]:
    """Add a computer player or remove one, as far as the seats allow; never neither."""
    full = not empty(lobby)
    bots = any(is_computer(seat.driver) for seat in lobby.seats)
    add, remove = (
        labelled_button(verbs.ADDBOT, lobby, "lobby.", disabled=full),
        labelled_button(verbs.RMBOT, lobby, "lobby."),
    )
    if not bots:
        return [add]
    return [remove] if full else [add, remove]


def computer_levels(lobby: TableRow) -> Item:
    """The select of a level, which seats a computer player of it."""
    hint, labels = say("lobby.addlevel"), level_labels(lobby)
    return select(verbs.ADDLEVEL, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def seat_counts(lobby: TableRow) -> Item:
    """The select for the number of seats."""
    labels = [(n, say("lobby.seats", n=n), seating(lobby.game, n)) for n in counts(lobby.game)]
    hint = say("lobby.seats_hint", n=len(lobby.seats))
    return select(verbs.SEATS, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def pace_choice(lobby: TableRow) -> Item:
    """The select for the pace."""
    labels = [(n, say(f"pace.{slug}"), say(f"pace.{slug}_rule")) for n, slug in enumerate(PACES)]
    hint = say("pace.hint", pace=say(f"pace.{lobby.pace}"))
    return select(verbs.PACE, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def counts(game: str) -> tuple[int, ...]:
    """The numbers of seats a game has."""
    return engine.GAMES[game].seats


def seating(game: str, seat_count: int) -> str:
    """How so many seats play: in sides, each alone, or one against the others."""
    if leaves_one_alone(game, seat_count):
        return say("lobby.one_alone")
    sides = sides_of(game, seat_count)
    return say("lobby.alone") if len(sides) == seat_count else say("lobby.sides", n=len(sides))
