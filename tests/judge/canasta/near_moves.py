"""Invented moves of canasta; most of them nearly fit."""

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.judge import Position
from tests.judge.canasta.sets import is_wild
from tests.judge.cards import JOKER, PACK, Card, listed, written

_NAMES: Final = frozenset(PACK)
_WORDS: Final = ("draw", "take", "pass", "foot", "yes", "no")


class Thinker:
    """Invents moves for a seat."""

    def __init__(self, position: Position, seat: int, random: Random) -> None:
        self.position, self.seat, self.random = position, seat, random
        self.hand = listed(position["hands"][seat]) or ["4S"]
        self.melds = position["melds"]
        self.top = (listed(position["pile"]) or ["9S"])[-1]
        sides = len(position["scores"])
        self.mine = [
            number for number, meld in enumerate(self.melds, 1) if meld["side"] == seat % sides
        ]

    def moves(self) -> list[str]:
        """Return some moves of each kind for the phase, and a few of other kinds."""
        late = self.position["phase"] == "play"
        kinds = [self.plain, self.plain, self.discard]
        if self.seat != self.position["turn"]:
            return [kind() for kind in kinds]
        drawing = [self.take] * 6
        playing = [self.discard, *[self.meld] * 3, *[self.add] * 4, *[self.ask] * 2]
        kinds += playing if late else drawing
        kinds += self.random.sample(drawing if late else playing, 1)
        return [kind() for kind in kinds]

    def discard(self) -> str:
        """Discard a card of the hand, now and then any card."""
        whole = PACK if self.random.random() < 0.1 else self.hand
        return f"discard {self.random.choice(whole)}"

    def plain(self) -> str:
        """A move of one word."""
        return self.random.choice(_WORDS)

    def meld(self) -> str:
        """New melds from one hand: random ones, or everything that the hand can lay by rank."""
        hand, random = self.hand.copy(), self.random
        if random.random() < 0.4:
            groups = [group for number, group in self._everything(hand) if number is None]
        else:
            groups = [self._group(hand) for _ in range(random.choice((1, 1, 1, 2)))]
        return "meld " + " / ".join(map(written, groups or [self._group(self.hand.copy())]))

    def add(self) -> str:
        """A lay-off, mostly on a meld of its rank."""
        return f"add {self._lay_off(self.hand.copy())}" if self.melds else self.meld()

    def take(self) -> str:
        """Cards that match the top card or nearly do, and groups laid before them."""
        random, hand = self.random, self.hand.copy()
        wanted = self._some(hand, self.top[0], random.choice((0, 1, 2, 2, 2, 3, 4)))
        wanted += self._wilds(hand, random.choice((0, 0, 0, 1, 2)))
        parts = [f"take {written(wanted)}".rstrip()]
        if random.random() < 0.4:
            parts += [_group_text(*group) for group in self._everything(hand)]
        else:
            parts += self._whims(hand, random.choice((0, 0, 1, 1, 2)))
        return " / ".join(parts)

    def _whims(self, hand: list[Card], count: int) -> list[str]:
        lays_off = [bool(self.melds) and self.random.random() < 0.6 for _ in range(count)]
        return [self._lay_off(hand) if off else written(self._group(hand)) for off in lays_off]

    def ask(self) -> str:
        """A question with a plan that may or may not go out."""
        random, hand = self.random, self.hand.copy()
        steps = [
            f"meld {written(group)}" if number is None else f"add {number}: {written(group)}"
            for number, group in self._everything(hand)
        ]
        if hand and random.random() < 0.9:
            steps.append(f"discard {hand[0]}")
        seats = self.position["seats"]
        partner = (self.seat + 2) % seats if random.random() < 0.9 else random.randrange(seats)
        return f"ask {partner}: " + "; ".join(steps or ["discard 4S"])

    def spoilt(self, move: str) -> str | None:
        """Return a move with one card added, removed or exchanged; None if it has no cards."""
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

    def _everything(self, hand: list[Card]) -> list[tuple[int | None, list[Card]]]:
        """Remove all cards that can be laid from the hand, and return them by rank.

        Sometimes cards are kept.
        """
        random = self.random
        keep = random.sample(hand, min(len(hand), random.choice((0, 0, 1, 1, 1, 2, 3))))
        for card in keep:
            hand.remove(card)
        ranks = sorted({card[0] for card in hand if not is_wild(card)})
        random.shuffle(ranks)
        parts = [(of, self._some(hand, of, len(hand))) for of in ranks]
        groups = [self._placed(of, cards, hand) for of, cards in parts]
        wilds = self._wilds(hand, len(hand))
        if len(wilds) >= 3 or self._number("2") is not None:
            groups.append((self._number("2"), wilds))
        else:
            hand += wilds
        hand += keep
        return [(number, cards) for number, cards in groups if cards]

    def _placed(
        self, of: str, cards: list[Card], hand: list[Card]
    ) -> tuple[int | None, list[Card]]:
        """Return where cards of a rank go, with wild cards if needed; otherwise they stay."""
        number = self._number(of)
        wanted = 0 if self.random.random() < 0.7 else 1
        cards = cards + self._wilds(hand, max(wanted, 3 - len(cards)) if number is None else wanted)
        if number is None and len(cards) < 3 and self.random.random() < 0.9:
            hand += cards
            return None, []
        return number, cards

    def _number(self, of: str) -> int | None:
        """Return the meld of a rank that the seat's side may still add to, or None."""
        for number in self.mine:
            cards = listed(self.melds[number - 1]["cards"])
            naturals = [card for card in cards if not is_wild(card)]
            closed = len(cards) >= 7 and self.position["game"].startswith("p")
            if (naturals[0][0] if naturals else "2") == of and not closed:
                return number
        return None

    def _group(self, hand: list[Card]) -> list[Card]:
        random = self.random
        chosen: list[Card] = []
        if hand and random.random() < 0.85:
            of = random.choice(hand)[0]
            chosen = self._some(hand, of, random.choice((2, 3, 3, 3, 4, 5, 7, 7)))
        chosen += self._wilds(hand, random.choice((0, 0, 0, 1, 1, 2, 3, 7)))
        if random.random() < 0.05:
            chosen.append(random.choice(PACK))
        return chosen or [random.choice(self.hand)]

    def _lay_off(self, hand: list[Card]) -> str:
        random = self.random
        numbers: Sequence[int] = range(1, len(self.melds) + 1 + (random.random() < 0.05))
        number = random.choice(self.mine if self.mine and random.random() < 0.8 else numbers)
        cards = listed(self.melds[min(number, len(self.melds)) - 1]["cards"])
        naturals = [card for card in cards if not is_wild(card)]
        of = naturals[0][0] if naturals else "2"
        chosen = self._some(hand, of, random.choice((0, 1, 1, 2, 3, 4)))
        chosen += self._wilds(hand, random.choice((0, 0, 1, 2, 3)))
        return f"{number}: {written(chosen or [random.choice(self.hand)])}"

    def _some(self, hand: list[Card], of: str, count: int) -> list[Card]:
        """Remove some cards of a rank from the hand and return them."""
        chosen = [card for card in hand if card[0] == of and (card != JOKER or of == "2")][:count]
        for card in chosen:
            hand.remove(card)
        return chosen

    def _wilds(self, hand: list[Card], count: int) -> list[Card]:
        wilds = [card for card in hand if is_wild(card)]
        self.random.shuffle(wilds)
        for card in wilds[:count]:
            hand.remove(card)
        return wilds[:count]


def _group_text(number: int | None, cards: list[Card]) -> str:
    return written(cards) if number is None else f"{number}: {written(cards)}"


def _is_sound(words: list[str]) -> bool:
    """Whether every group still has a card; a take may have none besides the top card."""
    return all(set(part.split()) & _NAMES for part in " ".join(words).split("/"))
