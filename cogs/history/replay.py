"""`/replay`: a finished game move by move, its films, and the receipt of its shuffle.

A replay is private. **Share** shows one moment to everybody. The moments are in `moments`, and
their pages in `replay_page`.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from discord import app_commands, ui
from discord.ext import commands

from cogs.core.bot import Interaction, Services, TuppenceBot
from cogs.core.refusals import Refusal
from cogs.game.state import TableState
from cogs.game.visibility import find_visible, may_be_shown_here
from cogs.history.film_frames import film_input, film_title
from cogs.history.film_worker import FilmKey
from cogs.history.finished_games import autocomplete
from cogs.history.moments import WHOLE_GAME, Replay
from cogs.history.receipt import (
    may_have,
    receipt_file,
    receipt_layout,
    receipt_of,
    require_finished,
    verify_receipt,
)
from cogs.history.replay_page import replay_layout, shared_layout
from cogs.table.layout import look_of
from cogs.ui import replies
from cogs.ui.actions import Action
from cogs.ui.commands import on_servers
from cogs.ui.component import ComponentInteraction, component
from cogs.ui.layout import layout_view, picture_file, picture_item, text_display
from cogs.ui.localization import speaking_guild_locale
from cogs.ui.rate_limit import check_hourly_post
from cogs.ui.replies import Reply, defer
from cogs.ui.texts import say
from data.models.tables import TableStatus
from render.animation import ReplayAnimation
from render.renderer import Picture
from render.text.catalogue import current_language
from render.widgets.seats import TableNames

NO_GAME: Final = "receipt.no_receipt"
"""The refusal if no game has this number, or if the member must not see the game."""


@component(Action.VERIFY)
async def verify_shuffle(interaction: ComponentInteraction) -> None:
    """Verify a finished game. Players of the game also get the receipt as a file."""
    raw, store = interaction.raw, interaction.database
    await defer(raw, thinking=True)
    state = await _load_finished(interaction, interaction.custom_id.table)
    receipt = await receipt_of(store.tables, state)
    # Dealing and replaying is slow, so not on the event loop.
    findings = await interaction.services.sessions.background(
        partial(verify_receipt, receipt, state.row.commitment)
    )
    given = await may_have(store.tables, state.row, interaction.user_id)
    view = receipt_layout(state.row, receipt, findings, given=given)
    await replies.answer_deferred(
        raw, Reply(view, files=lambda: [receipt_file(receipt)] if given else [])
    )


@component(Action.REPLAY)
async def open_replay(interaction: ComponentInteraction) -> None:
    """Open the replay at the first deal, as a private message."""
    await defer(interaction.raw, thinking=True)
    await _show(interaction, await _load_finished(interaction, interaction.custom_id.table), 0)


@component(Action.REPLAY_MOMENT)
async def go_to_moment(interaction: ComponentInteraction) -> None:
    """Show another moment.

    The custom id contains the moment's number in the place of the version.
    """
    await defer(interaction.raw)
    asked = interaction.custom_id
    await _show(interaction, await _load_finished(interaction, asked.table), asked.version)


@component(Action.REPLAY_ROUND)
async def go_to_round(interaction: ComponentInteraction) -> None:
    """Show the selected moment: the deal of a round, or the moment of a sentence."""
    await defer(interaction.raw)
    state = await _load_finished(interaction, interaction.custom_id.table)
    await _show(interaction, state, interaction.choice)


@component(Action.SHARE)
async def share_moment(interaction: ComponentInteraction) -> None:
    """Show a moment to everybody in the channel. Players of the game can do so once an hour."""
    raw, table_id = interaction.raw, interaction.custom_id.table
    row = await find_visible(raw, table_id, NO_GAME)
    if not await interaction.database.tables.has_played(row.id, interaction.user_id):
        raise Refusal("replay.share_players")
    if row.status is not TableStatus.FINISHED:
        raise Refusal("receipt.not_finished")
    if not may_be_shown_here(raw, row):
        raise Refusal("replay.share_elsewhere")
    check_hourly_post(interaction)
    await defer(raw, thinking=True, private=False)
    state = await _load_finished(interaction, table_id)
    async with speaking_guild_locale(raw.client, raw.guild_id):
        await _show(interaction, state, interaction.custom_id.version, shared_layout)


@component(Action.FILM)
async def order_film(interaction: ComponentInteraction) -> None:
    """Send a film of the round that the argument names, or of the whole game."""
    raw, services = interaction.raw, interaction.services
    await defer(raw, thinking=True)
    state = await _load_finished(interaction, interaction.custom_id.table)
    replay, number = Replay(state), interaction.argument()
    # The argument can be forged: drawing a round that does not exist would fail late.
    if number not in (WHOLE_GAME, *await services.sessions.background(lambda: replay.rounds)):
        raise Refusal(NO_GAME)
    # The key has the names, so the film is drawn again after a change of name or an erasure.
    key = FilmKey(state.row.id, number, current_language(), state.names())
    order = partial(_film_input, services, replay, number)
    film = await services.films.film(interaction.user_id, key, order)
    heading = say("replay.film_heading", title=film_title(state, number))
    view = layout_view(text_display(heading), picture_item(film))
    await replies.answer_deferred(raw, Reply(view, files=lambda: [picture_file(film)]))


async def _film_input(services: Services, replay: Replay, number: int) -> ReplayAnimation:
    return await services.sessions.background(
        partial(film_input, replay, number, look_of(replay.state.row))
    )


async def _load_finished(interaction: ComponentInteraction, table_id: int) -> TableState:
    """Return a finished game of this guild. Raises `Refusal` for any other table."""
    row = await find_visible(interaction.raw, table_id, NO_GAME)
    if row.guild_id != interaction.raw.guild_id:
        raise Refusal(NO_GAME)
    return require_finished(await interaction.services.sessions.load(table_id))


async def _draw(interaction: ComponentInteraction, replay: Replay, moment: int) -> list[Picture]:
    """Draw the table at a moment as everybody saw it. If all hands may be shown, draw them too."""
    renderer, names = interaction.services.renderer, replay.state.names()
    table_names, look = TableNames(names, replay.state.faces()), look_of(replay.state.row)
    pictures = [await renderer.table(replay.view(moment), table_names, look=look)]
    hands = replay.hands(moment)
    return [*pictures, await renderer.open_hands(hands, names, look=look)] if hands else pictures


async def _show(
    interaction: ComponentInteraction,
    state: TableState,
    moment: int,
    layout: Callable[[Replay, int, Sequence[Picture]], ui.LayoutView] = replay_layout,
) -> None:
    """Answer a deferred interaction with one moment."""
    replay = Replay(state)
    # Replaying is slow, so it runs in the background thread, and other members need not wait.
    moment = await interaction.services.sessions.background(partial(replay.prepare, moment))
    pictures = await _draw(interaction, replay, moment)
    view = layout(replay, moment, pictures)
    await replies.answer_deferred(
        interaction.raw, Reply(view, files=lambda: [*map(picture_file, pictures)])
    )


class ReplayCog(commands.Cog):
    """The command `/replay`."""

    def __init__(self, bot: TuppenceBot) -> None:
        self.bot = bot

    @app_commands.command(name="replay", description="A finished game, move by move")
    @app_commands.describe(table="The table's number, from /history")
    @app_commands.autocomplete(table=autocomplete)
    @on_servers
    async def replay(self, raw: Interaction, table: int) -> None:
        """Open the replay at the first deal, as a private message."""
        await defer(raw, thinking=True)
        interaction = ComponentInteraction(raw)
        await _show(interaction, await _load_finished(interaction, table), 0)


async def setup(bot: TuppenceBot) -> None:
    await bot.add_cog(ReplayCog(bot))
