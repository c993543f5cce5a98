"""Finished games for tests: played by computer players under members' names, without Discord."""

import random

import engine
from cogs.game.seat_changes import raise_if_refused
from cogs.game.shuffle_seal import shuffle_seed
from cogs.game.state import TableState
from data.models.moves import NewMove
from data.models.outcome import GameOutcome
from data.models.tables import Player
from engine.players.heuristic import easy
from tests.cogs.support.play import Game
from tests.simulator import Member, Shown, Simulator

HOUSE = "house-canasta"
ONE_ROUND = {"max_rounds": 1}


async def dealt(simulator: Simulator, people: list[Member], computers: int = 0, **facts) -> int:
    """Return a table in play with these members at its first seats."""
    store, game = simulator.bot.database, facts.get("game", HOUSE)
    options = facts.get("options", ONE_ROUND if game == HOUSE else {})
    table = await store.lobbies.create(
        guild_id=simulator.guild.id,
        channel_id=simulator.channel.id,
        host_id=people[0].id,
        game=game,
        rules_version=facts.get("version", engine.GAMES[game].version),
        options=options,
        seat_count=len(people) + computers,
        pace="none",
        seed=simulator.bot.entropy(32),
    )
    for press, person in enumerate(people, start=9000):
        # A press saves the display name, so the players here have the same names.
        simulator.env.backend.get_guild(simulator.guild.id).members[person.id].nick = person.name
        driver = Player("member", person.id, person.name)
        raise_if_refused(await store.lobbies.seat_player(table.id, driver, press=press))
        if facts.get("agreed"):
            raise_if_refused(await store.lobbies.set_open_hands(table.id, person.id, wants=True))
    for number in range(computers):
        raise_if_refused(
            await store.lobbies.seat_player(
                table.id, Player("computer", None, f"Ada {number}", "simple")
            )
        )
    starter = (Player("member", people[0].id, people[0].name), 9999)
    raise_if_refused(
        await store.lobbies.start(table.id, mix=shuffle_seed, deadline=None, starter=starter)
    )
    await store.tables.set_message_ids(table.id, thread_id=simulator.channel.id)
    return table.id


async def end(simulator: Simulator, table_id: int, outcome: GameOutcome) -> None:
    """Let every seat act once in the database; the last action ends the game."""
    last = len(outcome.seats) - 1
    for seat in range(last + 1):
        result, key = outcome if seat == last else None, f"k{table_id}-{seat}"
        move = NewMove(table_id, seat, seat, key=key, body="x", outcome=result)
        await simulator.bot.database.tables.append_moves(move)


async def play_on(
    simulator: Simulator, table_id: int, seed: int = 1, moves: int = 100_000
) -> TableState:
    """Play turns of all seats, to the end or for so many moves."""
    tables, rng = simulator.bot.services.sessions, random.Random(seed)
    live = await tables.load(table_id)
    for number in range(moves):
        waiting = [one for one in engine.pending(live.game.table) if one.default is not None]
        if not waiting:
            break
        seat = waiting[0].seat
        body = engine.write(easy.choose(live.view(seat), rng))
        acted = await tables.act(
            live, seat, body, seen=live.row.seq, key=f"{table_id}-{seed}-{number}"
        )
        live = acted.state
    return live


async def play_out(simulator: Simulator, game: Game) -> None:
    """Play a game that was started by presses to its end, and show it."""
    with simulator.env._bot_scope():  # SimCord waits only for work that starts inside an action.
        simulator.bot.services.activity.wake((await play_on(simulator, game.table_id)).row)
    await simulator.wait(0)


async def play(
    simulator: Simulator, people: list[Member], computers: int = 0, **facts
) -> TableState:
    """Play a whole game and show its end."""
    live = await play_on(
        simulator, await dealt(simulator, people, computers, **facts), facts.get("seed", 1)
    )
    await simulator.bot.database.tables.mark_rendered(live.row.id, live.row.seq)
    return live


async def final_message(simulator: Simulator, people: list[Member], **facts) -> Shown:
    """Play a whole game and return its final message."""
    live = await play_on(simulator, await dealt(simulator, people, **facts))
    repaint = simulator.bot.services.repaint_queue
    repaint.wake(live.row.id)
    await repaint.wait_until_idle(live.row.id, 30)
    return simulator.messages(simulator.channel.id)[-1]


async def pretended(
    simulator: Simulator,
    ids: list[int],
    *ranks: int,
    pairs: bool = False,
    game: str = HOUSE,
    guild: int = 0,
) -> None:
    """Save a finished game of which only the result matters. `guild` 0 is the usual server."""
    store = simulator.bot.database
    table = await store.lobbies.create(
        guild_id=guild or simulator.guild.id,
        channel_id=simulator.channel.id,
        host_id=ids[0],
        game=game,
        rules_version=1,
        options={},
        seat_count=len(ids),
        pace="none",
        seed=simulator.bot.entropy(32),
    )
    for user in ids:
        await store.lobbies.seat_player(table.id, Player("member", user, f"Member {user}"))
    await store.lobbies.start(table.id, mix=lambda row, _: row.lobby_seed, deadline=None)
    sides = ((0, 2), (1, 3)) if pairs else tuple((seat,) for seat in range(len(ids)))
    points = tuple(100 * rank for rank in ranks)
    outcome = GameOutcome(sides, ranks, points, "target", rounds=(points,))
    await end(simulator, table.id, outcome)
    await store.tables.mark_rendered(table.id, len(ids))
