"""Invented moves: some close to what a hand can lay, some far from it."""

from collections.abc import Iterator
from random import Random
from typing import Final

from tests.judge import Position
from tests.judge.asking import Asking
from tests.judge.rummy.asking import everything
from tests.judge.rummy.positions import drawn_up, money
from tests.judge.rummy.variants import FACES, Card, Sheet, cards, rank, sheet

_WORDS: Final = ("take", "buy", "pass", "draw", "yes", "no", "foot")


def moves(position: Position, seat: int, random: Random) -> list[str]:
    """Return moves for a seat; most of them are slightly wrong."""
    asked = [*_near(position, seat, random)]
    return asked + [mutated(move, random) for move in asked if " " in move]


def positions(slug: str, seats: int, random: Random) -> list[Position]:
    """Return a position that play seldom reaches."""
    return [drawn_up(slug, seats, random)]


def begun(position: Position, random: Random) -> Position:
    """Return a dealt position as one of a later round."""
    return {**position, "round": random.randint(1, 7), **money(random, position["seats"])}


def takes(asking: Asking, seats: int, random: Random) -> None:
    """Ask everything about a position; most of these stocks are empty or nearly empty."""
    everything(asking, drawn_up(asking.slug, seats, random), random)


def _near(position: Position, seat: int, random: Random) -> Iterator[str]:
    yield from _WORDS
    hand = [*cards(position["hands"][seat])]
    yield from (f"discard {card}" for card in sorted({*hand, *random.sample(FACES, 3)}))
    yield "take " + " ".join(random.choices(FACES, k=2))
    if not hand:
        return
    rules = sheet(position)
    for _ in range(4):
        yield _melds(rules, hand, random)
    for number in range(len(position["melds"]) + 1):
        yield _lay_off(position, hand, number + 1, random)


def mutated(move: str, random: Random) -> str:
    """Return a move with one change: a card added, removed or exchanged, a set split, or all
    joined.
    """
    verb, _, rest = move.partition(" ")
    number, colon, listed = rest.rpartition(":")
    groups = [[*cards(group)] for group in listed.split("/")]
    group = random.choice(groups)
    if not group:
        return random.choice(_WORDS)
    change = random.randrange(5)
    if change == 0:
        group.pop(random.randrange(len(group)))
    elif change == 1:
        group.append(random.choice([*group, random.choice(FACES)]))
    elif change == 2:
        group[random.randrange(len(group))] = random.choice(FACES)
    elif change == 3:
        groups.append([group.pop()])
    else:
        groups = [[card for one in groups for card in one]]
    written = " / ".join(" ".join(one) for one in groups if one)
    if not written:
        return random.choice(_WORDS)
    return f"{verb} {number}{colon}{' ' * bool(colon)}{written}"


def _melds(rules: Sheet, hand: list[Card], random: Random) -> str:
    """Return some sets from the hand, often of the sizes of the round's contract."""
    left, groups = random.sample(hand, len(hand)), []
    for _ in range(random.choice((1, rules.sets, rules.sets, rules.sets + 1))):
        group = _set(rules, left, random)
        for card in group:
            left.remove(card)
        groups.append(group)
    return "meld " + " / ".join(" ".join(group) for group in groups if group)


def _set(rules: Sheet, left: list[Card], random: Random) -> list[Card]:
    if not left:
        return []
    base = rank(random.choice(left))
    natural = [card for card in left if rank(card) == base]
    wild = [card for card in left if rank(card) in rules.wilds and rank(card) != base]
    size = random.choice((3, rules.size, rules.size, random.randint(3, 9)))
    wilds = random.randint(0, min(len(wild), size - 1))
    return [*natural[: size - wilds], *wild[:wilds]]


def _lay_off(position: Position, hand: list[Card], number: int, random: Random) -> str:
    """Return cards to lay off on a set; most of them fit."""
    some = random.sample(hand, min(len(hand), random.choice((1, 1, 2, 3))))
    if number <= len(position["melds"]) and random.random() < 0.8:
        lying = {rank(card) for card in cards(position["melds"][number - 1]["cards"])}
        fitting = [card for card in hand if rank(card) in lying | sheet(position).wilds]
        some = random.sample(fitting, min(len(fitting), len(some))) or some
    return f"add {number}: {' '.join(some)}"
