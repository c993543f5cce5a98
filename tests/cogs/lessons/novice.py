"""A player who knows no rules and does only what the screen says: with buttons, or by typing."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from cogs.lessons.book import LEARNER
from data.models.tables import TableStatus
from tests.simulator import Control, Member, Shown, Simulator

NAMES = {
    **dict.fromkeys(("king", "kings", "könig", "könige"), "K"),
    **dict.fromkeys(("queen", "queens", "dame", "damen"), "Q"),
    **dict.fromkeys(("jack", "jacks", "bube", "buben"), "J"),
    **dict.fromkeys(("ace", "aces", "ass", "asse"), "A"),
    **dict.fromkeys(("2s", "zweien", "zwei"), "2"),
    **dict.fromkeys(("threes", "three", "dreien", "drei"), "3"),
    **{f"{n}s": str(n) for n in range(4, 11)},
    "vieren": "4",
    "fünfen": "5",
    "siebenen": "7",
    "achten": "8",
    "neunen": "9",
    "jokers": "joker",
}
"""The names of cards, which everybody knows."""
PATIENCE = 60
"""Presses after which a novice would give up a step."""
TOO_LONG = 2000
"""More moves than any round has."""


def words_of(text: str) -> Counter[str]:
    """Return the words of a text, and the ranks of the cards in it."""
    plain = text.replace("\N{VARIATION SELECTOR-15}", "").lower()
    found = re.findall(r"(10|[2-9jqka])[♠♥♦♣]|([\w]+)", plain)
    return Counter(NAMES.get(rank or word, rank or word).lower() for rank, word in found)


def alike(label: str, told: str) -> int:
    """Return how many words of the instruction a label has."""
    return sum((words_of(label) & words_of(told)).values())


@dataclass
class Tapper:
    """A novice who only presses. After `tries` misses the novice presses Hint, and follows it."""

    person: Member
    shown: Shown
    tries: int = 0
    presses: int = 0
    done: set[tuple[str, str]] = field(default_factory=set)

    async def learn(self) -> int:
        """Go through steps until a course is done; return the number of presses."""
        while not self.has("lesson"):
            await self.step()
        return self.presses

    async def step(self) -> None:
        """Press once, or ask for a hint and follow it."""
        for verb in ("next", "again", "showme"):
            if self.has(verb):
                await self.press(verb)
                return
        if self.presses_here() >= self.tries or not list(self.choices()):
            await self.press("hint")
            await self.press("instead")
        else:
            await self.choose()

    def presses_here(self) -> int:
        """Return the key of this page's attempts."""
        return sum(place == self.place for place, _ in self.done)

    @property
    def place(self) -> str:
        """Return the heading of the step."""
        return self.shown.text.partition("\n")[0]

    async def choose(self) -> None:
        """Press the untried component that shares most words with the page."""
        told = self.shown.text
        control, value, label = max(self.choices(), key=lambda one: alike(one[2], told))
        self.done.add((self.place, label))
        self.count()
        if control.kind == "select":
            await self.person.choose(self.shown, control.verb, [value])
        else:
            await self.person.press(self.shown, control.custom_id)

    def choices(self) -> Iterator[tuple[Control, str, str]]:
        """Yield everything that can be pressed and was not tried yet: component, value, words."""
        aside = {"hint", "courses", "build", "undo", "lesson", "instead", "about"}
        for control in self.shown.controls:
            if control.verb in aside or control.disabled:
                continue
            options = control.options.items() if control.kind == "select" else [(control.label, "")]
            for label, value in options:
                if (self.place, label) not in self.done:
                    yield control, value, label

    def has(self, *verbs: str) -> bool:
        """Whether the page has all these components."""
        return set(verbs) <= {control.verb for control in self.shown.controls}

    async def press(self, verb: str) -> None:
        self.count()
        await self.person.press(self.shown, verb)

    def count(self) -> None:
        self.presses += 1
        here = self.presses_here()
        assert here < PATIENCE, f"stuck at {self.place}: {self.shown.text}\n{self.shown.labels}"


@dataclass
class Typist:
    """A novice who only types the moves that `/move` offers, and sees no picture.

    The novice remembers the attempts of a step in their order, and does not repeat them.
    """

    person: Member
    shown: Shown
    moves: int = 0
    tried: set[tuple[str, ...]] = field(default_factory=set)
    way: tuple[str, ...] = ()

    async def learn(self) -> int:
        """Go through steps until a course is done; return the number of typed moves."""
        while all(control.verb != "lesson" for control in self.shown.controls):
            await self.step()
        return self.moves

    async def step(self) -> None:
        """Type the offered move that shares most words with the answer, or continue."""
        told, offered = self.shown.text, await self.person.choices("move", "text", "")
        text = self.chosen(offered, told)
        before = told.partition("\n")[0]
        answer = await self.person.slash("move", text=offered[text])
        self.shown, self.moves = answer.message, self.moves + 1
        is_onward = len(offered) == 1 and offered[text] == text
        self.way = () if is_onward else (*self.way, text)
        if self.shown.text.partition("\n")[0] != before:
            self.tried.clear()

    def chosen(self, offered: dict[str, str], told: str) -> str:
        """Return the first move that was not tried in this order; a move that led nowhere is not
        repeated.
        """
        left = [label for label in offered if (*self.way, label) not in self.tried]
        assert left or len(offered) == 1, f"stuck: {told}\n{list(offered)}"
        if not left:
            return next(iter(offered))
        label = max(left, key=lambda one: alike(one, told))
        self.tried.add((*self.way, label))
        assert self.moves < PATIENCE * 100
        return label


@dataclass
class Practiser:
    """A novice in a practice game who only presses: the proposal, or else the first component."""

    person: Member
    shown: Shown
    presses: int = 0

    async def press_best(self) -> None:
        """Press once."""
        for verb in ("goout", "playturn", "say", "layit", "lay", "throw", "dropit", "drop"):
            found = [one for one in self.shown.controls if one.verb == verb and not one.disabled]
            if found:
                await self.make(found[0])
                return
        await self.person.press(self.shown, "main")

    async def make(self, control: Control) -> None:
        self.presses += 1
        if control.kind == "select":
            value = next(iter(control.options.values()))
            await self.person.choose(self.shown, control.verb, [value])
        else:
            await self.person.press(self.shown, control.custom_id)


async def practised_by_words(simulator: Simulator, person: Member, game: str) -> int:
    """Play a round of a practice game by typing what `/move` offers; return the number of typed
    moves.
    """
    simulator.bot.services.computers.pause = 0
    await person.slash("practice", game=game)
    number, tables = await practice_table(simulator, person), simulator.bot.services.sessions
    moves = 0
    while (live := await tables.load(number)).game.table.round == 1:
        offered = (await person.choices("move", "text", "")).values()
        onward = [text for text in offered if not text.endswith(":undo")]
        if onward:
            await person.slash("move", text=onward[0])
            moves += 1
        await simulator.wait(1)
        assert live.row.seq < TOO_LONG, f"stuck at {number}"
    return moves


async def practised_by_taps(simulator: Simulator, person: Member, game: str) -> int:
    """Play a round of a practice game by pressing; return the number of presses."""
    simulator.bot.services.computers.pause = 0
    novice = Practiser(person, (await person.slash("practice", game=game)).message)
    number, tables = await practice_table(simulator, person), simulator.bot.services.sessions
    while (live := await tables.load(number)).game.table.round == 1:
        if live.row.status is not TableStatus.PLAYING:
            break
        if LEARNER in live.deciding():
            await novice.press_best()
        await simulator.wait(1)
        assert live.row.seq < TOO_LONG, f"stuck at {number}"
    return novice.presses


async def practice_table(simulator: Simulator, person: Member) -> int:
    """Return the number of a member's private practice table."""
    learner = await simulator.bot.database.lessons.learner_state(person.id)
    return learner.tables[-1].id
