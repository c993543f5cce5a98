"""Another game: one lobby that collects the presses of those who want to play again.

Whoever does not press does not play. Each has their former seat as long as nobody else sits there;
computer players are there already.
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
from cogs.table import BoardControl
from data.game.rows import Driver, Status, TableRow

AT_ONCE: Final = 5.0
"""Seconds that whoever presses waits for the lobby to be there; the queue goes on trying."""


class Rematch(BoardControl, verb=verbs.REMATCH):
    """Be in for another game."""

    async def act(self, press: AtTable) -> None:
        """Sit down in its lobby, and tell everybody who is in."""
        seat = press.live.own_seat(press.user_id)  # no matter who had it in the end
        if seat is None:
            raise Refusal("table.not_seated")
        if press.live.row.status is not Status.FINISHED:  # the control may be made up
            raise Refusal("board.not_over")
        live, interaction, services = press.live, press.interaction, press.services
        await acknowledge(interaction)
        async with in_public(interaction.client, live.row.guild_id):
            async with services.tables.lock(live.row.id):
                told = await rematch(press, seat)
            done(interaction)
            picture = await services.artist.podium(podium(live))
            view = final_screen(live, picture, told)
            await show(interaction, Reply(view, files=lambda: [file(picture)]))


async def rematch(press: AtTable, seat: int) -> str:
    """Let whoever pressed sit down for the rematch; who is in, and the way there.

    Raises `Refusal` once it is played: nobody is told that they are in for what began without them.
    """
    services = press.services
    lobby = await press.store.lobbies.rematch_of(press.live.row.id)
    lobby = await (same_again(press, seat) if lobby is None else joined(press, seat, lobby))
    services.activity.show(lobby)
    await services.repaint.rested(lobby.id, AT_ONCE)
    return said(await services.lobbies.row(lobby.id))


async def joined(press: AtTable, seat: int, lobby: TableRow) -> TableRow:
    """The rematch that waits, with whoever pressed."""
    if lobby.status is Status.PLAYING:
        raise Refusal("sheet.rematch_begun", link=link_to(lobby))
    services, interaction = press.services, press.interaction
    async with services.tables.lock(lobby.id):
        return await services.lobbies.rejoin(lobby.id, interaction.user, interaction.id, seat)


def said(lobby: TableRow) -> str:
    """Who is in for the rematch, and the way there."""
    names = [clean(one.name) for one in drivers(lobby) if one.kind == "member"]
    return say("sheet.rematch_open", n=len(names), who=listed(names), link=link_to(lobby))


def drivers(row: TableRow) -> list[Driver]:
    """Everybody who sits."""
    return [seat.driver for seat in row.seats if seat.driver is not None]


async def same_again(press: AtTable, seat: int) -> TableRow:
    """A lobby of the same game, options and computer players, with whoever pressed as its host."""
    bot, old, member = press.interaction.client, press.live.row, press.interaction.user
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
        press=press.interaction.id,
        computers=computers(old),
    )


def computers(row: TableRow) -> dict[int, Driver]:
    """Who sits on seats that were nobody's but a computer player's."""
    found = {seat.seat: seat.driver for seat in row.seats if seat.driver is not None}
    return {
        seat: driver
        for seat, driver in found.items()
        if driver.kind == "computer" and driver.user_id is None
    }
