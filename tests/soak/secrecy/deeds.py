"""Deeds in one of the two simulators: presses, moves, and what happens to a member."""

import sqlite3
from typing import Final

from cogs.game.state import TableState
from tests.simulator import Member
from tests.soak.secrecy.worlds import PLAYERS, World


async def pressed(
    world: World, who: int, message_id: int, custom_id: str, values: list[str] | None
) -> None:
    """Press a component on a message that has the same id in both simulators."""
    person: Member = world.crowd[who]
    found = [one for one in world.simulator.messages(viewer=person) if one.id == message_id]
    assert found, f"{person} does not see message {message_id} in both rooms"
    await person.press_stale(found[0], custom_id, values)


async def moved(world: World, seat: int, body: str, key: str) -> None:
    """Make a move without a panel."""
    live = await world.game.live()
    services = world.simulator.bot.services
    with world.simulator.env._bot_scope():
        acted = await services.sessions.act(live, seat, body, seen=live.row.seq, key=key)
        services.activity.continue_game(await services.computers.at_once(acted.state))
    await world.simulator.wait(0)


async def left(world: World, who: int, *, bans: bool) -> None:
    """Let a member leave, or ban them."""
    simulator, person = world.simulator, world.crowd[who]
    backend = simulator.env.backend
    if bans:
        backend.apply_ban(simulator.guild.id, person.id, None)
    else:
        backend.remove_member(simulator.guild.id, person.id)
    simulator.bot.services.proofs._proofs.clear()
    await simulator.env.settle()


async def came_back(world: World, who: int) -> None:
    """Let a member join again, perhaps after a ban."""
    simulator, person = world.simulator, world.crowd[who]
    simulator.env.backend.get_guild(simulator.guild.id).bans.pop(person.id, None)
    simulator.guild.add_member(person.actor.user)
    await simulator.env.settle()


async def hidden(world: World, who: int, *, hides: bool) -> None:
    """Hide the table's channel from a member, or show it again."""
    simulator, person = world.simulator, world.crowd[who]
    if hides:
        simulator.deny("view_channel", target=person.id)
    else:
        await shown_again(world, who)
    await simulator.env.settle()


async def shown_again(world: World, who: int) -> None:
    """Show the table's channel to a member again."""
    simulator, person = world.simulator, world.crowd[who]
    simulator.env.backend.delete_overwrite(simulator.channel.id, person.id)
    await simulator.env.settle()


async def restarted(world: World) -> None:
    """Kill the bot and start it again."""
    await world.simulator.restart()
    world.listen()


HAND_OVER: Final = """
    INSERT INTO seat_driver (table_id, seat, from_seq, kind, player_id)
    SELECT ?, ?, 0, 'member', id FROM player WHERE user_id = ?
    ON CONFLICT DO UPDATE SET player_id = excluded.player_id"""


async def handed_over(world: World, who: int, seat: int) -> None:
    """Ask for a seat's hand, and change the seat's driver before the hand is shown."""
    simulator, table_id = world.simulator, world.game.table_id

    def hand_over() -> None:
        connection = sqlite3.connect(simulator.database, isolation_level=None)
        connection.execute(HAND_OVER, (table_id, seat, world.crowd[PLAYERS].id))
        connection.close()
        simulator.bot.services.sessions.changed(table_id)  # As the real handover reports it.

    sessions = simulator.bot.services.sessions
    newest = sessions.newest

    async def after_the_handover(state: TableState) -> TableState:
        sessions.newest = newest  # type: ignore[method-assign]  # only once
        hand_over()
        return await newest(state)

    # The hand may be the first answer, so no request to Discord comes before it is read.
    sessions.newest = after_the_handover  # type: ignore[method-assign]
    await world.crowd[who].press_stale(world.game.board, f"t1:hand:{table_id}:0")
    sessions.newest = newest  # type: ignore[method-assign]
