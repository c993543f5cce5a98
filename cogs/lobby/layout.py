"""The lobby message and the set-up page: seats by side, terms, and their components.

The host's settings are on private pages behind **Set up**. So the public message is short, and does
not change while the host thinks. The pages of seats and house rules are in `seating` and
`house_rules`.
"""

from collections.abc import Sequence
from math import ceil

from discord import ui

import engine
from cogs.game.computer_players import is_computer, is_one_against_all, level_labels, next_level
from cogs.game.deadlines import PACES
from cogs.game.length import (
    WHOLE,
    chosen_rounds,
    length_choices,
    length_line,
    with_length,
)
from cogs.game.names import named_player
from cogs.game.state import seat_of
from cogs.lobby.lobbies import sides_of
from cogs.narration.table_words import (
    SIDE_MARKS,
    asked_line,
    hands_lines,
    non_default_options,
    options_of,
    seal,
    start_line,
    summary,
)
from cogs.table.layout import CLOTHS, cloth_of
from cogs.ui.actions import Action, ButtonAction
from cogs.ui.form import Question, checkbox, radio
from cogs.ui.layout import (
    SEPARATOR,
    Item,
    Style,
    action_row,
    button,
    labelled_button,
    layout_view,
    select,
    text_display,
)
from cogs.ui.texts import escaped_name, join_words, say
from data.models.consent import unconfirmed
from data.models.invitations import unanswered
from data.models.tables import Player, TableRow, TableStatus
from engine.players import format_level, parse_level


def lobby_layout(lobby: TableRow) -> ui.LayoutView:
    """Return the lobby message. It has buttons only while the lobby is open."""
    if lobby.lapsed:
        return layout_view(text_display(heading(lobby), *side_lines(lobby), say("clock.lapsed")))
    if lobby.status is not TableStatus.LOBBY:
        return layout_view(text_display(*invitation_text(lobby), *small_print(lobby)))
    return layout_view(
        text_display(*invitation_text(lobby)),
        *message_buttons(lobby),
        text_display(*small_print(lobby)),
    )


def invitation_text(lobby: TableRow) -> list[str]:
    """Return what a member must know before joining: the game, the players, and the terms."""
    if lobby.status is not TableStatus.LOBBY:
        return [heading(lobby), *side_lines(lobby), state(lobby)]
    special = say(f"games.{lobby.game}")
    about = say("lobby.about", special=special, seating=seating(lobby.game, len(lobby.seats)))
    return [
        *(heading(lobby), about, *side_lines(lobby), state(lobby)),
        *(*terms(lobby), *confirmation_lines(lobby), asked_line(lobby), *invited_lines(lobby)),
    ]


def invited_lines(lobby: TableRow) -> list[str]:
    """Return a line with the members who were asked by name, and their answers, if there are any.

    Members who have joined are left out.
    """
    people = [
        say(
            "friends.no_time" if one.answer else "friends.no_answer_yet", who=escaped_name(one.name)
        )
        for one in lobby.asked
        if one.answer != "yes"
    ]
    return [say("friends.line", people=say("list.comma").join(people))] if people else []


def confirmation_lines(lobby: TableRow) -> list[str]:
    """Return which members must confirm the changed terms, and what happens if they do not."""
    left_out = unconfirmed(lobby)
    if not left_out:
        return []
    who = join_words([f"<@{lobby.owner_at(seat)}>" for seat in sorted(left_out)])
    return [say("lobby.terms_changed", who=who), say("lobby.left_out", n=len(left_out), who=who)]


def terms(lobby: TableRow) -> list[str]:
    """Return the length, the pace, and the options that differ from the standard rules."""
    length, pace = length_line(lobby), say(f"pace.{lobby.pace}_short")
    others = with_length(lobby.options, WHOLE)
    if not non_default_options(lobby.game, others):
        return [length, say("lobby.by_book", pace=pace)]
    return [length, pace, summary(lobby.game, others)]


def small_print(lobby: TableRow) -> list[str]:
    """Return the lines below the buttons: whether the replay shows all hands, and the seal."""
    fixed = [say("lobby.frozen", terms=line) for line in terms(lobby)]
    return [*(fixed if is_dealt(lobby) else []), *hands_lines(lobby), seal(lobby)]


def is_dealt(lobby: TableRow) -> bool:
    """Return whether the game has ever started, even if it was ended later."""
    # `presses` came with a later release. Older games are recognized by their table message: a
    # lobby may be in a thread, too.
    ever = lobby.presses is not None or lobby.message_id is not None
    return ever or lobby.status not in {TableStatus.LOBBY, TableStatus.CLOSED}


def heading(lobby: TableRow) -> str:
    return say("lobby.heading", game=engine.GAMES[lobby.game].name, n=len(lobby.seats))


def state(lobby: TableRow) -> str:
    """Return what the lobby waits for, or how it ended."""
    match lobby.status:
        case TableStatus.LOBBY if lobby.open_seat_count:
            return say("lobby.waiting", n=lobby.open_seat_count, host=f"<@{lobby.host_id}>")
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
    """Return the fingerprint of the deck, with an explanation.

    After the start, add the digest of the start.
    """
    return "\n".join((say("seal.text", hash=row.commitment), *start_line(row)))


def side_lines(lobby: TableRow) -> list[str]:
    """Return a line for each side, with its mark and its players."""
    sides = sides_of(lobby.game, len(lobby.seats))
    return [side_line(lobby, number, seats) for number, seats in enumerate(sides)]


def side_line(lobby: TableRow, number: int, seats: tuple[int, ...]) -> str:
    players = say("lobby.between").join(seat_player_in_words(lobby, seat) for seat in seats)
    if len(seats) == 1:
        return say("lobby.lone", mark=SIDE_MARKS[number], players=players)
    return say("lobby.side", mark=SIDE_MARKS[number], side=say(f"side.{number}"), players=players)


def seat_player_in_words(lobby: TableRow, seat: int) -> str:
    """Return a player's name. For a computer player, include level and taste."""
    player = lobby.seats[seat].player
    if player is None:
        return say("lobby.open")
    name = named_player(lobby, seat)
    return with_level(player, name) if is_computer(player) else name


def with_level(player: Player, name: str) -> str:
    """Return a computer player's name with its level and taste.

    Return only the name if this release has no such level.
    """
    slug, taste = parse_level(player.level)
    if player.level != format_level(slug, taste):
        return name
    if taste:
        level = say(f"level.{slug}")
        return say("lobby.taste", name=name, level=level, taste=say(f"taste.{taste}"))
    return say("lobby.level", name=name, level=say(f"level.{slug}"))


def message_buttons(lobby: TableRow) -> list[Item]:
    """Return the buttons of the message: join, leave, start, how to play, set up."""
    full = not lobby.open_seat_count
    left_out = unconfirmed(lobby)
    starts = Action.START if full and not left_out else Action.FILL
    begin = labelled_button(starts, lobby, "lobby.", style=Style.success)
    confirm = labelled_button(Action.CONFIRM_TERMS, lobby, "lobby.", style=Style.primary)
    join = labelled_button(Action.JOIN, lobby, "lobby.", style=Style.primary, disabled=full)
    others = (labelled_button(action, lobby, "lobby.") for action in (Action.HOWTO, Action.SETUP))
    row = action_row(join, labelled_button(Action.LEAVE, lobby, "lobby."), begin, *others)
    confirms = [action_row(confirm)] if left_out else []
    decline = labelled_button(Action.DECLINE, lobby, "friends.")
    return [*confirms, row, *([action_row(decline)] if unanswered(lobby.asked) else [])]


def computer_buttons(lobby: TableRow) -> list[Item]:
    """Return the buttons that add or remove a computer player, if the seats allow it."""
    full = not lobby.open_seat_count
    has_computer = any(is_computer(seat.player) for seat in lobby.seats)
    add, remove = (
        labelled_button(Action.ADD_COMPUTER, lobby, "lobby.", disabled=full),
        labelled_button(Action.REMOVE_COMPUTER, lobby, "lobby."),
    )
    if not has_computer:
        return [add]
    return [remove] if full else [add, remove]


def call_buttons(lobby: TableRow, calls_from: float | None) -> list[Item]:
    """Return the button that calls players, once for each lobby.

    Without `calls_from`, the server has switched calls off.
    """
    if calls_from is None or lobby.called is not None or not lobby.open_seat_count:
        return []
    return [labelled_button(Action.CALL_PLAYERS, lobby, "friends.")]


def computer_levels(lobby: TableRow) -> Item:
    """Return the select that adds a computer player of a level."""
    hint, labels = say("lobby.addlevel"), level_labels(lobby)
    return select(
        Action.ADD_COMPUTER_OF_LEVEL, lobby.id, lobby.revision, labels=labels, placeholder=hint
    )


def cloth_choice(lobby: TableRow) -> Item:
    labels = [(n, say(f"cloth.{slug}"), say(f"cloth.{slug}_look")) for n, slug in enumerate(CLOTHS)]
    hint = say("cloth.hint", cloth=say(f"cloth.{cloth_of(lobby)}"))
    return select(Action.CLOTH, lobby.id, lobby.revision, labels=labels, placeholder=hint)


def seating(game: str, seat_count: int) -> str:
    """Return in words how that many players play: in sides, each alone, or one against the rest."""
    if is_one_against_all(game, seat_count):
        return say("lobby.one_alone")
    sides = sides_of(game, seat_count)
    return say("lobby.alone") if len(sides) == seat_count else say("lobby.sides", n=len(sides))


# ---- the set-up page, and the question about a second lobby


def setup_layout(
    lobby: TableRow, user_id: int, now: float, calls_from: float | None, notice: str = ""
) -> ui.LayoutView:
    """Return the private page behind **Set up**. The host can change the lobby there.

    Other members can only read the page.

    Args:
        lobby: The open lobby.
        user_id: The member who reads the page.
        now: The present, in UTC epoch seconds.
        calls_from: When the host may call players. None if the server has switched calls off.
        notice: A line about what has just happened, such as a refusal.
    """
    host = user_id == lobby.host_id
    explained = say("setup.explained" if host else "setup.only_host")
    heading = say("setup.heading", n=len(lobby.seats))
    next_computer = say("setup.next", level=say(f"level.{next_level(lobby)}"))
    computers = next_computer if host and lobby.open_seat_count else ""
    seats = say("setup.open", n=lobby.open_seat_count)
    buttons = call_buttons(lobby, calls_from) if host else []
    called = "" if lobby.called is None else say("friends.called", at=round(lobby.called))
    if buttons and calls_from is not None and now < calls_from:
        called = say("friends.call_from", at=ceil(calls_from))
    shown = text_display(heading, seats, computers, asked_line(lobby), called, explained, notice)
    everybody = action_row(*buttons_for_all(lobby, user_id))
    if not host:
        return layout_view(shown, everybody)
    return layout_view(shown, *host_rows(lobby, buttons), everybody, *cancel_rows(lobby))


def terms_form(lobby: TableRow, user_id: int) -> list[Question]:
    """Return the form for a lobby's terms: length, seats, pace and open hands."""
    game, seats = lobby.game, len(lobby.seats)
    counts = [(n, say("lobby.seats", n=n), seating(game, n)) for n in engine.GAMES[game].seats]
    paces = [(n, say(f"pace.{slug}"), say(f"pace.{slug}_rule")) for n, slug in enumerate(PACES)]
    rounds = chosen_rounds(game, lobby.options)
    parts = [radio("length", say("setup.length", n=seats), length_choices(lobby), rounds)]
    if len(counts) > 1:
        parts.append(radio("seats", say("setup.seats"), counts, seats))
    parts.append(radio("pace", say("setup.pace"), paces, list(PACES).index(lobby.pace)))
    if seat_of(lobby, user_id) is not None:
        checked = user_id in lobby.agreed
        about = say("setup.hands_about")
        parts.append(checkbox("hands", say(f"lobby.{Action.OPEN_HANDS}"), about, checked=checked))
    return parts


def cancel_rows(lobby: TableRow) -> list[Item]:
    """Return the button that cancels the table, separated from all others."""
    return [
        SEPARATOR,
        action_row(labelled_button(Action.CLOSE, lobby, "lobby.", style=Style.danger)),
    ]


def cancel_question(lobby: TableRow) -> ui.LayoutView:
    """Return the question whether to cancel the table for everybody."""
    sure = button(
        *(Action.CLOSE, lobby.id, lobby.revision, 1),
        label=say("setup.cancel_sure"),
        style=Style.danger,
    )
    keep = button(Action.SETUP, lobby.id, lobby.revision, 1, label=say("setup.cancel_keep"))
    return layout_view(text_display(say("setup.cancel_question")), action_row(keep, sure))


def host_rows(lobby: TableRow, calls: Sequence[Item]) -> list[Item]:
    """Return the host's components: the form for the terms, computer players, seats, cloth.

    `calls` is the button that calls players, if the host has it.
    """
    return [
        action_row(
            labelled_button(Action.TERMS, lobby, "lobby.", style=Style.primary),
            labelled_button(Action.SEATING, lobby, "lobby."),
            labelled_button(Action.SETUP_DONE, lobby, "lobby."),
        ),
        *([computer_levels(lobby)] if lobby.open_seat_count else []),
        cloth_choice(lobby),
        action_row(*computer_buttons(lobby), *calls),
    ]


def buttons_for_all(lobby: TableRow, user_id: int) -> list[Item]:
    """Return the buttons for everybody: house rules and the seal.

    A seated member also gets the button for open hands.
    """
    rules = labelled_button(
        Action.HOUSE_RULES, lobby, "lobby.", disabled=not options_of(lobby.game)
    )
    hands = [open_hands_button(lobby, user_id)] if seat_of(lobby, user_id) is not None else []
    return [rules, *hands, labelled_button(Action.SEALED, lobby, "lobby.")]


def open_hands_button(lobby: TableRow, user_id: int) -> Item:
    """Return the button with which a member agrees to open hands, or withdraws the agreement."""
    # The button sends the wanted state, so that clicking it twice does not undo the first click.
    wants = int(user_id not in lobby.agreed)
    label = say("lobby.agree" if wants else "lobby.disagree")
    return button(Action.OPEN_HANDS, lobby.id, lobby.revision, wants, label=label)


def second_lobby_layout(first: TableRow, link: str, game: str, *, here: bool) -> ui.LayoutView:
    """Return the question whether to join an open lobby or to open another one.

    Args:
        first: The open lobby.
        link: The link to that lobby.
        game: The game's name.
        here: Whether that lobby is in the channel of the question. If not, the link leads there.
    """
    join = answer_button(first, Action.JOIN, "lobby.join_first", Style.success)
    another = answer_button(first, Action.SECOND_LOBBY, "lobby.another", Style.secondary)
    return layout_view(
        text_display(say("lobby.second" if here else "owners.second", game=game, link=link)),
        action_row(*([join] if here else []), another),
    )


def answer_button(first: TableRow, action: ButtonAction, key: str, style: Style) -> Item:
    return button(action, first.id, first.revision, label=say(key), style=style)
