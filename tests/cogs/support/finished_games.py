"""Finished games for tests: played by computers under members' names, straight into the store."""

import random

import engine
from cogs._game.live import Live
from cogs._lobby.lobbies import changed, mixed
from data.game.log import NewMove
from data.game.rows import Driver, Outcome
from engine.players.plain import simple
from tests.cogs.support.play import Game
from tests.simulator import Person, Room, Shown

HOUSE = "house-canasta"
ONE_ROUND = {"max_rounds": 1}


async def dealt(room: Room, people: list[Person], computers: int = 0, **facts) -> int:
    """A table in play with these members at its first seats."""
    store, game = room.bot.store, facts.get("game", HOUSE)
    options = facts.get("options", ONE_ROUND if game == HOUSE else {})
    table = await store.lobbies.open(
        guild_id=room.guild.id,
        channel_id=room.channel.id,
        host_id=people[0].id,
        game=game,
        rules_version=facts.get("version", engine.GAMES[game].version),
        options=options,
        seat_count=len(people) + computers,
        pace="none",
        seed=room.bot.entropy(32),
    )
    for press, person in enumerate(people, start=9000):
        driver = Driver("member", person.id, person.name)
        changed(await store.lobbies.sit(table.id, driver, press=press))
        if facts.get("agreed"):
            changed(await store.lobbies.agree(table.id, person.id, wants=True))
    for number in range(computers):
        changed(
            await store.lobbies.sit(table.id, Driver("computer", None, f"Ada {number}", "simple"))
        )
    starter = (Driver("member", people[0].id, people[0].name), 9999)
    changed(await store.lobbies.start(table.id, mix=mixed, deadline=None, starter=starter))
    await store.tables.place_messages(table.id, thread_id=room.channel.id)
    return table.id


async def end(room: Room, table_id: int, outcome: Outcome) -> None:
    """Let every seat act once, straight into the store; with the last of them it is over."""
    last = len(outcome.seats) - 1
    for seat in range(last + 1):
        result, key = outcome if seat == last else None, f"k{table_id}-{seat}"
        move = NewMove(table_id, seat, seat, key=key, body="x", outcome=result)
        await room.bot.store.tables.append(move)


async def play_on(room: Room, table_id: int, seed: int = 1, moves: int = 100_000) -> Live:
    """Let everybody take turns, to the end or for so many moves."""
    tables, rng = room.bot.parlour.tables, random.Random(seed)
    live = await tables.load(table_id)
    for number in range(moves):
        waiting = [one for one in engine.pending(live.game.table) if one.default is not None]
        if not waiting:
            break
        seat = waiting[0].seat
        body = engine.write(simple.choose(live.view(seat), rng))
        acted = await tables.act(
            live, seat, body, seen=live.row.seq, key=f"{table_id}-{seed}-{number}"
        )
        live = acted.live
    return live


async def play_out(room: Room, game: Game) -> None:
    """Bring a game that was begun by presses to its end, and let it be shown."""
    with room.env._bot_scope():  # so that SimCord waits for what it sets going
        room.bot.parlour.wake((await play_on(room, game.table_id)).row)
    await room.wait(0)


async def play(room: Room, people: list[Person], computers: int = 0, **facts) -> Live:
    """A whole game, shown to the end."""
    live = await play_on(room, await dealt(room, people, computers, **facts), facts.get("seed", 1))
    await room.bot.store.tables.painted(live.row.id, live.row.seq)
    return live


async def final_message(room: Room, people: list[Person], **facts) -> Shown:
    """The last message of a whole game, shown to the end."""
    live = await play_on(room, await dealt(room, people, **facts))
    repaint = room.bot.parlour.repaint
    repaint.wake(live.row.id)
    await repaint.rested(live.row.id, 30)
    return room.messages(room.channel.id)[-1]
