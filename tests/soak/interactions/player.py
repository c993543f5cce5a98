"""A member who plays: looks at what Discord shows, thinks for a moment, presses."""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Final

from simcord.backend.errors import BackendError

from tests.fake_discord import Answer, Member, Seen
from tests.simulator.messages import Control
from tests.soak.interactions import forbidden_sentences
from tests.soak.interactions.public import Public
from tests.soak.interactions.rest import Rest

MOVES: Final = {
    "goout": 6.0, "layit": 4.0, "lay": 4.0, "take": 2.0, "takes": 2.0, "say": 4.0, "instead": 3.0,
    "drop": 2.0, "dropit": 2.0, "throw": 2.0, "playturn": 4.0, "layall": 1.0,
    "laystaged": 4.0, "takestaged": 4.0,
}  # fmt: skip
"""Actions that change the game, with their weights."""
ASIDE: Final = {
    "undo": 0.15, "wish": 0.5, "ask": 0.3, "hint": 0.1, "build": 0.1, "picks": 2.0,
    "morepicks": 0.1, "unstage": 0.3, "about": 0.1, "wishes": 0.5, "leaves": 0.5, "first": 0.3,
    "deck": 0.3, "sort": 0.3, "main": 0.3, "plan": 0.05, "planstart": 0.5, "planranks": 0.5,
    "planlay": 0.5, "plancard": 0.5, "planlast": 0.5, "planclear": 0.3, "planon": 0.5,
    "planoff": 0.5, "flip": 0.3,
}  # fmt: skip
"""Actions that do not change the game at once."""
LOOKS: Final = ("log", "sheet", "rules", "more", "hand")
"""Public buttons that are pressed at random."""
DISMAYED: Final = 4.0
"""Most seconds before a member repeats an interaction that failed in Discord."""
PATIENCE: Final = 6.0
"""Seconds an impatient member waits for an answer to change the screen."""


class Player:
    """One member, and their open hands. `tables` are the tables where the member has a seat."""

    def __init__(self, member: Member, public: Public, seed: str) -> None:
        self.member = member
        self.tables: set[int] = set()
        self.did: Counter[str] = Counter()
        self._public = public
        self._chance = Random(seed)
        self._panels: dict[int, Seen] = {}
        self.double_taps: list[tuple[Answer, Answer]] = []
        self._old: deque[tuple[Seen, str, tuple[str, ...]]] = deque(maxlen=40)
        self._habits: tuple[tuple[float, Callable[[int, Seen, Control], Awaitable[None]]], ...] = (
            (0.03, self._twice),
            (0.02, self._putting_away),
            (0.02, self._reopening),
            (1.0, self._once),
        )

    # ------------------------------------------------------------ a life

    async def live(self, rest: Rest) -> None:
        """Play until cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(0.4, 1.2))
            async with rest.busy():
                with suppress(BackendError):  # The whole channel was deleted during the press.
                    await self.step()

    async def step(self) -> None:
        """Do one thing at one table, if there is anything to do."""
        tables = sorted(self.tables)
        self._chance.shuffle(tables)
        for table in tables:
            if self._public.is_over(table):
                self.tables.discard(table)
            elif await self._at(table):
                return
        roll = self._chance.random()
        if roll < 0.02 and self._old:
            await self._old_message()
        elif roll < 0.04:
            await self._type()
        elif roll < 0.045 and (board := self._public.any_board(self._chance)):
            await self._look(board)  # At a table of other members, which is allowed.

    async def _at(self, table: int) -> bool:
        """Act at a table; return whether there was something to do."""
        panel, board = self._panel(table), self._public.board(table)
        if board is None:
            return await self._reopen(table)
        mine = self._called_on(board)
        if panel is None:
            return (mine or self._chance.random() < 0.2) and await self._open(table, board)
        control = self._wanted(panel)
        if control is None and mine:  # The panel is behind the public messages.
            control = panel.find("main")
        if control is None:
            return self._chance.random() < 0.04 and await self._look(board)
        await self._press(table, panel, control)
        return True

    async def _reopen(self, table: int) -> bool:
        """Ask for a new place if the old one is gone and the bot offers that."""
        offer = self._public.way_back(table)
        again = offer.find("reopen") if offer is not None else None
        if offer is None or again is None or self._chance.random() > 0.2:
            return False
        self.did["tables given a new place"] += 1
        await self._tap(offer, again.custom_id)
        return True

    def _called_on(self, board: Seen) -> bool:
        """Whether the table message says that this member has to act."""
        return f"<@{self.member.id}>" in board.text

    def _panel(self, table: int) -> Seen | None:
        panel = self._panels.get(table)
        return panel if panel is not None and self.member.still(panel) else None

    # ------------------------------------------------------------ choosing

    def _wanted(self, panel: Seen) -> Control | None:
        """Return a component of the panel worth pressing now; None for waiting."""
        moves = [one for one in panel.open if one.verb in MOVES]
        aside = [one for one in panel.open if one.verb in ASIDE]
        skip = panel.find("skip")
        if moves:
            return self._liked([*moves, *aside])
        if skip and self._chance.random() < 0.5:
            return skip
        back = not skip and not panel.find("plan") and self._chance.random() < 0.7
        if back or self._chance.random() < 0.03:
            return self._liked(aside)
        return None

    def _liked(self, controls: list[Control]) -> Control | None:
        if not controls:
            return None
        weights = [MOVES.get(one.verb) or ASIDE[one.verb] for one in controls]
        return self._chance.choices(controls, weights)[0]

    def _values(self, control: Control) -> tuple[str, ...]:
        options = list(control.options.values())
        return (self._chance.choice(options),) if options else ()

    # ------------------------------------------------------------ pressing

    async def _press(self, table: int, panel: Seen, control: Control) -> None:
        roll = self._chance.random()
        for share, habit in self._habits:
            roll -= share
            if roll < 0:
                await habit(table, panel, control)
                return

    async def _once(self, table: int, panel: Seen, control: Control) -> None:
        await self._tap(panel, control.custom_id, self._values(control))

    async def _twice(self, table: int, panel: Seen, control: Control) -> None:
        """Tap twice at once."""
        self.did["double taps"] += 1
        values = self._values(control)
        first = self._tap(panel, control.custom_id, values)
        second = self._after(self._chance.uniform(0, 0.15), panel, control.custom_id, values)
        self.double_taps.append(await asyncio.gather(first, second))

    async def _putting_away(self, table: int, panel: Seen, control: Control) -> None:
        """Dismiss the panel during the press."""
        self.did["panels put away"] += 1
        press = asyncio.create_task(self._tap(panel, control.custom_id, self._values(control)))
        await asyncio.sleep(self._chance.uniform(0, 0.1))
        self.member.dismiss(panel)
        await press

    async def _reopening(self, table: int, panel: Seen, control: Control) -> None:
        """Open the hand again during the press."""
        self.did["panels reopened"] += 1
        board = self._public.board(table)
        press = asyncio.create_task(self._tap(panel, control.custom_id, self._values(control)))
        await asyncio.sleep(self._chance.uniform(0, 0.1))
        if board is not None:
            await self._open(table, board)
        await press

    async def _after(
        self, pause: float, seen: Seen, custom_id: str, values: tuple[str, ...]
    ) -> Answer:
        await asyncio.sleep(pause)
        return await self._tap(seen, custom_id, values)

    async def _open(self, table: int, board: Seen) -> bool:
        hand = board.find("hand")
        if hand is None:
            return False
        answer = await self._tap(board, hand.custom_id)
        if answer.message is not None and answer.message.find("main"):
            self._panels[table] = answer.message
        elif "table.not_seated" in forbidden_sentences.told(answer.text):
            self.tables.discard(table)
        return True

    async def _look(self, board: Seen) -> bool:
        """Press something public and dismiss the answer."""
        control = board.find(self._chance.choice(LOOKS))
        if control is None:
            return False
        answer = await self._tap(board, control.custom_id)
        if answer.message is not None and answer.message.id != board.id:
            self.member.dismiss(answer.message)
        return True

    async def _old_message(self) -> None:
        """Press a component that a message had some time ago."""
        self.did["old messages pressed"] += 1
        seen, custom_id, values = self._chance.choice(self._old)
        if self.member.still(seen):
            await self._tap(seen, custom_id, values)

    async def _type(self) -> None:
        """Type a command instead of pressing."""
        self.did["commands typed"] += 1
        name = self._chance.choice(("hand", "table", "tables", "move", "move", "move"))
        options = {}
        if name == "move":
            offered = await self.member.complete("move", "text", "")
            if not offered:
                return
            options["text"] = self._chance.choice(offered)
        answer = await self.member.slash(name, patience=PATIENCE, **options)
        if answer.message is not None and name != "hand":
            self.member.dismiss(answer.message)

    async def _tap(self, seen: Seen, custom_id: str, values: tuple[str, ...] = ()) -> Answer:
        self._old.append((seen, custom_id, values))
        answer = await self.member.press(seen, custom_id, values, patience=PATIENCE)
        if answer.failed:
            await asyncio.sleep(self._chance.uniform(0, DISMAYED))
        return answer
