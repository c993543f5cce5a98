"""What spectators can do: follow a game, and react to its turns on the log page."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from discord import ui

from cogs.core.refusals import Refusal
from cogs.game.interactions import TableInteraction
from cogs.game.state import TableState
from cogs.narration.events import LogLine, last_log_lines
from cogs.ui.actions import Action
from cogs.ui.layout import Item, action_row, button, text_display
from cogs.ui.texts import say
from data.models.tables import TablePurpose, TableStatus

REACTIONS: Final = ("👏", "😮", "😂", "🍀")
"""By the number that is stored; new ones come last."""
MOST_PINGED: Final = 50
"""Followers that one message pings."""
Reactions = Mapping[tuple[int, int], int]
"""How many members reacted, by log entry and number of the reaction."""


def is_spectator(state: TableState, user_id: int) -> bool:
    """Return whether a member can watch this game: it is in play, and they have no seat there."""
    seated = state.seat_of(user_id) is not None or state.own_seat(user_id) is not None
    is_public = state.row.purpose is TablePurpose.PLAY
    return is_public and not seated and state.row.status is TableStatus.PLAYING


def spectator_row(state: TableState, *, follows: bool, reacts: bool) -> Item:
    """Return the buttons of a spectator. `reacts` adds the reactions to the newest turn."""
    at = (state.row.id, state.row.seq)
    # The wanted state, no toggle: pressed twice in a hurry, the button does not take it back.
    label = say("watch.unfollow" if follows else "watch.follow")
    following = button(Action.FOLLOW, *at, int(not follows), label=label)
    signs = enumerate(REACTIONS) if reacts else ()
    return action_row(following, *(button(Action.REACT, *at, n, label=sign) for n, sign in signs))


def with_reactions(lines: Sequence[LogLine], found: Reactions) -> Callable[[LogLine], str]:
    """Return a function from a line to its words with the reactions to it.

    A reaction belongs to the first line that ends with its entry or later: a turn grows.
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
    """Return the log entry by which the newest turn is known."""
    lines = last_log_lines(state, None, 1)
    if not lines:
        raise Refusal("board.nothing_yet")
    return lines[-1].seq


async def follow(interaction: TableInteraction) -> bool:
    """Note whether the member follows the game; return what they want.

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
    """Note a reaction to the newest turn.

    Raises:
        Refusal: The member plays here, the game is over, or there is no such reaction.
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
    """Add a line that pings the followers to a message, and return its layout."""
    if followers:
        (container,) = view.children
        assert isinstance(container, ui.Container)  # every layout is one
        who = say("list.comma").join(f"<@{user_id}>" for user_id in followers)
        container.add_item(text_display(say("watch.told", who=who)))
    return view
