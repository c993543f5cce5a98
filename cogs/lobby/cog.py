"""`/play`, and the component handlers of the lobby message and its set-up page.

The handlers of the host's other pages are in `seating` and `house_rules`. The layouts are in
`layout`.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeAlias

from discord import app_commands, ui
from discord.ext import commands

import engine
from cogs.core.bot import Interaction, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.interactions import look_up
from cogs.game.length import lengths, with_length
from cogs.game.state import seat_of
from cogs.game.visibility import find_visible
from cogs.lobby.home import find_place, tell_managers
from cogs.lobby.interaction import load_hosted
from cogs.lobby.layout import (
    cancel_question,
    commitment,
    lobby_layout,
    second_lobby_layout,
    setup_layout,
    terms_form,
)
from cogs.lobby.lobbies import check_open
from cogs.lobby.opening import find_lobby_opened_since, open_lobby, record_message
from cogs.narration.games_list import game_sections
from cogs.ui.actions import Action, ActionId
from cogs.ui.commands import autocomplete, game_at, on_servers, parse_game
from cogs.ui.component import (
    ComponentInteraction,
    component,
    component_by,
    send_modal,
)
from cogs.ui.custom_id import NO_TABLE
from cogs.ui.form import CHECKED, number_in
from cogs.ui.layout import Item, Style, button, layout_view, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.replies import (
    Reply,
    defer,
    edit_or_send,
    is_private_message,
    mark_committed,
    send,
    update_or_send,
)
from cogs.ui.texts import link_to_table, say
from data.models.invitations import CALL_AGE
from data.models.tables import TableRow, TableStatus
from render.text.catalogue import Catalogue

LobbyHandler: TypeAlias = Callable[[ComponentInteraction], Awaitable[TableRow]]
"""Changes a lobby and returns it. If it raises `Refusal`, nothing has changed."""
LobbyPage: TypeAlias = Callable[[TableRow], ui.LayoutView]


def lobby_component(
    action: ActionId, page: LobbyPage | None = None
) -> Callable[[LobbyHandler], LobbyHandler]:
    """Register the decorated function as the handler of an action that changes a lobby.

    Args:
        action: The action.
        page: Returns the private page to show after the change. Without `page`, the set-up page is
            shown. The set-up page also shows refusals.
    """

    async def answer(handler: LobbyHandler, interaction: ComponentInteraction) -> None:
        await change_lobby(handler, page, interaction)

    return component_by(action, answer)


async def change_lobby(
    handler: LobbyHandler, page: LobbyPage | None, interaction: ComponentInteraction
) -> None:
    """Change a lobby, then show its message, and `page` or the set-up page."""
    # One lock for change and message, so that the later of two changes is also shown later.
    async with interaction.services.sessions.lock(interaction.custom_id.table):
        await look_up(interaction)
        try:
            lobby = await handler(interaction)
        except Refusal as refusal:
            await _refuse(interaction, refusal, has_page=page is None)
        else:
            await _show_changed(interaction, lobby, page)


async def _refuse(interaction: ComponentInteraction, refusal: Refusal, *, has_page: bool) -> None:
    """Show a refusal on the set-up page if the used component is there.

    Otherwise raise the refusal. The private page may be outdated: nothing updates it when other
    members join or the game starts.
    """
    raw = interaction.raw
    lobby = await interaction.database.tables.find(interaction.custom_id.table)
    # The member may have seen an outdated message, so update it.
    if lobby is not None and lobby.lobby_due:
        interaction.services.activity.show(lobby)
    if lobby is None or not (has_page and is_private_message(raw)):
        raise refusal
    why = refusal.sentence(Catalogue.load())
    is_open = lobby.status is TableStatus.LOBBY
    page = await _setup_page(raw, lobby, why) if is_open else layout_view(text_display(why))
    await edit_or_send(raw, Reply(page))


async def _show_changed(
    interaction: ComponentInteraction, lobby: TableRow, page: LobbyPage | None
) -> None:
    """Show a lobby after a change. If its game has started, start the clock of the game."""
    raw, services = interaction.raw, interaction.services
    mark_committed(raw)
    if lobby.status is TableStatus.PLAYING:
        # Before the requests to Discord: the game has started, even if Discord does not answer.
        await services.sessions.start_decisions(lobby.id)
        services.activity.wake(lobby)
        if is_private_message(raw):  # the question before a start without an answer
            await edit_or_send(raw, Reply(layout_view(text_display(say("friends.started")))))
        else:
            await defer(raw)  # the repaint queue edits the message, and adds the link to its thread
    elif is_private_message(raw):
        services.activity.show(lobby)
        await edit_or_send(raw, Reply(page(lobby) if page else await _setup_page(raw, lobby)))
    else:
        await _show_lobby(interaction, lobby)


async def _setup_page(raw: Interaction, lobby: TableRow, notice: str = "") -> ui.LayoutView:
    if lobby.status is not TableStatus.LOBBY:
        return layout_view(text_display(say("lobby.closed")))
    settings = await raw.client.database.guilds.settings(lobby.guild_id)
    calls_from = lobby.created + CALL_AGE if settings.wants_players else None
    return setup_layout(lobby, raw.user.id, raw.client.clock(), calls_from, notice)


async def _show_lobby(interaction: ComponentInteraction, lobby: TableRow) -> None:
    """Show the lobby in its message, in the language of the guild."""
    raw = interaction.raw
    async with speaking_guild_locale(raw.client, raw.guild_id):
        was_edited = await edit_or_send(raw, Reply(lobby_layout(lobby)))
        is_newest = raw.message is not None and raw.message.id == lobby.lobby_message_id
        if was_edited and is_newest:
            await record_message(raw.client, lobby)
        else:  # the component is on an older message of the lobby
            interaction.services.activity.show(lobby)


def _joined_page(lobby: TableRow) -> ui.LayoutView:
    """Return the page that replaces the question about a second lobby."""
    return layout_view(text_display(say("lobby.joined", link=link_to_table(lobby))))


@lobby_component(Action.JOIN, _joined_page)
async def join_lobby(interaction: ComponentInteraction) -> TableRow:
    """Seat the member on the first open seat."""
    raw, asked = interaction.raw, interaction.custom_id
    lobbies = interaction.services.lobbies
    return await lobbies.join(asked.table, raw.user, raw.id, asked.version)


@lobby_component(Action.CONFIRM_TERMS)
async def confirm_terms(interaction: ComponentInteraction) -> TableRow:
    """Save that the member agrees to the changed pace and house rules."""
    lobbies, target = interaction.services.lobbies, interaction.custom_id
    return await lobbies.confirm_terms(target.table, interaction.user_id, target.version)


@lobby_component(Action.LEAVE)
async def leave_lobby(interaction: ComponentInteraction) -> TableRow:
    """Free the member's seat."""
    lobbies, table_id = interaction.services.lobbies, interaction.custom_id.table
    return await lobbies.leave(table_id, interaction.user_id)


@lobby_component(Action.OPEN_HANDS)
async def toggle_open_hands(interaction: ComponentInteraction) -> TableRow:
    """Save whether the member agrees that the replay shows all hands.

    The argument is 1 for yes, and 0 for no.
    """
    wants = interaction.argument()
    if wants not in {0, 1}:  # the button of an older release had no argument
        raise Refusal("lobby.refused.stale")
    lobbies, table = interaction.services.lobbies, interaction.custom_id.table
    return await lobbies.agree(table, interaction.user_id, wants=bool(wants))


@lobby_component(Action.REMOVE_COMPUTER)
async def remove_computer(interaction: ComponentInteraction) -> TableRow:
    """Remove a computer player. Only for the host."""
    return await interaction.services.lobbies.remove_computer(await load_hosted(interaction))


@component(Action.CLOSE_LOST_LOBBY)
@component(Action.CLOSE)
async def ask_before_cancelling(interaction: ComponentInteraction) -> None:
    """Ask the host for confirmation. If the host has just confirmed, cancel the table.

    Buttons of earlier releases have no argument, so they also ask.
    """
    if interaction.argument() == 1:
        await cancel_table(interaction)
        return
    lobby = await load_hosted(interaction)
    await update_or_send(interaction.raw, Reply(cancel_question(lobby)))


async def _cancelled(interaction: ComponentInteraction) -> TableRow:
    return await interaction.services.lobbies.close(await load_hosted(interaction))


cancel_table = partial(change_lobby, _cancelled, None)


@component(Action.TERMS)
async def open_terms_form(interaction: ComponentInteraction) -> None:
    """Open the form for length, seats and pace. Only for the host."""
    lobby = await load_hosted(interaction)
    address = (lobby.id, lobby.revision)
    parts = terms_form(lobby, interaction.user_id)
    title = say("setup.form")
    await send_modal(interaction.raw, Action.TERMS_MODAL, title, *parts, address=address)


@lobby_component(Action.TERMS_MODAL)
async def set_terms(interaction: ComponentInteraction) -> TableRow:
    """Change length, seats, pace and open hands together. Only for the host."""
    lobby, fields = await load_hosted(interaction), interaction.fields
    lobbies, seen = interaction.services.lobbies, interaction.custom_id.version
    rounds = number_in(fields["length"])
    if rounds not in lengths(lobby.game, lobby.options):  # the form can be forged
        raise Refusal("lobby.refused.stale")
    # The form does not ask for seats if the game has only one possible number.
    seats = number_in(fields["seats"]) if "seats" in fields else len(lobby.seats)
    options = with_length(lobby.options, rounds)
    lobby = await lobbies.set_terms(lobby, seats, number_in(fields["pace"]), options, seen)
    if "hands" not in fields:
        return lobby
    return await lobbies.agree(lobby.id, interaction.user_id, wants=fields["hands"] == CHECKED)


@component(Action.SETUP_DONE)
async def finish_setup(interaction: ComponentInteraction) -> None:
    """Replace the set-up page with a link to the table."""
    lobby = await look_up(interaction)
    page = layout_view(text_display(say("setup.done", link=link_to_table(lobby))))
    await update_or_send(interaction.raw, Reply(page))


@lobby_component(Action.SEATS)
async def set_seat_count(interaction: ComponentInteraction) -> TableRow:
    """Change the number of seats. Only for the host."""
    lobby, seen = await load_hosted(interaction), interaction.custom_id.version
    return await interaction.services.lobbies.resize(lobby, interaction.choice, seen)


@lobby_component(Action.PACE)
async def set_pace(interaction: ComponentInteraction) -> TableRow:
    """Change the time that a player has for a decision. Only for the host."""
    lobby, seen = await load_hosted(interaction), interaction.custom_id.version
    return await interaction.services.lobbies.set_pace(lobby, interaction.choice, seen)


@lobby_component(Action.CLOTH)
async def set_cloth(interaction: ComponentInteraction) -> TableRow:
    """Change the background cloth of the table's pictures. Only for the host."""
    lobby, seen = await load_hosted(interaction), interaction.custom_id.version
    return await interaction.services.lobbies.set_cloth(lobby, interaction.choice, seen)


@component(Action.SECOND_LOBBY)
async def open_second_lobby(interaction: ComponentInteraction) -> None:
    """Open a second lobby of a game.

    If the member has already opened a lobby from the same question, show a link to that lobby.
    """
    raw, services = interaction.raw, interaction.services
    # The lobby may be in the server's home, and the question elsewhere.
    game = (await find_visible(raw, interaction.custom_id.table)).game
    asked = raw.message.id if raw.message else raw.id
    # Lock on the question's message id, which is no table's id. A second interaction on the same
    # question then finds the lobby of the first.
    async with services.sessions.lock(asked):
        found = await find_place(raw)
        mine = await find_lobby_opened_since(raw, game, found.place.channel.id, asked)
        if mine is None:
            await open_lobby(raw, game, found)
        else:
            page = layout_view(text_display(say("lobby.opened", link=link_to_table(mine))))
            await edit_or_send(raw, Reply(page))


@component(Action.SEALED)
async def show_shuffle_seal(interaction: ComponentInteraction) -> None:
    """Explain how the shuffle is sealed, and show the whole fingerprint."""
    lobby = await look_up(interaction)
    view = layout_view(text_display(commitment(lobby)))
    await send(interaction.raw, Reply(view))


@component(Action.SETUP)
async def open_setup_page(interaction: ComponentInteraction) -> None:
    """Open the set-up page of a lobby. The host can change the lobby there.

    Other members can only read the page.
    """
    lobby = await look_up(interaction)
    check_open(lobby)
    reply = Reply(await _setup_page(interaction.raw, lobby))
    # A button with an argument is on a private page, which this page then replaces.
    await (update_or_send if interaction.custom_id.args else send)(interaction.raw, reply)


def games_page() -> ui.LayoutView:
    """Return the page of `/play`: all games, each with a button that opens a lobby."""
    label = say("games.play")

    def button_of(number: int) -> Item:
        return button(Action.PLAY_GAME, *NO_TABLE, number, label=label, style=Style.primary)

    return layout_view(text_display(say("games.heading")), *game_sections(button_of))


@component(Action.PLAY_GAME)
async def play_game(interaction: ComponentInteraction) -> None:
    """Open a lobby of a game. A button without a game shows all games."""
    if not interaction.custom_id.args:
        await send(interaction.raw, Reply(games_page()))
        return
    await open_or_ask(interaction.raw, game_at(interaction.argument()))


async def open_or_ask(raw: Interaction, slug: str) -> None:
    """Open a lobby here or in the home. If the member could join an open lobby, ask first."""
    found, lobbies = await find_place(raw), raw.client.database.lobbies
    channel = found.place.channel
    first = await lobbies.first_open(channel.guild.id, channel.id, slug)
    if first is None or seat_of(first, raw.user.id) is not None:
        await open_lobby(raw, slug, found)
    else:
        link, name = link_to_table(first), engine.GAMES[slug].name
        view = second_lobby_layout(first, link, name, here=found.place.id == raw.channel_id)
        await send(raw, Reply(view))
        await tell_managers(raw, found.broken_home)


class LobbyCog(commands.Cog):
    """The command `/play`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(description="Open a table: invite friends or computer players")
    @app_commands.describe(game="Which game to play; without it, you see all games")
    @app_commands.autocomplete(game=autocomplete)
    @on_servers
    async def play(self, raw: Interaction, game: str = "") -> None:
        """Open a lobby here or in the server's home. Without a game, show all games."""
        if game:
            await open_or_ask(raw, parse_game(game))
        else:
            await send(raw, Reply(games_page()))


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(LobbyCog(bot))
