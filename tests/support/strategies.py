"""Published Hypothesis strategies: tables that play reaches, and legal and illegal moves.

Client projects may use them too: they need only `engine` and Hypothesis.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from hypothesis import strategies as st

import engine
from engine.earlier_rules import EDITIONS, settled_rules
from engine.model.cards import JOKER, Cards
from engine.model.events import RoundEnded
from engine.model.moves import (
    Add,
    Ask,
    Buy,
    Discard,
    Draw,
    Foot,
    Group,
    Meld,
    Move,
    No,
    Pass,
    Take,
    Yes,
)
from engine.model.option import Option, Value
from engine.model.table import Table
from engine.players import choose

FACES = st.integers(0, 52)
CARDS = st.lists(FACES, min_size=1, max_size=8).map(bytes)
GROUPS = st.builds(Group, CARDS, st.none() | st.integers(1, 12))
SIMPLE: st.SearchStrategy[Move] = st.one_of(
    st.builds(Meld, st.lists(CARDS, min_size=1, max_size=4).map(tuple)),
    st.builds(Add, st.integers(1, 12), CARDS),
    st.builds(Discard, FACES),
)
MOVES: st.SearchStrategy[Move] = st.one_of(
    SIMPLE,
    st.sampled_from((Draw(), Buy(), Pass(), Foot(), Yes(), No())),
    st.builds(Take, CARDS, st.lists(GROUPS, max_size=3).map(tuple)),
    st.builds(Take),
    st.builds(Ask, st.integers(0, 7), st.lists(SIMPLE, min_size=1, max_size=3).map(tuple)),
)

SEATINGS = tuple((slug, seats) for slug, game in engine.GAMES.items() for seats in game.seats)


def actor(table: Table, random: Random) -> int:
    """Return a seat that has something to decide."""
    return random.choice(engine.pending(table)).seat


def random_move(table: Table, seat: int, random: Random) -> Move:
    """Return a legal move, often one that opens, so that games progress."""
    legal = engine.legal(table, seat)
    if random.random() < 0.5:
        opening = next(iter(legal.opening()), None)
        if opening is not None:
            return opening
    return random.choice(list(legal))


def walk(table: Table, random: Random, steps: int) -> Iterator[tuple[Table, int, Move]]:
    """Yield random play from `table`: each table with the seat and its move."""
    for _ in range(steps):
        if not engine.pending(table):
            return
        seat = actor(table, random)
        move = random_move(table, seat, random)
        yield table, seat, move
        table = engine.play(table, seat, move)


@st.composite
def tables(draw: st.DrawFn, longest: int = 200) -> Table:
    """Draw a table of some game after some random moves, not yet over."""
    game, seats = draw(st.sampled_from(SEATINGS))
    random = Random(draw(st.integers(0, 2**32)))
    table = engine.deal(game, seats, random.randbytes(32))
    for table, _, _ in walk(table, random, draw(st.integers(1, longest))):  # noqa: B007, B020
        pass
    return table


@st.composite
def bundles(draw: st.DrawFn, table: Table, seat: int) -> Move:
    """Draw a move of the seat's own cards that is legal or nearly legal often enough."""
    hand = table.hands[seat] or b"\x04"
    some = st.lists(st.sampled_from(hand), min_size=1, max_size=6).map(bytes)
    numbers = st.integers(1, max(1, len(table.melds)))
    return draw(
        st.one_of(
            st.builds(Discard, st.sampled_from(hand)),
            st.builds(Meld, st.lists(some | alike(hand), min_size=1, max_size=2).map(tuple)),
            st.builds(Add, numbers, some),
            st.builds(Take, some | alike(hand)),
            MOVES,
        )
    )


def alike(hand: Cards) -> st.SearchStrategy[Cards]:
    """Draw some cards of a hand, often of one rank."""
    ends = st.tuples(st.integers(0, len(hand)), st.integers(2, 5))
    return ends.map(lambda span: hand[span[0] : span[0] + span[1]] or hand[:1])


# ---- games as logs, with every option


Style = Callable[[Table, int, Random], Move]
SMALL: Final = 8
"""Number of cards in a hand up to which going out is searched."""


def easy(table: Table, seat: int, random: Random) -> Move:
    """Play like a weak player, so that games reach canastas, feet and their ends."""
    return choose(engine.view(table, seat), "easy", random)


def hoard(table: Table, seat: int, random: Random) -> Move:
    """Take whatever is possible and lay nothing, for very large hands."""
    legal = engine.legal(table, seat)
    takes = list(legal.takes())
    if takes:
        return random.choice(takes)
    kept = [move for move in legal if not isinstance(move, Meld | Add | Foot | Ask)]
    return random.choice(kept or list(legal))


def plead(table: Table, seat: int, random: Random) -> Move:
    """Ask a teammate before going out, in games with that rule; otherwise play as `easy`."""
    plan = moves_to_go_out(table, seat, random)
    asking = [Ask(mate, plan) for mate in range(table.rules.seat_count) if plan]
    legal = [ask for ask in asking if engine.check(table, seat, ask) is None]
    return random.choice(legal) if legal else easy(table, seat, random)


def moves_to_go_out(table: Table, seat: int, random: Random) -> tuple[Move, ...]:
    """Return the moves with which a good player would now go out; none if they would not."""
    plan: list[Move] = []
    while table.phase == "play" and table.turn == seat and len(table.hands[seat]) <= SMALL:
        plan.append(choose(engine.view(table, seat), "normal", random))
        for event in engine.decide(table, seat, plan[-1]):
            if isinstance(event, RoundEnded):
                return tuple(plan) if event.out == seat else ()
            table = engine.evolve(table, event)
    return ()


STYLES: Final[tuple[Style, ...]] = (random_move, easy, plead, plead, hoard)


@dataclass(frozen=True, slots=True)
class Journey:
    """A game as its log, and the tables on its way: `tables[n]` is the result of `moves[:n]`."""

    game: str
    seats: int
    options: Mapping[str, Value]
    version: int
    seed: bytes
    moves: tuple[tuple[int, str], ...]
    tables: tuple[Table, ...]

    def until(self, moment: int) -> "Journey":
        """Return the game after its first `moment` moves."""
        return replace(self, moves=self.moves[:moment], tables=self.tables[: moment + 1])

    def moments(self, random: Random, count: int) -> list[int]:
        """Return moments to check: first those with the most rare traits, then any."""
        traits = [traits_of(table) for table in self.tables]
        often, seen = Counter(trait for each in traits for trait in each), frozenset[str]()
        places = random.sample(range(len(traits)), len(traits))
        found: list[int] = []
        while len(found) < count and seen != frozenset(often):
            best = max(places, key=lambda place: sum(1 / often[t] for t in traits[place] - seen))
            found, seen = [*found, best], seen | traits[best]
        return list(dict.fromkeys([*found, *places]))[:count]


def traits_of(table: Table) -> frozenset[str]:
    """Return a table's traits: open questions, waiting cards, the phase, missing cards, its end."""
    hands, kinds = [*map(len, table.hands)], {one.kind for one in engine.pending(table)}
    found = {
        "joker locked": JOKER in table.locked,
        "locked": bool(table.locked),
        "alone": table.lone is not None,
        "extra round": table.tie_break,
        "no leave": table.no_out,
        "no pile": not table.pile,
        "no stock": not table.stock,
        "packet due": any(table.earned),
        "empty hand": 0 in hands and table.phase != "over",
        "large hand": max(hands) > 25,
        "many melds": len(table.melds) > 16,
        "red threes": any(len(threes) > 3 for threes in table.red_threes),
        "reshuffled": bool(table.reshuffles),
        "two decisions": len(kinds) > 1,
        "over": table.phase == "over",
    }
    return frozenset(trait for trait, is_so in found.items() if is_so) | kinds


def some_options(game: str, seats: int, version: int, random: Random) -> dict[str, Value]:
    """Draw house rules of a version for this number of players: half of them not the standard."""
    while True:
        options = EDITIONS[game, version].options
        chosen = {one.name: some_value(one, random) for one in options if random.random() < 0.5}
        try:
            settled_rules(game, seats, chosen, version)
        except ValueError:  # Too few packs, which a lobby refuses too.
            continue
        return chosen


def some_value(option: Option, random: Random) -> Value:
    """Draw a value that an option allows; of numbers often the smallest or the largest."""
    if option.choices:
        return random.choice(option.choices)
    ends = (option.least, option.least + 1, option.most)
    return random.choice((*ends, random.randint(option.least, option.most)))


def journey(random: Random, longest: int, at: tuple[str, int] | None = None) -> Journey:
    """Draw a game of at most so many moves: any house rules and version, each seat in a style."""
    game, seats = at or random.choice(SEATINGS)
    version = random.randint(1, engine.GAMES[game].version)
    options, seed = some_options(game, seats, version, random), random.randbytes(32)
    table = engine.deal(game, seats, seed, options, version)
    # Some ends come only where all play for them.
    alike = random.random() < 0.4
    styles = [random.choice(STYLES)] * seats if alike else random.choices(STYLES, k=seats)
    moves: list[tuple[int, str]] = []
    tables = [table]
    while len(moves) < longest and engine.pending(table):
        seat = actor(table, random)
        move = styles[seat](table, seat, random)
        table = engine.play(table, seat, move)
        moves.append((seat, engine.write(move)))
        tables.append(table)
    return Journey(game, seats, options, version, seed, tuple(moves), tuple(tables))
