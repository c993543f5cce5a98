"""Another game: one lobby that collects those who want to play again.

Whoever does not ask for it does not play. Each has their former seat unless somebody else sits
there; the computer players have theirs already.
"""

from typing import Final

import engine
from cogs._game.links import link_to
from cogs._kit import verbs
from cogs._kit.components import file
from cogs._kit.languages import in_public
from cogs._kit.names import clean
from cogs._kit.refusals import Refusal
from cogs._kit.replies import Reply, acknowledge, done, show
from cogs._kit.texts import listed, say
from cogs._lobby.limits import admit
from cogs._press.presses import AtTable
from cogs._screens.scores import final_screen, podium
from cogs._work.substitutes import as_driver
from cogs.table import board_component
from data.game.rows import Driver, Status, TableRow

AT_ONCE: Final = 5.0
"""Seconds that the member waits for the lobby to be there; the queue goes on trying."""


@board_component(verbs.REMATCH)
async def join_rematch(interaction: AtTable) -> None:
    """Seat the member in the lobby of another game, and tell everybody who is in."""
    seat = interaction.live.own_seat(interaction.user_id)  # no matter who had it in the end
    if seat is None:
        raise Refusal("table.not_seated")
    if interaction.live.row.status is not Status.FINISHED:  # the custom id may be forged
        raise Refusal("board.not_over")
    live, raw, services = interaction.live, interaction.raw, interaction.services
    await acknowledge(raw)
    async with in_public(raw.client, live.row.guild_id):
        async with services.tables.lock(live.row.id):
            told = await rematch(interaction, seat)
        done(raw)
        picture = await services.artist.podium(podium(live))
        view = final_screen(live, picture, told)
        await show(raw, Reply(view, files=lambda: [file(picture)]))


async def rematch(interaction: AtTable, seat: int) -> str:
    """Seat the member for the rematch; return who is in, and the link to it.

    Raises `Refusal` once it is played: nobody is told that they are in for a game without them.
    """
    services = interaction.services
    lobby = await interaction.store.lobbies.rematch_of(interaction.live.row.id)
    lobby = await (
        same_again(interaction, seat) if lobby is None else joined(interaction, seat, lobby)
    )
    services.activity.show(lobby)
    await services.repaint.rested(lobby.id, AT_ONCE)
    return said(await services.lobbies.row(lobby.id))


async def joined(interaction: AtTable, seat: int, lobby: TableRow) -> TableRow:
    """Return the rematch that waits, with the member."""
    if lobby.status is Status.PLAYING:
        raise Refusal("sheet.rematch_begun", link=link_to(lobby))
    services, raw = interaction.services, interaction.raw
    async with services.tables.lock(lobby.id):
        return await services.lobbies.rejoin(lobby.id, raw.user, raw.id, seat)


def said(lobby: TableRow) -> str:
    """Say who is in for the rematch, with the link to it."""
    names = [clean(one.name) for one in drivers(lobby) if one.kind == "member"]
    return say("sheet.rematch_open", n=len(names), who=listed(names), link=link_to(lobby))


def drivers(row: TableRow) -> list[Driver]:
    """Return everybody who has a seat."""
    return [seat.driver for seat in row.seats if seat.driver is not None]


async def same_again(interaction: AtTable, seat: int) -> TableRow:
    """Open a lobby of the same game, options and computer players, hosted by the member."""
    bot, old, member = interaction.raw.client, interaction.live.row, interaction.raw.user
    return await bot.store.lobbies.open(
        guild_id=old.guild_id,
        channel_id=old.channel_id,
        host_id=member.id,
        game=old.game,
        rules_version=engine.GAMES[old.game].version,
        options=old.options,
        seat_count=len(old.seats),
        pace=old.pace,
        seed=bot.entropy(32),
        admit=admit,
        rematch_of=old.id,
        host=as_driver(member),
        seat=seat,
        press=interaction.raw.id,
        computers=computers(old),
    )


def computers(row: TableRow) -> dict[int, Driver]:
    """Return the computer players on seats that no member ever had."""
    found = {seat.seat: seat.driver for seat in row.seats if seat.driver is not None}
    return {
        seat: driver
        for seat, driver in found.items()
        if driver.kind == "computer" and driver.user_id is None
    }
