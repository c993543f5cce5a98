"""Questions about canasta: moves wrong by a little, and positions that play seldom reaches."""

from random import Random
from typing import TYPE_CHECKING, Final

import engine
from tests.judge import Position
from tests.judge.canasta import is_alive, some_take
from tests.judge.canasta_drawn import drawn
from tests.judge.cards import JOKER, PACK, Card, listed, written

if TYPE_CHECKING:
    from tests.judge.asking import Asking

_SCORES: Final = (-40, 0, 0, 1_400, 1_500, 3_200, 5_000, 9_800, 10_100, 15_000, 16_000, 31_000)


def moves(position: Position, seat: int, random: Random) -> list[str]:
    """Moves offered, moves spoilt, and moves thought of."""
    thought = Thinker(position, seat, random)
    offered = [engine.write(move) for move in _offered(position, seat)]
    some = random.sample(offered, min(4, len(offered)))
    spoilt = [thought.spoilt(move) for move in some]
    return [*some, *filter(None, spoilt), *thought.moves()]


def _offered(position: Position, seat: int) -> list[engine.Move]:
    return list(engine.legal(engine.from_position(position), seat))


def positions(slug: str, seats: int, random: Random) -> list[Position]:
    """Positions drawn at random, near what closes, goes out or runs dry."""
    some = (_whole(drawn(slug, seats, random)) for _ in range(4))
    return [position for position in some if is_alive(position)]


def _whole(position: Position) -> Position:
    return engine.position(engine.from_position(position))


def begun(position: Position, random: Random) -> Position:
    """A dealt position of a later round: only the scores tell."""
    scores = [random.choice(_SCORES) for _ in position["scores"]]
    return {**position, "scores": scores}


def takes(asking: "Asking", seats: int, random: Random) -> None:
    """Whether a pile can be taken, where the round hangs on it; House has no such pile."""
    position = drawn(asking.slug, seats, random)
    position |= {"phase": "draw", "question": None, "locked": "", "pile": position["pile"] or "9S"}
    position["stock"] = "9S" if asking.slug == "house-canasta" else ""
    position = _whole(position)
    seat, table = position["turn"], engine.from_position(position)
    mine, theirs = some_take(position, seat), next(engine.legal(table, seat).takes(), None)
    asking.tally.asked["empty stocks"] += 1
    if mine:
        asking.tally.asked["empty stocks, to be taken"] += 1
    if (mine is None) != (theirs is None):
        wrote = theirs and engine.write(theirs)
        asking.differ("can take", position, seat, mine or "", str(mine), str(wrote))
    found = [move for move in (mine, theirs and engine.write(theirs)) if move]
    asking.about_moves(position, seat, found, "takes found")
    asking.about_legal(position, seat, ["draw"])


class Thinker:
    """Thinks of moves for a seat."""

    def __init__(self, position: Position, seat: int, random: Random) -> None:
        self.position, self.seat, self.random = position, seat, random
        self.hand = listed(position["hands"][seat]) or ["4S"]
        self.melds = position["melds"]
        self.top = (listed(position["pile"]) or ["9S"])[-1]

    def moves(self) -> list[str]:
        """Some of each kind."""
        random = self.random
        kinds = (
            *(self.discard, self.meld, self.meld, self.meld, self.add, self.add, self.add),
            *(self.take, self.take, self.take, self.plain, self.ask, self.all_but_one),
        )
        late = self.position["phase"] == "play"
        return [kind() for kind in kinds if (kind != self.take) == late or random.random() < 0.4]

    def discard(self) -> str:
        """A card of the hand, or any card."""
        whole = PACK if self.random.random() < 0.1 else self.hand
        return f"discard {self.random.choice(whole)}"

    def plain(self) -> str:
        """A move of one word."""
        return self.random.choice(("draw", "take", "pass", "foot", "yes", "no"))

    def meld(self) -> str:
        """One group or a few, out of one hand."""
        hand = self.hand.copy()
        count = self.random.choice((1, 1, 1, 2, 2, 3))
        return "meld " + " / ".join(self._group(hand) for _ in range(count))

    def add(self) -> str:
        """A lay-off, most often on a meld of the rank."""
        hand = self.hand.copy()
        return f"add {self._lay_off(hand)}" if self.melds else self.meld()

    def take(self) -> str:
        """Cards that match the top or nearly, and what is laid before."""
        random, hand = self.random, self.hand.copy()
        wanted = self._some(hand, self.top[0], random.choice((0, 1, 2, 2, 2, 3, 4)))
        wanted += self._wilds(hand, random.choice((0, 0, 0, 1, 2)))
        parts = [f"take {written(wanted)}".rstrip()]
        for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
            lays_off = self.melds and random.random() < 0.6
            parts.append(self._lay_off(hand) if lays_off else self._group(hand))
        return " / ".join(parts)

    def ask(self) -> str:
        """A question with a plan that may or may not go out."""
        asked = self.random.randrange(self.position["seats"])
        hand, steps = self.hand.copy(), []
        for _ in range(self.random.choice((0, 1, 1, 2))):
            lays_off = self.melds and self.random.random() < 0.5
            steps.append(f"add {self._lay_off(hand)}" if lays_off else f"meld {self._group(hand)}")
        if hand and self.random.random() < 0.9:
            steps.append(f"discard {self.random.choice(hand)}")
        return f"ask {asked}: " + "; ".join(steps or ["discard 4S"])

    def all_but_one(self) -> str:
        """Every card of the hand by rank but one, wild cards with the last rank."""
        random = self.random
        hand = random.sample(self.hand, max(1, len(self.hand) - random.choice((0, 1, 1, 2))))
        wilds = [card for card in hand if _is_wild(card)]
        ranks: dict[str, list[Card]] = {}
        for card in hand:
            if not _is_wild(card):
                ranks.setdefault(card[0], []).append(card)
        groups = list(ranks.values())
        random.shuffle(groups)
        if wilds and groups and random.random() < 0.7:
            groups[0] = groups[0] + wilds
        elif wilds:
            groups.append(wilds)
        return "meld " + " / ".join(map(written, groups))

    def spoilt(self, move: str) -> str | None:
        """A move with a card too many, too few or another, or None for one without cards."""
        verb, _, rest = move.partition(" ")
        words = rest.split(" ")
        places = [place for place, word in enumerate(words) if word in _NAMES]
        if not places or verb in ("discard", "ask"):
            return None
        place, whim = self.random.choice(places), self.random.random()
        other = self.random.choice(self.hand)
        if whim < 0.4:
            words.insert(place, other)
        elif whim < 0.8:
            words[place] = other
        elif len(places) > 1:
            del words[place]
        return None if not _is_sound(words) else f"{verb} {' '.join(words)}"

    def _group(self, hand: list[Card]) -> str:
        random = self.random
        chosen: list[Card] = []
        if hand and random.random() < 0.85:
            of = random.choice(hand)[0]
            chosen = self._some(hand, of, random.choice((2, 3, 3, 3, 4, 5, 7, 7)))
        chosen += self._wilds(hand, random.choice((0, 0, 0, 1, 1, 2, 3, 7)))
        if random.random() < 0.05:
            chosen.append(random.choice(PACK))
        return written(chosen or [random.choice(self.hand)])

    def _lay_off(self, hand: list[Card]) -> str:
        random = self.random
        number = random.randrange(len(self.melds) + (random.random() < 0.03)) + 1
        cards = listed(self.melds[min(number, len(self.melds)) - 1]["cards"])
        naturals = [card for card in cards if not _is_wild(card)]
        of = naturals[0][0] if naturals else "2"
        chosen = self._some(hand, of, random.choice((0, 1, 1, 2, 3, 4)))
        chosen += self._wilds(hand, random.choice((0, 0, 1, 2, 3)))
        if not chosen:
            chosen = [random.choice(self.hand)]
        return f"{number}: {written(chosen)}"

    def _some(self, hand: list[Card], of: str, count: int) -> list[Card]:
        """Some cards of a rank, out of the hand."""
        chosen = [card for card in hand if card[0] == of and (card != JOKER or of == "2")][:count]
        for card in chosen:
            hand.remove(card)
        return chosen

    def _wilds(self, hand: list[Card], count: int) -> list[Card]:
        wilds = [card for card in hand if _is_wild(card)]
        self.random.shuffle(wilds)
        for card in wilds[:count]:
            hand.remove(card)
        return wilds[:count]


_NAMES: Final = frozenset(PACK)


def _is_wild(card: Card) -> bool:
    return card == JOKER or card[0] == "2"


def _is_sound(words: list[str]) -> bool:
    """Whether every group still has a card; a take may have none beside the top."""
    text = " ".join(words)
    return all(set(part.split()) & _NAMES for part in text.split("/"))
