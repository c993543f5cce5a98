"""A state machine about authority: nobody sees another hand, and no seat or game is taken.

One table of the real bot has everybody who could want to cheat: host, player, a moderator who
plays, a moderator, a second account, a stranger. Hands reveal a leak: every changed message that a
member can see is searched for the whole hand of any other seat, in every order and wording that the
bot uses.
"""

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from cogs.core.refusals import Refusal
from cogs.ui.actions import ACTIONS, ModalAction, SelectAction
from cogs.ui.texts import cards, say
from engine.model.view import View
from render.text import alt_text
from render.text.hand_order import ORDERS, hand_groups
from tests.cogs.support.consent_oracle import Consents, Deed
from tests.cogs.support.play import default_move
from tests.cogs.support.time import DAY, HOUR, after, timed
from tests.simulator import Member, Shown, Simulator, open_simulator

LONG_ENOUGH: Final = 5
"""Number of cards that identify a hand; fewer may be on the table by chance."""
COMMANDS: Final = (
    *("hand", "table", "tables", "stats", "history", "leaderboard"),
    *("privacy show", "privacy export", "privacy forget"),
)
PLAYERS: Final = 3
CROWD: Final = 6
KEEPERS: Final = frozenset({2, 4})
"""Members of the crowd who may manage the server: one plays, one does not."""
GRABS: Final = ("sub", "replace", "giveback", "back", "standup", "invite")
ENDS: Final = ("quit", "stop", "stopfor", "giveup", "rematch")
TYPED: Final = ("draw", "discard 5H", "undo", "{}:0:draw", "1:3:pass", "9:9:9")
NEVER: Final = {"close", "start", "fill"}
"""Actions of lobbies, where no hand exists yet."""
FORGED: Final = sorted(
    name
    for name, verb in ACTIONS.items()
    if not isinstance(verb, ModalAction) and name not in NEVER
)


def marks(view: View) -> set[str]:
    """Return every text by which the bot describes a hand."""
    if len(view.hand) < LONG_ENOUGH:
        return set()
    between = say("panel.between")
    told = {between.join(map(cards, hand_groups(view, order))) for order in ORDERS}
    return told | {alt_text.hand_text(view, order=order) for order in ORDERS}


def said(shown: Shown) -> str:
    """Return every word of a message: texts, alt texts, labels, and the options of its selects."""
    controls = [(c.label, c.placeholder, *c.options) for c in shown.controls]
    return "\n".join([shown.text, *shown.alts, *(" ".join(parts) for parts in controls)])


class Authority(RuleBasedStateMachine):
    """Presses, commands, forged ids and time, at one table after another."""

    steps = 0
    games = 0

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.opened = open_simulator(Path(self.folder.name) / "tuppence.db", threads=False)
        self.simulator: Simulator = self.runner.run(self.opened.__aenter__())
        self.simulator.judges = False  # Drawing takes most of the time, and other tests do it.
        self.consents = Consents(self.simulator)
        self.seen: dict[int, str] = {}
        self.held: defaultdict[tuple[int, int, int], set[int]] = defaultdict(set)
        self.secret: dict[int, set[str]] = {}
        self.theirs: dict[int, set[int]] = {}

    @staticmethod
    def told() -> str:
        """Return how many chances for a leak there were, as text."""
        seen = (f"{count} {what}" for what, count in sorted(Consents.seen.items()))
        return ", ".join([f"{Authority.games} games", *seen])

    def teardown(self) -> None:
        try:
            self.runner.run(self.opened.__aexit__(None, None, None))
        finally:
            self.runner.close()
            self.folder.cleanup()

    @initialize(pace=st.sampled_from(["live", "day", "none"]))
    def sit_down(self, pace: str) -> None:
        """Open a table of a host, a player and a moderator who plays; three others watch."""
        self.pace = pace
        ann, ben, puppet, stranger = self.simulator.members
        playing, other = (self.simulator.invite(name, manages=True) for name in ("Mia", "Mo"))
        self.crowd: tuple[Member, ...] = (ann, ben, playing, puppet, other, stranger)
        self.runner.run(self.begin())

    async def begin(self) -> None:
        """Start another game of the same three."""
        Authority.games += 1
        self.game = await timed(self.simulator, self.crowd[:PLAYERS], seats=PLAYERS, pace=self.pace)
        await self.look()

    # ---- what people do

    @rule(who=st.integers(0, CROWD - 1), which=st.integers(0, 10_000), value=st.integers(0, 24))
    def press_what_is_shown(self, who: int, which: int, value: int) -> None:
        """Press any component on any message that a member can see."""
        person = self.crowd[who]
        found = [
            (message, control)
            for message in self.simulator.messages(viewer=person)[-12:]
            for control in message.controls
            if not control.disabled and control.verb not in NEVER
        ]
        if found:
            message, control = found[which % len(found)]
            options = list(control.options.values())
            values = [options[value % len(options)]] if options else None
            self.press(who, message, control.custom_id, values)

    @rule(
        who=st.integers(0, CROWD - 1),
        verb=st.sampled_from(FORGED),
        back=st.integers(0, 2),
        args=st.lists(st.integers(-1, 5), max_size=2),
        value=st.integers(0, 4),
    )
    def press_what_is_made_up(
        self, who: int, verb: str, back: int, args: list[int], value: int
    ) -> None:
        """Press any component of the bot with any numbers, of this table or an older one."""
        self.forge(who, verb, *args, value=value, back=back)

    @rule(
        who=st.integers(0, CROWD - 1), seat=st.integers(0, PLAYERS - 1), how=st.sampled_from(GRABS)
    )
    def grab_a_seat(self, who: int, seat: int, how: str) -> None:
        """Press a component that changes who plays a seat, with or without a right to do so."""
        self.forge(who, how, seat, value=seat)

    @rule(who=st.integers(0, CROWD - 1), how=st.sampled_from(ENDS))
    def end_it(self, who: int, how: str) -> None:
        """Leave the game, or try to end it."""
        self.forge(who, how, 1, value=0)

    @rule(who=st.integers(0, CROWD - 1), yes=st.booleans())
    def answer_the_newest_vote(self, who: int, yes: bool) -> None:
        """Answer the newest vote, asked or not."""
        found = self.runner.run(self.consents.standing(self.game.table_id))
        if found is not None and found.votes:
            self.forge(who, "yea" if yes else "nay", max(found.votes))

    @rule(who=st.integers(0, CROWD - 1), command=st.sampled_from(COMMANDS))
    def type_a_command(self, who: int, command: str) -> None:
        """Type a command that shows a hand, or that erases a member."""
        self.do(self.typed(self.crowd[who], command), Deed(self.crowd[who]))

    @rule(who=st.integers(0, CROWD - 1), text=st.sampled_from(TYPED))
    def type_a_move(self, who: int, text: str) -> None:
        """Type a move for the member's own seat, if there is one."""
        person = self.crowd[who]
        self.do(person.slash("move", text=text.format(self.game.table_id)), Deed(person))

    async def typed(self, person: Member, command: str) -> None:
        await person.slash(command)
        offered = await person.complete("move", "text", "")
        assert not offered or person.id in self.theirs, f"/move offers {person} {offered}"

    @rule(seconds=st.sampled_from([60.0, HOUR, DAY + HOUR, 3 * DAY]))
    def let_time_go_by(self, seconds: float) -> None:
        """Let time pass: decisions are missed, votes end, members are replaced."""
        self.do(after(self.simulator, seconds), Deed())

    @rule()
    def play_on(self) -> None:
        self.do(self.moved(), Deed())

    async def moved(self) -> None:
        live = await self.game.live()
        if any(live.player(seat).kind == "member" for seat in live.deciding()):
            await default_move(self.game)
            await self.simulator.wait(0)

    def forge(self, who: int, verb: str, *args: int, value: int = 0, back: int = 0) -> None:
        """Press an invented component on the table's newest message."""
        live = self.runner.run(self.seq())
        table = max(1, self.game.table_id - back)
        custom_id = f"t1:{verb}:{table}:{live}" + "".join(f":{number}" for number in args)
        values = [str(value)] if isinstance(ACTIONS[verb], SelectAction) else None
        self.press(who, self.simulator.messages(self.game.thread)[-1], custom_id, values)

    async def seq(self) -> int:
        return await self.game.seq() if await self.lasts() else 0

    def press(self, who: int, message: Shown, custom_id: str, values: list[str] | None) -> None:
        """Let a member press something."""
        person = self.crowd[who]
        self.do(
            person.press_stale(message, custom_id, values),
            Deed(person, custom_id, manages=who in KEEPERS),
        )

    # ---- what must hold

    def do(self, what: Coroutine[Any, Any, Any], deed: Deed) -> None:
        """Do something; then check everything that every member can see, and the seats' drivers."""
        Authority.steps += 1
        self.runner.run(self.done(what, deed))

    async def done(self, what: Coroutine[Any, Any, Any], deed: Deed) -> None:
        secret, theirs = self.secret, self.theirs
        before = await self.consents.standing(self.game.table_id)
        await what
        if before is not None:
            after = await self.consents.standing(self.game.table_id)
            self.consents.check(deed, before, after)
        await self.look()
        for message in self.changed():
            self.check(message, secret, theirs)
            self.check(message, self.secret, theirs)
        if not await self.lasts():
            await self.begin()

    async def lasts(self) -> bool:
        """Whether the game is still played."""
        try:
            return (await self.game.live()).game.outcome() is None
        except Refusal:
            return False

    async def look(self) -> None:
        """Record every hand and its owner; nobody may have had two in a round."""
        self.secret, self.theirs = {}, {}
        if not await self.lasts():
            return
        live = await self.game.live()
        for seat in live.row.seats:
            self.secret[seat.seat] = marks(live.view(seat.seat))
            for person in self.crowd:
                if seat.is_of(person.id):
                    self.theirs.setdefault(person.id, set()).add(seat.seat)
            driver = live.player(seat.seat)
            if driver.kind == "member" and driver.user_id is not None:
                key = (live.row.id, live.round_start, driver.user_id)
                self.held[key].add(seat.seat)
                assert len(self.held[key]) == 1, f"{driver.name} has seen two hands of a round"

    def changed(self) -> list[Shown]:
        """Return the messages whose content is new."""
        found = []
        for person in self.crowd:
            for message in self.simulator.messages(viewer=person):
                new = said(message)
                if self.seen.get(message.id) != new:
                    self.seen[message.id] = new
                    found.append(message)
        return found

    def check(
        self, message: Shown, secret: dict[int, set[str]], before: dict[int, set[int]]
    ) -> None:
        """Check that everybody who can see a message may see every hand on it."""
        told = self.seen[message.id]
        for seat, hand in secret.items():
            if any(mark in told for mark in hand):
                for person in self.crowd:
                    mine = before.get(person.id, set()) | self.theirs.get(person.id, set())
                    sees = message.stored.visible_to(person.id)
                    assert not sees or seat in mine, f"{person} sees the hand of seat {seat}"
