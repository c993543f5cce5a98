"""Spectators: follow a game, and react to its turns on the log page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from discord import ui

from cogs.core.refusals import Refusal
from cogs.game.interactions import TableInteraction
from cogs.game.state import TableState
from cogs.narration.events import LogLine, last_log_lines
from cogs.ui.actions import Action
from cogs.ui.layout import Item, action_row, button, container_of, text_display
from cogs.ui.texts import say
from data.models.tables import TablePurpose, TableStatus

REACTIONS: Final = ("👏", "😮", "😂", "🍀")
"""The reactions. The database stores their indexes, so new ones must come last."""
MOST_PINGED: Final = 50
"""How many followers one message mentions at most."""
Reactions = Mapping[tuple[int, int], int]
"""How many members reacted, by log entry and index of the reaction."""


def is_spectator(state: TableState, user_id: int) -> bool:
    """Return whether a member is a spectator of this game.

    The game is public and in play, and the member neither owns nor plays a seat.
    """
    seated = state.seat_of(user_id) is not None or state.own_seat(user_id) is not None
    is_public = state.row.purpose is TablePurpose.PLAY
    return is_public and not seated and state.row.status is TableStatus.PLAYING


def spectator_row(state: TableState, *, follows: bool, reacts: bool) -> Item:
    """Return the row of a spectator's buttons.

    With `reacts`, the row also has the reactions to the newest turn.
    """
    at = (state.row.id, state.row.seq)
    # The button sends the wanted state, so that clicking it twice does not undo the first click.
    label = say("watch.unfollow" if follows else "watch.follow")
    following = button(Action.FOLLOW, *at, int(not follows), label=label)
    signs = enumerate(REACTIONS) if reacts else ()
    return action_row(following, *(button(Action.REACT, *at, n, label=sign) for n, sign in signs))


def with_reactions(lines: Sequence[LogLine], found: Reactions) -> Callable[[LogLine], str]:
    """Return a function that adds the reactions to the words of a line.

    A turn can get more log entries after a member has reacted to it. So a reaction belongs to the
    first line whose last entry is not before the reaction's entry.
    """
    last: dict[int | None, list[tuple[int, int]]] = {}
    for seq, kind in found:
        at = next((line.seq for line in lines if line.seq >= seq), None)
        last.setdefault(at, []).append((kind, found[seq, kind]))

    def told(line: LogLine) -> str:
        counts = " ".join(f"{REACTIONS[kind]} {n}" for kind, n in sorted(last.get(line.seq, ())))
        return f"{line.words}  {counts}" if counts else line.words

    return told


def newest_turn(state: TableState) -> int:
    """Return the last log entry of the newest turn.

    Raises:
        Refusal: Nobody has moved yet.
    """
    lines = last_log_lines(state, None, 1)
    if not lines:
        raise Refusal("board.nothing_yet")
    return lines[-1].seq


async def follow(interaction: TableInteraction) -> bool:
    """Save whether the member follows the game. Return True if the member follows the game now.

    Raises:
        Refusal: The member plays here, or the game is over.
    """
    wants = interaction.argument() == 1
    _check_spectator(interaction)
    tables = interaction.database.tables
    if not await tables.follow(interaction.state.row.id, interaction.user_id, wants=wants):
        raise Refusal("run.not_playing")
    return wants


async def react(interaction: TableInteraction) -> None:
    """Save a reaction to the newest turn.

    Raises:
        Refusal: The member plays here, the game is over, or the reaction does not exist.
    """
    kind = interaction.argument()
    if not 0 <= kind < len(REACTIONS):
        raise Refusal("room.old_control")
    _check_spectator(interaction)
    at = newest_turn(interaction.state)
    tables = interaction.database.tables
    if not await tables.react(interaction.state.row.id, interaction.user_id, at, kind):
        raise Refusal("run.not_playing")


def _check_spectator(interaction: TableInteraction) -> None:
    if not is_spectator(interaction.state, interaction.user_id):
        raise Refusal("watch.only_spectators")


def with_followers(view: ui.LayoutView, followers: Sequence[int]) -> ui.LayoutView:
    """Add a line that mentions the followers to a layout, and return the layout."""
    if followers:
        who = say("list.comma").join(f"<@{user_id}>" for user_id in followers)
        container_of(view)["components"].append(text_display(say("watch.told", who=who)))
    return view
