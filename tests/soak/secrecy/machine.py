"""A state machine about secrecy: two simulators that differ in secrets look the same."""

import re
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

import engine
from cogs.game.move_log import GameState
from cogs.ui.actions import ACTIONS, ModalAction, SelectAction
from data.models.moves import MoveEntry
from engine.model.events import RoundScored
from engine.players.heuristic import easy
from tests.cogs.support.time import DAY, HOUR, after
from tests.soak.secrecy.deeds import (
    came_back,
    handed_over,
    hidden,
    left,
    moved,
    pressed,
    restarted,
    shown_again,
)
from tests.soak.secrecy.twins import Hidden
from tests.soak.secrecy.worlds import PLAYERS, Happened, World

Deed = Callable[[World], Coroutine[Any, Any, object]]
CROWD: Final = 5
GAMES: Final = {
    "house-canasta": 3,
    "ponytail-canasta": 3,
    "ten-pennies": 3,
    "ten-pennies-online": 3,
    "classic-canasta": None,
    "pennies-from-heaven": None,
}
"""Seats, in games with a choice; computer players have the other seats."""
NEVER: Final = {"close", "start", "fill"}
"""Actions of lobbies, where no hand exists yet."""
HARMLESS: Final = {
    "hand",
    "main",
    "about",
    "build",
    "sort",
    "deck",
    "first",
    "sheet",
    "log",
    "more",
}
"""Actions of unwatched seats that show something to that seat alone and make no move."""
FORGED: Final = sorted(
    name
    for name, verb in ACTIONS.items()
    if not isinstance(verb, ModalAction) and name not in NEVER
)
PLACES: Final = ("server", "direct messages", "group")
COMMANDS: Final = ("hand", "table", "tables", "privacy show", "stats", "history", "leaderboard")
NOT_ANYWHERE: Final = frozenset({"history", "leaderboard"})
HAND: Final = re.compile(r"t1:(?:about|main|build):\d")
"""A component that only a hand panel has."""
MOST_RESTARTS: Final = 2
"""Restarts in one game: each takes as long as many presses."""
TYPED: Final = ("", "d", "meld", "take", "discard 5", "add KC")


class Secrecy(RuleBasedStateMachine):
    """Two simulators, one game after another."""

    steps = 0
    """Actions that were compared: the two simulators did differ."""
    moved = 0
    """Hidden cards that differed, over all steps."""
    unjudged = 0
    """Actions that revealed too much to compare: ends of rounds, starts of games."""

    def __init__(self) -> None:
        super().__init__()
        self.worlds = (World(), World())
        self.presses = 0
        self.handed = False
        self.absent: set[int] = set()
        self.unsighted: set[int] = set()
        self.restarts = 0
        for world in self.worlds:
            world.people()

    @classmethod
    def told(cls) -> str:
        """Return how many differences could have been seen, as text."""
        each = cls.moved / max(1, cls.steps)
        return f"{each:.0f} hidden cards lay otherwise, {cls.unjudged} steps showed all"

    def teardown(self) -> None:
        """Check both simulators as every test does."""
        for world in self.worlds:
            world.close()

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        watched=st.sets(st.integers(0, PLAYERS - 1), max_size=PLAYERS - 1),
        pace=st.sampled_from(["live", "day", "none"]),
        luck=st.integers(0, 2**32),
    )
    def sit_down(self, game: str, watched: set[int], pace: str, luck: int) -> None:
        """Start a game; all members but those of the watched seats have something to hide."""
        self.how = {"game": game, "seats": GAMES[game], "pace": pace}
        self.watched = watched
        self.rng = Random(luck)
        for world in self.worlds:
            world.simulator.entropy.seed = str(luck)
        self.begin()

    def begin(self) -> None:
        """Start another game, the same in both simulators. Everybody is there again."""
        for world in self.worlds:
            for who in (*self.absent, *self.unsighted):
                world.run((came_back if who in self.absent else shown_again)(world, who))
        self.absent, self.unsighted = set(), set()
        for world in self.worlds:
            world.run(world.begin(PLAYERS, **self.how))
        self.hidden = Hidden(frozenset(set(range(PLAYERS)) - self.watched))

    # ---- what people do

    @rule(who=st.integers(0, CROWD - 1), which=st.integers(0, 10_000), value=st.integers(0, 24))
    def press_what_is_shown(self, who: int, which: int, value: int) -> None:
        blind = self.is_blind(who)
        person = self.worlds[0].crowd[who]
        found = [
            (message, control)
            for message in self.worlds[0].simulator.messages(viewer=person)[-12:]
            for control in message.controls
            if not control.disabled
            and control.verb not in NEVER
            and self.may_press(who, message.channel_id)
            and (not blind or control.verb in HARMLESS)
        ]
        if found:
            message, control = found[which % len(found)]
            options = list(control.options.values())
            values = [options[value % len(options)]] if options else None
            self.do(lambda world: pressed(world, who, message.id, control.custom_id, values))

    @rule(
        who=st.integers(0, CROWD - 1),
        verb=st.sampled_from(FORGED),
        args=st.lists(st.integers(-1, 5), max_size=2),
        value=st.integers(0, 4),
        place=st.sampled_from(PLACES),
    )
    def press_what_is_made_up(
        self, who: int, verb: str, args: list[int], value: int, place: str = "server"
    ) -> None:
        """Let a member press a made-up component on a message of that place."""
        if self.is_blind(who) and verb not in HARMLESS:
            return
        channel = self.channel(who, place) or self.worlds[0].game.thread
        seen_by = None if place == "server" else self.worlds[0].crowd[who]
        shown = self.worlds[0].simulator.messages(channel, seen_by)
        found = shown if place == "server" else [one for one in shown if one.controls]
        if not found or not self.may_press(who, channel):
            return
        live = self.worlds[0].live()
        numbers = "".join(f":{number}" for number in args)
        custom_id = (
            f"t1:{verb}:{self.worlds[0].game.table_id}:{live.row.seq if live else 0}{numbers}"
        )
        values = [str(value)] if isinstance(ACTIONS[verb], SelectAction) else None
        self.do(lambda world: pressed(world, who, found[-1].id, custom_id, values))

    @rule(
        who=st.integers(0, CROWD - 1),
        command=st.sampled_from(COMMANDS),
        place=st.sampled_from(PLACES),
    )
    def type_a_command(self, who: int, command: str, place: str = "server") -> None:
        """Type a command that shows something of the table."""
        channel = self.channel(who, place)
        if self.may_press(who, channel) and (channel is None or command not in NOT_ANYWHERE):
            self.do(lambda world: world.crowd[who].slash(command, channel=channel))

    @rule(who=st.integers(0, CROWD - 1), bans=st.booleans())
    def leave_the_server(self, who: int, bans: bool) -> None:
        """Let a member leave, or be banned. Proofs of their membership grow old at once."""
        if who not in self.absent:
            self.do(lambda world: left(world, who, bans=bans))
            self.absent.add(who)

    @rule(who=st.integers(0, CROWD - 1))
    def come_back_to_the_server(self, who: int) -> None:
        if who in self.absent:
            self.absent.discard(who)
            self.do(lambda world: came_back(world, who))

    @rule(who=st.integers(0, CROWD - 1), hides=st.booleans())
    def hide_the_channel(self, who: int, hides: bool) -> None:
        """Hide the table's channel from a member, or show it again."""
        if who in self.absent:
            return
        (self.unsighted.add if hides else self.unsighted.discard)(who)
        self.do(lambda world: hidden(world, who, hides=hides))

    @precondition(lambda self: self.restarts < MOST_RESTARTS)
    @rule()
    def restart(self) -> None:
        """Kill the bot, and start it again."""
        self.restarts += 1
        self.do(restarted)

    @rule(who=st.integers(0, CROWD - 1), text=st.sampled_from(TYPED))
    def look_what_could_be_typed(self, who: int, text: str) -> None:
        """Read the list of moves that `/move` offers."""
        if self.may_press(who, None):
            self.do(lambda world: world.crowd[who].complete("move", "text", text))

    @rule(who=st.integers(0, CROWD - 1), text=st.sampled_from(("draw", "pass", "discard 4H", "hm")))
    def type_a_move(self, who: int, text: str) -> None:
        """Type a move, as a player who cannot see may do."""
        if not self.is_blind(who) and self.may_press(who, None):
            self.do(lambda world: world.crowd[who].slash("move", text=text))

    @rule(who=st.integers(0, CROWD - 1), text=st.sampled_from(("draw", "pass", "discard 4H", "hm")))
    def type_a_move_elsewhere(self, who: int, text: str) -> None:
        """Type a move in the bot's direct messages."""
        if not self.is_blind(who):
            channel = self.channel(who, "direct messages")
            self.do(lambda world: world.crowd[who].slash("move", channel=channel, text=text))

    @precondition(lambda self: not self.handed)
    @rule(seat=st.integers(0, PLAYERS - 1))
    def hand_over_what_is_asked_for(self, seat: int) -> None:
        """Give a seat to another member before its hand is shown."""
        if not self.may_press(PLAYERS, None):
            return
        self.handed = True
        newcomer = self.worlds[0].crowd[PLAYERS]
        self.do(lambda world: world.crowd[PLAYERS].slash("play", game=self.how["game"]))
        live = self.worlds[0].live()
        if live is None or live.seat_of(newcomer.id) is not None:
            return
        asking = [n for n in range(CROWD) if live.seat_of(self.worlds[0].crowd[n].id) == seat]
        if asking and self.may_press(asking[0], None):
            self.do(lambda world: handed_over(world, asking[0], seat))

    @rule(seconds=st.sampled_from([60.0, HOUR, DAY + HOUR]))
    def let_time_go_by(self, seconds: float) -> None:
        self.do(lambda world: after(world.simulator, seconds))

    @rule(luck=st.integers(0, 2**16))
    def play_on(self, luck: int) -> None:
        self.play(luck)

    @rule(luck=st.integers(0, 2**16))
    def play_a_turn(self, luck: int) -> None:
        """Make sensible moves until another seat is to act."""
        live = self.worlds[0].live()
        turn = live.game.table.turn if live else None
        for number in range(8):
            now = self.worlds[0].live()
            if now is not None and now.game.table.turn == turn:
                self.play(luck + number)

    def play(self, luck: int) -> None:
        """Make one move of the seat to act, chosen in the first simulator."""
        live = self.worlds[0].live()
        deciding = live.deciding() if live else ()
        members = [seat for seat in deciding if live and live.player(seat).kind == "member"]
        if live is not None and members:
            body = engine.write(easy.choose(live.view(members[0]), Random(luck)))
            self.presses += 1
            key = f"press-{self.presses}"
            self.do(lambda world: moved(world, members[0], body, key))

    # ---- where people are

    def channel(self, who: int, place: str) -> int | None:
        """Return the channel of a place; None for the server's."""
        world = self.worlds[0]
        return {"direct messages": world.crowd[who].dm, "group": world.group}.get(place)

    def may_press(self, who: int, channel: int | None) -> bool:
        """Whether Discord lets a member press there: on the server only its members."""
        if who not in self.absent | self.unsighted:
            return True
        found = self.worlds[0].simulator.env.backend.channels.get(channel or 0)
        return found is not None and found.guild_id is None

    # ---- what must hold

    def is_blind(self, who: int) -> bool:
        """Whether a member's cards differ between the simulators, so that their messages may
        differ.
        """
        return self.worlds[0].crowd[who].id in self.blind()

    def blind(self) -> frozenset[int]:
        """Return the members whose cards differ between the simulators."""
        live = self.worlds[0].live()
        crowd = self.worlds[0].crowd[:PLAYERS] if live is None else self.worlds[0].crowd
        seats = {one.id: live.own_seat(one.id) if live else None for one in crowd}
        plays = {one.id: live.seat_of(one.id) if live else None for one in crowd}
        return frozenset(
            one for one in seats if {seats[one], plays[one]} & self.hidden.seats or live is None
        )

    def do(self, deed: Deed) -> None:
        """Act in the first simulator, deal the second differently, act there too, and compare."""
        one, other = self.worlds
        before = one.live()
        if before is None:
            self.begin()
            return
        first = one.watch(deed)
        self.check_hands(first)
        story = self.story(before.row.seq)
        moved = self.deal_another_way(before.game, story)
        second = other.watch(deed)
        ended = one.live() is None
        if moved:
            self.judge(first, second)
            assert story == self.story(before.row.seq, world=1), "another move was made"
            Secrecy.steps += 1
            Secrecy.moved += moved
        else:
            Secrecy.unjudged += 1
        if ended:
            self.begin()

    def check_hands(self, happened: Happened) -> None:
        """Check that hands are shown only to their members, and only to those on the server."""
        crowd = self.worlds[0].crowd
        absent = {crowd[who].id for who in self.absent}
        for sent in happened.sent:
            shows_hand = bool(HAND.search(sent.call.body))
            assert not (shows_hand and sent.alone is None), f"a hand for all: {sent.call.path}"
            if sent.alone in absent and not sent.on_server:
                assert not shows_hand, f"a hand for whoever has left: {sent.call.path}"
                assert not sent.call.files, f"a picture for whoever has left: {sent.call.path}"

    def story(self, seq: int, world: int = 0) -> list[MoveEntry]:
        """Return the new log entries of a simulator."""
        here = self.worlds[world]
        entries = here.run(here.simulator.bot.database.tables.move_log(here.game.table_id, seq))
        return [MoveEntry(one.seq, one.seat, one.key, 0.0, one.body) for one in entries]

    def deal_another_way(self, before: GameState, story: list[MoveEntry]) -> int:
        """Deal the second simulator's hidden cards differently; return how many differ."""
        other, seats = self.worlds[1], {one.seat for one in story if ":" in one.key}
        # What the clock and computer players do follows from their hands.
        hidden = Hidden(self.hidden.seats - seats)
        twin = before if ends_round(before, story) else hidden.twin(before, story, self.rng)
        tables = other.simulator.bot.services.sessions
        tables.games.put(other.game.table_id, twin)
        tables.changed(other.game.table_id)
        return hidden.differ(before.table, twin.table)

    def judge(self, first: Happened, second: Happened) -> None:
        """Check that the watched seats see no difference between the simulators."""
        blind = self.blind()
        one, other = ([sent.seen_by(blind) for sent in each.sent] for each in (first, second))
        for mine, yours in zip(one, other, strict=False):
            assert mine == yours, difference(mine, yours)
        assert len(one) == len(other), f"{len(one)} and {len(other)} calls"
        assert first.logged == second.logged
        more, fewer = first.asked - second.asked, second.asked - first.asked
        assert first.asked == second.asked, f"the store is asked more: {more}, or less: {fewer}"


def ends_round(game: GameState, story: list[MoveEntry]) -> bool:
    """Whether a round ends, which shows every hand."""
    for entry in story:
        game = game.then(entry)
    return any(
        isinstance(event, RoundScored)
        for event in game.since(story[0].seq - 1 if story else game.seq)
    )


def difference(one: tuple[object, ...], other: tuple[object, ...]) -> str:
    """Return the difference of two calls, in few words."""
    parts = [(str(a), str(b)) for a, b in zip(one, other, strict=False) if a != b]
    if not parts:
        return f"{one} {other}"
    a, b = parts[0]
    at = next((n for n, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), 0)
    here = slice(max(0, at - 60), at + 60)
    return f"{one[:2]} {other[:2]}: …{a[here]}… and …{b[here]}…"
