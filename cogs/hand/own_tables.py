"""Finds the table that a member's command means, and the tables that a typed move fits.

In the thread of a table, a command means that table. Elsewhere, `/hand` opens the table that has
waited longest; in direct messages, a table of any server. The bot never guesses the table of a
typed move: if the move fits several tables, the bot asks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from discord import ui

import engine
from cogs.core.bot import Interaction
from cogs.core.refusals import Refusal
from cogs.game.move_log import UNDO
from cogs.game.private_tables import is_onward, waits_for_member
from cogs.hand.interaction import (
    PLAY,
    HandInteraction,
    StalePanel,
    hand_component,
    load_hand_interaction,
)
from cogs.hand.panel import HandPage, HandPanel, choice_digest
from cogs.narration.table_words import table_title
from cogs.narration.typed_moves import is_undo, labels, legal_text, texts_labelled
from cogs.ui.actions import Action
from cogs.ui.component import ComponentInteraction
from cogs.ui.layout import Item, action_row, layout_view, text_display
from cogs.ui.places import Place, is_on_server, place_of
from cogs.ui.server_names import server_names
from cogs.ui.texts import say, typed_form, without_markdown
from data.models.tables import TableRow, TableStatus

JUST_NOW: Final = 15 * 60.0
"""How many seconds after its last move a lesson is still assumed to be the table that is meant."""
ASKED: Final = 10
"""Most buttons of a question. Each is a table, or one of two moves with the same words."""
BUTTONS_PER_ROW: Final = 5
MAX_LISTED: Final = 5
"""For how many tables autocomplete suggests moves at once: five moves each."""


async def own_tables(raw: Interaction, *, private: bool = True) -> list[TableRow]:
    """Return the member's games, first the one that a command means.

    A game is left out if the member is not on its server, or if Discord does not tell.

    Args:
        raw: The interaction. In the thread of one of these games, only that game is returned.
        private: Whether lessons and practice games count.

    Raises:
        Refusal: The member plays no game in this guild. Outside of guilds: in no guild, or only in
            guilds on which the bot cannot find them.
    """
    tables, guild_id = raw.client.database.tables, searched_guild(raw)
    rows = await tables.tables_of_member_with_private(guild_id, raw.user.id)
    own = [
        row for row in rows if row.status is TableStatus.PLAYING and (private or not row.is_private)
    ]
    if not own:
        raise Refusal("table.none")
    # A table without a thread shares its channel with others, so the channel does not identify it.
    here = [row for row in own if raw.channel_id == row.thread_id != row.channel_id]
    if len(here) == 1:
        return here
    own = here or own  # several tables may be in one thread that a member has made
    since = raw.client.clock() - JUST_NOW
    # Lessons come first while the member uses them. Old ones count only if there is no game.
    found = [row for row in own if not row.is_private or row.updated >= since] or own
    waiting = await tables.waiting_for_member(guild_id, raw.user.id)

    def urgency(row: TableRow) -> tuple[bool, int, bool, float]:
        """Sort key.

        The order is: lessons, the longest wait, the member's own seats, newer tables.
        """
        index = waiting.index(row.id) if row.id in waiting else len(waiting)
        return not row.is_private, index, not plays_own_seat(row, raw), -row.updated

    return await _on_own_servers(raw, sorted(found, key=urgency))


async def _on_own_servers(raw: Interaction, rows: Sequence[TableRow]) -> list[TableRow]:
    """Return the tables on whose server the member is, in the same order.

    Otherwise one server that the member has left would end the commands for all servers.

    Raises:
        Refusal: There is no such table.
    """
    guilds = [
        row.guild_id for row in rows if not (row.is_private or is_on_server(raw, row.guild_id))
    ]
    refusals = await raw.client.services.proofs.refusals(guilds, raw.user.id)
    found = [row for row in rows if row.guild_id not in refusals]
    if not found:
        raise refusals[rows[0].guild_id]
    return found


def searched_guild(raw: Interaction) -> int | None:
    """Return the guild whose tables a command means; None for the tables of all guilds."""
    return raw.guild_id if place_of(raw) is Place.SERVER else None


def plays_own_seat(row: TableRow, raw: Interaction) -> bool:
    """Return whether a member plays their seat themselves, without a substitute."""
    mine = (seat.player for seat in row.seats if seat.is_of(raw.user.id))
    return any((one.kind, one.user_id) == ("member", raw.user.id) for one in mine if one)


async def own_hands(raw: Interaction) -> list[HandInteraction]:
    """Return the member's hands in the order of `own_tables`.

    A hand that a substitute plays is left out, unless the member has no other.

    Raises:
        Refusal: The member plays no game in this guild.
    """
    rows = await own_tables(raw)
    played = [row for row in rows if plays_own_seat(row, raw)] or rows[:1]
    return [await load_hand_interaction(ComponentInteraction(raw), row.id) for row in played]


def waiting_hands(hands: Sequence[HandInteraction]) -> list[HandInteraction]:
    """Return the hands whose member may move now.

    If there are no such hands, return the first hand.
    """
    waiting = [
        one for one in hands if one.seat in one.state.deciding() or waits_for_member(one.state)
    ]
    return waiting[:MAX_LISTED] or list(hands[:1])


# ---- what a typed text means


@dataclass(frozen=True, slots=True)
class MeantMove:
    """One possible meaning of a typed text: a move, in notation, at one table of the member."""

    hand: HandInteraction
    text: str


def meant_moves(hands: Sequence[HandInteraction], typed: str) -> list[MeantMove]:
    """Return the moves that a typed text may mean, at all tables that the text fits.

    If the text fits no table, return the text at the first table, which then shows the refusal.
    """
    onward = [hand for hand in hands if waits_for_member(hand.state) and is_onward(typed)]
    if onward:
        return [MeantMove(onward[0], typed)]
    found = [MeantMove(hand, text) for hand in hands for text in _texts(hand, typed)]
    return found or [MeantMove(hands[0], typed)]


def _texts(hand: HandInteraction, typed: str) -> list[str]:
    """Return the legal moves of one table that a typed text may mean."""
    if waits_for_member(hand.state):
        return []
    if is_undo(typed):
        return [UNDO] if hand.state.game.can_undo(hand.seat) else []
    text = legal_text(hand.state, hand.seat, typed)
    if text == typed:
        return [text]
    return texts_labelled(hand.state, hand.seat, typed) or [text] * bool(text)


def needs_question(hands: Sequence[HandInteraction], meant: Sequence[MeantMove]) -> bool:
    """Return whether the bot must ask which move the member means.

    The bot also asks if the member has just used a lesson and the text fits only another table. The
    member may mean the lesson, and a draw at the other table could not be undone.
    """
    return len(meant) > 1 or (hands[0].state.row.is_private and meant[0].hand is not hands[0])


async def question_layout(meant: Sequence[MeantMove]) -> ui.LayoutView:
    """Return a message that asks which move the member means. It has a button for each move."""
    shown = meant[:ASKED]
    for one in shown:
        if one.text != UNDO:
            # Saved, because a move can be longer than a custom id.
            await one.hand.suggest(PLAY, engine.read(one.text, one.hand.view))
    tables = len({one.hand.state.row.id for one in shown})
    servers = await _servers(shown)
    buttons = [_button(one, servers, names_table=tables == len(shown)) for one in shown]
    rows = [buttons[n : n + BUTTONS_PER_ROW] for n in range(0, len(buttons), BUTTONS_PER_ROW)]
    key = "which_table" if tables > 1 else "which_move" if len(shown) > 1 else "is_this_meant"
    question = say(f"typed.{key}", n=tables)
    return layout_view(text_display(question), *(action_row(*row) for row in rows))


async def _servers(shown: Sequence[MeantMove]) -> dict[int, str]:
    """Return the names of the tables' servers. Empty on a server."""
    raw = shown[0].hand.raw
    if searched_guild(raw) is not None:
        return {}
    rows = [one.hand.state.row for one in shown]
    guild_ids = {row.guild_id for row in rows if not row.is_private}
    return await server_names(raw.client, guild_ids)


def _button(one: MeantMove, servers: Mapping[int, str], *, names_table: bool) -> Item:
    table, move = table_title(one.hand.state), typed_form(one.text)
    if server := servers.get(one.hand.state.row.guild_id):
        table = say("dm.table_of", table=table, server=without_markdown(server))
    label = table if names_table else say("typed.at_table", table=table, move=move)
    panel = HandPanel.of(one.hand.state, one.hand.seat, PLAY)
    return panel.button(Action.TYPED_MOVE, choice_digest(one.text), label=label)


@hand_component(Action.TYPED_MOVE)
async def make_meant_move(interaction: HandInteraction) -> HandPage:
    """Make the move that the member has chosen in the message of `question_layout`."""
    legal = labels(interaction.state, interaction.seat)
    texts = filter(None, (interaction.state.proposed(interaction.seat), *legal))
    text = next((text for text in texts if interaction.is_about(text)), None)
    if text is None or not interaction.custom_id.args:
        raise StalePanel
    if text == UNDO:
        await interaction.take_back()
    else:
        await interaction.play(text)
    return PLAY
