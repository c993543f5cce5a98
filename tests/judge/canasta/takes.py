"""Search for any take: every way to lay the hand, grouped by the cards that remain.

Suits do not matter, so a hand is numbers of naturals by rank, jokers and twos. Each rank is laid in
every possible way; ways that use the same cards and bring the same canastas are one state. The
order of the ranks makes no difference, because melds of different ranks share only wild cards.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

from tests.judge.canasta.combinations import NOTHING, Laid, Some, Way
from tests.judge.canasta.games import WILD, Game, minimum
from tests.judge.canasta.outcome import Outcome, State
from tests.judge.canasta.piles import is_frozen, stays
from tests.judge.canasta.round import Round, Set
from tests.judge.canasta.sets import BLACK_THREES, RED_THREES, WORTH, canasta, fault, is_wild, rank
from tests.judge.cards import JOKER, written


class Witness(NamedTuple):
    """A take: the cards laid with the top card, and the groups laid before it."""

    rank: str
    beside: Some
    groups: Laid


def can_take(table: Round, seat: int) -> bool:
    """Whether any legal take exists."""
    return find(table, seat) is not None


def must_take(table: Round, seat: int) -> bool:
    """Whether the game forces a take because the top card can be added to a meld."""
    if not table.game.forced_take or is_frozen(table, seat) or find(table, seat) is None:
        return False
    return table.place(seat, table.pile[-1][0]) is not None


def find(table: Round, seat: int) -> Witness | None:
    """Return a legal take, or None."""
    if not table.pile or table.pile[-1] in RED_THREES | BLACK_THREES:
        return None
    if stays(table, seat):
        return None
    return Search(table, seat).found()


@cache
def _fault(game: Game, of: str, naturals: int, wilds: int) -> bool:
    return fault(game, (_natural(of),) * naturals + ("2S",) * wilds) is not None


@cache
def _canasta(game: Game, of: str, naturals: int, wilds: int) -> str | None:
    return canasta(game, (_natural(of),) * naturals + ("2S",) * wilds)


def _natural(of: str) -> str:
    return of + "S"


class Search:
    """A search for the ways in which a seat can take the pile."""

    def __init__(self, table: Round, seat: int) -> None:
        self.table, self.seat, self.game = table, seat, table.game
        hand = +table.hands[seat]
        self.red = sum(hand[card] for card in RED_THREES)
        self.naturals = Counter(card[0] for card in hand.elements() if not is_wild(card))
        self.naturals["3"] -= self.red
        self.wilds = Some(0, hand[JOKER], sum(hand["2" + suit] for suit in "SHDC"))
        self.top = "" if not table.pile else table.pile[-1]
        self.opened = table.opened(seat)
        self.least = 0 if self.opened else minimum(self.game, table.scores[table.side(seat)])
        self._ways_of: dict[tuple[str, int, int], list[Way]] = {}

    def found(self) -> Witness | None:
        """Return a take that satisfies every rule, or None."""
        states: dict[State, Witness] = {}
        top_rank = WILD if is_wild(self.top) else self.top[0]
        start = State(self.wilds.jokers, self.wilds.twos, 0, *self._held(), False, frozenset())
        for way in self._ways(top_rank, Some(self.naturals[top_rank], *self.wilds[1:]), top=True):
            witness = Witness(top_rank, way.beside_top, way.groups)
            states.setdefault(self._then(start, top_rank, way, WORTH[self.top]), witness)
        for of in self._other_ranks(top_rank) if states else ():
            states = self._with(of, states)
        judged = Outcome(self.table, self.seat, self.least)
        return next((witness for state, witness in states.items() if judged.legal(state)), None)

    def _held(self) -> tuple[int, int]:
        """Return the number of sevens, and of naturals of other ranks."""
        return self.naturals["7"], self.naturals.total() - self.naturals["7"]

    def _other_ranks(self, top_rank: str) -> list[str]:
        held = {of for of, count in self.naturals.items() if count > 0}
        growing = {rank(each.cards) for _, each in self._growing()}
        return sorted({*held, *growing, WILD} - {top_rank})

    def _growing(self) -> list[tuple[int, Set]]:
        """Return the melds that the seat may add to, with their numbers."""
        table, seat = self.table, self.seat
        owners = {seat, *(other for other in table.partners(seat) if table.opened(other))}
        if not self.opened:
            owners = {seat}
        return [
            (number, each)
            for number, each in enumerate(table.sets, 1)
            if (each.owner in owners if self.game.own_sets else each.side == table.side(seat))
            and not (self.game.closes and len(each.cards) >= 7)
        ]

    def _with(self, of: str, states: dict[State, Witness]) -> dict[State, Witness]:
        """Return every state after every way to lay a rank."""
        then: dict[State, Witness] = {}
        for state, witness in states.items():
            for way in self._cached(of, state.jokers, state.twos):
                further = witness._replace(groups=witness.groups + way.groups)
                then.setdefault(self._then(state, of, way, 0), further)
        return then

    def _cached(self, of: str, jokers: int, twos: int) -> list[Way]:
        key = of, jokers, twos
        if key not in self._ways_of:
            have = Some(self.naturals[of], jokers, twos)
            self._ways_of[key] = list(self._ways(of, have, top=False))
        return self._ways_of[key]

    def _then(self, state: State, of: str, way: Way, top: int) -> State:
        used = way.used
        laid = top + 50 * used.jokers + 20 * used.twos
        laid += used.naturals * WORTH[_natural(of)] if of != WILD else 0
        sevens = used.naturals if of == "7" else 0
        return State(
            state.jokers - used.jokers,
            state.twos - used.twos,
            min(self.least, state.worth + laid),
            state.sevens - sevens,
            state.others - used.naturals + sevens,
            state.threes or (of == "3" and used != NOTHING),
            state.gained | way.gained,
        )

    def _ways(self, of: str, have: Some, *, top: bool) -> Iterator[Way]:
        mine = [(n, _some(each)) for n, each in self._growing() if rank(each.cards) == of]
        if self.game.own_sets:
            own = [n for n, _ in mine if self.table.sets[n - 1].owner == self.seat]
            mine.sort(key=lambda target: target[0] not in own)
            yield from self._at_once(of, have, [*([] if own else [(None, NOTHING)]), *mine], top)
        else:
            yield from self._in_order(of, have, mine[0] if mine else None, top)

    def _in_order(
        self, of: str, have: Some, grows: tuple[int, Some] | None, top: bool
    ) -> Iterator[Way]:
        """Yield ways to join the open meld or start one; a full meld is followed by another."""
        if top:
            yield from self._topped(of, have, grows)
        else:
            yield Way(NOTHING)
        number, base = grows or (None, NOTHING)
        if of == "3" and number is None and _has_threes(self.table, self.seat):
            return
        for part in _parts(have, of):
            whole = base.plus(part)
            if part == NOTHING or _fault(self.game, of, whole.naturals, whole.wilds):
                continue
            way = Way(part, ((number, of, part),), gained=self._gained(of, whole))
            if self.game.closes and sum(whole) >= 7 and of != "3":
                for further in self._in_order(of, have.minus(part), None, top):
                    yield way.then(further)
            elif not top:
                yield way

    def _topped(self, of: str, have: Some, grows: tuple[int, Some] | None) -> Iterator[Way]:
        for part in _parts(have, of):
            whole = part.plus(Some(1)).plus(grows[1] if grows else NOTHING)
            fits = not _fault(self.game, of, whole.naturals, whole.wilds)
            if fits and self._qualifies(of, part, joins=grows is not None):
                yield Way(part, (), part, self._gained(of, whole))

    def _at_once(
        self, of: str, have: Some, targets: list[tuple[int | None, Some]], top: bool
    ) -> Iterator[Way]:
        """House: yield cards for each meld of a rank; the first meld is the seat's own."""
        if not targets:
            yield Way(NOTHING)
            return
        (number, base), others = targets[0], targets[1:]
        if top:
            base = base.plus(self._top_card())
        for part in _parts(have, of):
            whole = base.plus(part)
            idle = part == NOTHING and not top
            if not idle and _fault(self.game, of, whole.naturals, whole.wilds):
                continue
            if top and not self._qualifies(of, part, joins=False):
                continue
            groups = () if top or idle else ((number, of, part),)
            way = Way(part, groups, part if top else NOTHING, self._gained(of, whole))
            for further in self._at_once(of, have.minus(part), others, top=False):
                yield way.then(further)

    def _top_card(self) -> Some:
        if self.top == JOKER:
            return Some(0, 1, 0)
        return Some(0, 0, 1) if self.top[0] == "2" else Some(1)

    def _qualifies(self, of: str, part: Some, *, joins: bool) -> bool:
        """Whether cards from hand may take the top card."""
        game, frozen = self.game, is_frozen(self.table, self.seat)
        if of == WILD:
            equal = part.jokers if self.top == JOKER else part.twos
            return game.wild_top and not frozen and equal >= 2
        if part.naturals >= 2:
            return True
        by_wild = game.wild_route and part.naturals and sum(part) > 1
        return not frozen and bool(by_wild or (game.add_route and joins))

    def _gained(self, of: str, whole: Some) -> frozenset[str]:
        kind = _canasta(self.game, of, whole.naturals, whole.wilds)
        return frozenset((kind,)) if kind else frozenset()


def _has_threes(table: Round, seat: int) -> bool:
    return any(rank(each.cards) == "3" for each in table.own(seat))


def _some(each: Set) -> Some:
    jokers, wilds = each.cards.count(JOKER), sum(map(is_wild, each.cards))
    return Some(len(each.cards) - wilds, jokers, wilds - jokers)


def _parts(have: Some, of: str) -> Iterator[Some]:
    """Yield every choice of cards that could lie together."""
    most = 0 if of == "3" else 3
    naturals = 0 if of == WILD else have.naturals
    for choice in product(*(range(count + 1) for count in (naturals, *have[1:]))):
        part = Some(*choice)
        if of == WILD or part.wilds <= most:
            yield part


def written_take(table: Round, seat: int, witness: Witness) -> str:
    """Return a take that was found as a move."""
    hand = sorted((+table.hands[seat]).elements())
    cards = _cards(hand, witness.rank, witness.beside)
    parts = [f"take {written(cards)}".rstrip()]
    for number, of, some in witness.groups:
        group = written(_cards(hand, of, some))
        parts.append(group if number is None else f"{number}: {group}")
    return " / ".join(parts)


def _cards(hand: list[str], of: str, some: Some) -> list[str]:
    """Return cards of a kind and remove them from the hand."""
    starts = (of,) * some.naturals + (JOKER,) * some.jokers + ("2",) * some.twos
    chosen = []
    for start in starts:
        card = next(c for c in hand if c.startswith(start) and c not in RED_THREES)
        if start != JOKER and card == JOKER:
            card = next(c for c in hand if c.startswith(start) and c != JOKER)
        hand.remove(card)
        chosen.append(card)
    return chosen
