"""Random positions of canasta with few ranks, so that many cards fit or nearly fit."""

from random import Random
from typing import Any

import engine
from tests.judge import Position
from tests.judge.asking import options_at_random
from tests.judge.cards import JOKER, SUITS, Card, written

RED = ("3H", "3D")
SCORES = (-40, 0, 0, 0, 1_400, 1_500, 3_200, 5_000, 9_800, 10_100, 15_000, 16_000, 31_000)


def _four_black(hand: list[Card]) -> list[Card]:
    """Return the hand with at most four black threes, as many as two packs have."""
    black = [card for card in hand if card[0] == "3"]
    return [*(card for card in hand if card[0] != "3"), *black[:4]] or ["4S"]


def drawn(slug: str, seats: int, random: Random, phase: str = "") -> Position:
    """Return a random position of a game, in the given phase if there is one."""
    return Drawing(slug, seats, random).position(phase or random.choice(("draw", "play", "play")))


class Drawing:
    """The random choices of one position."""

    def __init__(self, slug: str, seats: int, random: Random) -> None:
        self.slug, self.seats, self.random = slug, seats, random
        self.options = options_at_random(slug, random)
        self.sides = len(engine.deal(slug, seats, bytes(32)).scores)
        ranks = random.sample("456789TJQKA", random.choice((2, 3, 4, 5)))
        self.ranks = [*ranks, *(["7"] if random.random() < 0.4 else [])]
        self.turn = random.randrange(seats)
        self.ready = random.random() < 0.4

    def position(self, phase: str) -> Position:
        """Return the position with all its keys."""
        position = self._drawn(phase)
        return {**position, "earned": self._earned(position)}

    def _drawn(self, phase: str) -> Position:
        random, turn = self.random, self.turn
        sizes = (1, 2, 3, 3, 5)
        hands = [self.hand(random.choice(sizes)) + self._waiting() for _ in range(self.seats)]
        hands[turn] = self.hand(random.choice((1, 2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 10, 12)))
        return {
            **self._table(hands, phase),
            **self._flags(phase),
            "game": self.slug,
            "seats": self.seats,
            "options": self.options,
            "turn": turn,
            "round": random.choice((1, 1, 2, 3, 4, 24, 25, 30)),
            "tie_break": self.slug != "ponytail-canasta" and random.random() < 0.1,
            "phase": phase,
            "hands": [written(hand) for hand in hands],
            "scores": [random.choice(SCORES) for _ in range(self.sides)],
        }

    def _table(self, hands: list[list[Card]], phase: str) -> dict[str, Any]:
        random = self.random
        melds = [meld for side in range(self.sides) for meld in self._melds(side)]
        random.shuffle(melds)
        locks = self.slug == "house-canasta" and phase == "play" and random.random() < 0.5
        mine = hands[self.turn]
        locked = random.sample(mine, random.randrange(len(mine) + 1)) if locks else []
        return {
            "melds": melds,
            "pile": written(self._pile()) if phase == "draw" or random.random() < 0.7 else "",
            "stock": written(self._stock() or [self._of("9")] * (phase == "draw")),
            "locked": written(locked),
            "feet": self._feet(),
            "red_threes": self._red_threes(),
        }

    def _flags(self, phase: str) -> dict[str, Any]:
        random = self.random
        play = phase == "play"
        asks = play and self.slug.startswith(("pennies", "classic"))
        lone = random.choice((None, 0, 1, 2)) if self.slug == "house-canasta" else None
        return {
            "frozen_upcard": self._can_freeze() and random.random() < 0.1,
            "asked": asks and random.random() < 0.2,
            "no_out": asks and random.random() < 0.1,
            "played_seventh": self.slug.startswith("pennies") and play and random.random() < 0.3,
            "down": [random.random() < 0.5 for _ in range(self.seats)],
            "lone": lone if self.seats == 3 else None,
        }

    def _can_freeze(self) -> bool:
        return self.slug != "house-canasta" or bool(self.options.get("wild_freezes"))

    def hand(self, count: int) -> list[Card]:
        """Return cards that go together; now and then only sevens."""
        random = self.random
        if self.slug.startswith("pennies") and random.random() < 0.08:
            return [self._of("7") for _ in range(count)]
        hand: list[Card] = []
        while len(hand) < count:
            hand += self._chunk()
        return _four_black(hand[:count]) if self.slug[0] in "hc" else hand[:count]

    def _chunk(self) -> list[Card]:
        """Return some cards: a meld, a part of one, or a card that fits nothing."""
        random, whim = self.random, self.random.random()
        if whim < 0.08:
            return [random.choice(("3S", "3C")) for _ in range(3)]
        if whim < 0.5:
            rank = random.choice(self.ranks)
            return [self._of(rank) for _ in range(random.choice((2, 3, 3, 4, 6)))]
        return [self._card()]

    def _waiting(self) -> list[Card]:
        """Return red threes that wait in a hand for its turn."""
        waits = self.slug.startswith(("pony", "classic")) and self.random.random() < 0.2
        return ["3H"] * self.random.choice((1, 1, 2)) if waits else []

    def _card(self) -> Card:
        whim = self.random.random()
        if whim < 0.16:
            return self.random.choice((JOKER, *("2" + suit for suit in SUITS)))
        if whim < 0.22:
            return self.random.choice(("3S", "3C"))
        return self._of(self.random.choice(self.ranks))

    def _of(self, rank: str) -> Card:
        return rank + self.random.choice(SUITS)

    def _red_threes(self) -> list[str]:
        """Return laid red threes per seat: at most four or eight, now and then all of the pack."""
        most = 8 if self.slug.startswith(("pennies", "pony")) else 4
        holders = self.random.sample(range(self.seats), self.random.choice((1, 1, 2)))
        laid = [self.random.choice(holders) for _ in range(self.random.choice((0, 1, 3, most)))]
        return [" ".join(["3H"] * laid.count(seat)) for seat in range(self.seats)]

    def _pile(self) -> list[Card]:
        random = self.random
        pile = [self._card() for _ in range(random.choice((1, 1, 2, 2, 3, 5)))]
        if random.random() < 0.5:
            pile = [card for card in pile if card[0] not in "2J"] or [self._of("9")]
        if random.random() < 0.1:
            pile.insert(0, random.choice(RED))
        if random.random() < 0.8 and pile[-1][0] in "23J":
            pile[-1] = self._of(random.choice(self.ranks))
        return pile

    def _stock(self) -> list[Card]:
        random = self.random
        count = random.choice((0, 1, 2, 3, 4, 8, 12))
        return [
            random.choice(RED) if random.random() < 0.15 else self._card() for _ in range(count)
        ]

    def _feet(self) -> list[str]:
        if self.slug in ("house-canasta", "classic-canasta"):
            return [""] * self.seats
        random = self.random
        return [self._foot() if random.random() < 0.6 else "" for _ in range(self.seats)]

    def _foot(self) -> str:
        cards = [self._card() for _ in range(self.random.choice((1, 3, 5)))]
        return written([*cards, *self.random.choices(RED, k=self.random.choice((0, 0, 0, 1, 2)))])

    def _earned(self, position: Position) -> list[bool]:
        """Return, by seat, whether a packet earned by a canasta waits to be picked up."""
        by_hand = self.options.get("manual_pony") or self.options.get("auto_foot") is False
        sides = {each["side"] for each in position["melds"] if len(each["cards"].split()) == 7}
        return [
            bool(by_hand and foot) and seat % self.sides in sides and self.random.random() < 0.5
            for seat, foot in enumerate(position["feet"])
        ]

    def _melds(self, side: int) -> list[dict[str, Any]]:
        random = self.random
        if random.random() < 0.25:
            return []
        owners = list(range(side, self.seats, self.sides))
        if self.slug == "house-canasta":
            return [meld for owner in owners for meld in self._sets(side, owner)]
        sets = [(rank, random.choice((3, 3, 4, 5, 6, 6, 6))) for rank in dict.fromkeys(self.ranks)]
        kept = [self._set(rank, size) for rank, size in sets if random.random() < 0.5]
        kept += self._closed() if self.slug != "classic-canasta" else self._grown(kept)
        if random.random() < 0.3 and self.slug != "classic-canasta":
            kept.append(self._wilds(random.choice((3, 5, 6, 6))))
        return [{"side": side, "owner": random.choice(owners), "cards": c} for c in kept]

    def _sets(self, side: int, owner: int) -> list[dict[str, Any]]:
        """Return the melds of one player in House Canasta."""
        random = self.random
        sets = [(rank, random.choice((3, 4, 6, 6, 7, 8))) for rank in dict.fromkeys(self.ranks)]
        kept = [self._set(rank, size) for rank, size in sets if random.random() < 0.4]
        if random.random() < 0.3:
            kept.append(self._wilds(random.choice((3, 5, 6, 7, 8))))
        if random.random() < 0.2:
            kept.append("3S 3S 3C")
        return [{"side": side, "owner": owner, "cards": cards} for cards in kept]

    def _set(self, rank: str, size: int) -> str:
        wilds = self.random.choice((0, 0, 0, 1, 1, 2, 3))
        pure = rank == "7" and self.slug.startswith("pennies")
        pure = pure or (rank == "7" and bool(self.options.get("pure_sevens_only")))
        wilds = 0 if pure else min(wilds, size // 2 - (size % 2 == 0), size - 2)
        naturals = [self._of(rank) for _ in range(size - wilds)]
        return written(naturals + self.random.choices((JOKER, "2S", "2H"), k=wilds))

    def _wilds(self, size: int) -> str:
        return written(self.random.choices((JOKER, "2S", "2H", "2D"), k=size))

    def _closed(self) -> list[str]:
        """Return closed canastas: all four kinds if the side is ready, else a few."""
        four = ["8S " * 7, "9S " * 5 + "2S 2H", "7S " * 7, "2S " * 7]
        kept = four if self.ready else self.random.sample(four, self.random.choice((0, 0, 1, 2, 3)))
        return [cards.strip() for cards in kept]

    def _grown(self, kept: list[str]) -> list[str]:
        """Return another Classic meld, perhaps a canasta, of a rank that is not on the table."""
        free = [rank for rank in "456789TJQKA" if all(cards[0] != rank for cards in kept)]
        rank = self.random.choice(free)
        size = self.random.choice((7, 8)) if self.ready else self.random.choice((3, 6))
        return [self._set(rank, size)] if self.random.random() < 0.7 else []
