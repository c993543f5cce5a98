"""Playing in tests: open a table, start it, and let people take turns by pressing."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from discord import ButtonStyle

import engine
from cogs.game.deadlines import PACES
from cogs.game.state import TableState
from data.models.tables import Player
from engine.model.table import Table
from tests.simulator import Member, Shown, Simulator
from tests.simulator.messages import walk

HOUSE = "house-canasta"


@dataclass
class Game:
    """A table in a simulator, and its members."""

    simulator: Simulator
    table_id: int
    people: tuple[Member, ...]

    @property
    def thread(self) -> int:
        """The channel that shows the table."""
        return self.simulator.threads()[-1]

    @property
    def board(self) -> Shown:
        """The live table message: the newest one with a button for the hand."""
        shown = [m for m in self.simulator.messages(self.thread) if "My hand" in m.labels]
        return shown[-1]

    async def live(self) -> TableState:
        """The table as the bot knows it."""
        return await self.simulator.bot.services.sessions.load(self.table_id)

    async def deadline(self) -> float:
        """The table's deadline, which must exist."""
        deadline = (await self.live()).row.deadline
        assert deadline is not None
        return deadline

    async def drivers(self) -> list[Player]:
        """The driver of each seat."""
        live = await self.live()
        return [live.player(seat.seat) for seat in live.row.seats]

    async def seq(self) -> int:
        return (await self.live()).row.seq

    async def turn(self) -> Member:
        """The member whose turn it is."""
        live = await self.live()
        user_id = live.player(live.game.table.turn).user_id
        return next(person for person in self.people if person.id == user_id)

    async def hand(self, person: Member) -> Shown:
        """Return the member's panel."""
        answer = await person.press(self.board, "My hand")
        assert answer.message is not None
        return answer.message

    async def take_turn(self) -> Member:
        """Play one whole turn in the panel: draw, lay the best suggestions, discard the cheapest
        card.
        """
        person = await self.turn()
        panel = await self.hand(person)
        await person.press(panel, "say")
        for _ in range(4):
            if not offers(panel, "lay"):
                break
            await person.choose(panel, "lay", ["0"])
        await person.choose(panel, "drop", [first(panel, "drop")])
        return person


def offers(panel: Shown, verb: str) -> bool:
    """Whether the panel has a select for this action, or a single button in its place."""
    return any(c.verb in {verb, f"{verb}it"} for c in panel.controls)


async def default_move(game: Game) -> None:
    """Make the default move of the seat to act, without drawing a panel."""
    live = await game.live()
    services = game.simulator.bot.services
    decision = live.view(live.game.table.turn).pending[0]
    assert decision.default is not None  # A waiting foot delays nobody.
    body, key = engine.write(decision.default), f"press-{game.table_id}-{live.row.seq}"
    with game.simulator.env._bot_scope():
        acted = await services.sessions.act(live, decision.seat, body, seen=live.row.seq, key=key)
        services.activity.continue_game(await services.computers.at_once(acted.state))


async def default_turn(game: Game) -> Member:
    """Play a whole turn of default moves."""
    person = await game.turn()
    while await game.turn() == person:
        await default_move(game)
    await game.simulator.wait(0)
    return person


def green(panel: Shown) -> str:
    """Return the custom id of the green button."""
    style = ButtonStyle.success.value
    found = (part for part in walk(panel.stored.components) if part.get("style") == style)
    return str(next(found)["custom_id"])


def leaving(panel: Shown) -> str:
    """Return the custom id of the button that declines the upcard on the player's turn."""
    return next(c.custom_id for c in panel.controls if c.label.startswith("Leave "))


def first(panel: Shown, verb: str) -> str:
    """Return the first option of a select; a button that replaces a select has no options."""
    if not any(c.verb == verb for c in panel.controls):
        return "0"
    return next(iter(panel.find(verb, "select").options.values()))


async def put(game: Game, table: Table) -> TableState:
    """Put a table at a game's position, as if it had been played."""
    live = await game.live()
    stands = replace(live.game, table=table, turn_seq=live.row.seq)
    game.simulator.bot.services.sessions.games.put(game.table_id, stands)
    return await game.live()


async def placed(game: Game, position: Mapping[str, Any]) -> TableState:
    """Put a game at a position."""
    live = await game.live()
    table = engine.from_position(
        {"game": live.row.game, "seats": len(live.row.seats), "phase": "play"} | dict(position)
    )
    return await put(game, table)


async def seated(game: Game, seat: int) -> Member:
    """Return the member of a seat."""
    user_id = (await game.live()).player(seat).user_id
    return next(person for person in game.people if person.id == user_id)


async def open_lobby(simulator: Simulator, host: Member, game: str = HOUSE) -> Shown:
    """Let `host` open a lobby and return it."""
    answer = await host.slash("play", game=game)
    assert answer.message is not None, answer.text
    if any(c.verb == "another" for c in answer.message.controls):
        answer = await host.press(answer.message, "another")
    return answer.message


async def start(
    simulator: Simulator,
    people,
    *,
    options=None,
    seats: int | None = None,
    pace: str = "",
    game: str = HOUSE,
) -> Game:
    """Start a game of these people, with computer players on the other seats; `people[0]` is the
    host.
    """
    simulator.bot.services.computers.pause = 0
    host, *guests = people
    lobby = await open_lobby(simulator, host, game)
    table_id = number_of(lobby)
    if seats is not None:
        await host.set_terms(lobby, seats=str(seats))
    if pace:
        await host.set_terms(lobby, pace=str(list(PACES).index(pace)))
    if options:
        row = await simulator.bot.database.tables.find(table_id)
        assert row is not None
        await simulator.bot.database.lobbies.set_options(table_id, options, row.revision)
        with simulator.env._bot_scope():
            simulator.bot.services.activity.show(row)
        await simulator.wait(0)
    for guest in guests:
        await guest.press(lobby, "Join")
    full = any(c.verb == "start" for c in lobby.controls)
    await host.press(lobby, "start" if full else "fill")
    return Game(simulator, table_id, tuple(people))


def number_of(lobby: Shown) -> int:
    """Return the table's number, read from its components."""
    return int(lobby.controls[0].custom_id.split(":")[2])
