"""Positions of the contract rummies that play seldom reaches: short stocks, empty purses."""

from random import Random
from typing import Any, Final

from tests.judge import Position
from tests.judge.rummy.sets import further, required
from tests.judge.rummy.stock import BOUGHT_WITH, drawable
from tests.judge.rummy.variants import FACES, JOKER, Card, Sheet, sheet

_RANKS: Final = "AKQJT98765432"


def _options(game: str, random: Random) -> dict[str, Any]:
    """Return random house rules, half of the time none, with enough decks for eight players."""
    if random.random() < 0.5:
        return {}
    if game == "ten-pennies-online":
        return {
            "decks_per_pair": random.choice((1, 2)),
            "separate_purse": random.random() < 0.5,
        }
    return {
        "turn_player_buys": random.random() < 0.5,
        "jokers_always_wild": random.random() < 0.5,
        "decks_override": random.choice((0, 0, 2, 3, 4, 8)),
    }


def drawn_up(game: str, seats: int, random: Random) -> Position:
    """Return a random position with every key that matters; only the pack may be impossible."""
    while True:
        drawn = _position(game, seats, random)
        if drawn["phase"] != "draw" or _goes_on(drawn):
            return drawn


def _goes_on(drawn: Position) -> bool:
    """Whether the round could have reached this position."""
    free = not sheet(drawn).turn_player_pays and drawn["offered"] and drawn["pile"]
    return bool(free) or drawable(drawn) > 0


def _position(game: str, seats: int, random: Random) -> Position:
    drawn: Position = {"game": game, "seats": seats, "round": random.randint(1, 7)}
    drawn["options"] = {**_defaults(game), **_options(game, random)}
    rules, pool = sheet(drawn), _pool(random)
    turn = random.randrange(seats)
    drawn |= {"turn": turn, "dealer": random.choice((turn - 1, turn - 2)) % seats}
    drawn |= money(random, seats)
    drawn["hands"] = [_text(_some(random, pool, _size(random))) for _ in range(seats)]
    drawn["melds"] = [_meld(rules, random, seats) for _ in range(random.choice((0, 1, 2, 4)))]
    drawn["down"] = [random.random() < 0.6 for _ in range(seats)]
    drawn["stock"] = _text(_some(random, FACES, random.choice((0, 0, 1, 1, 2, 3, 12))))
    drawn["pile"] = _text(_some(random, pool, random.choice((0, 1, 1, 2, 3, 6))))
    drawn["reshuffles"] = random.choice((0, 1, 2, 3, 3))
    drawn["turns"] = [random.choice((0, 1, 20, 50, 98, 99)) for _ in range(seats)]
    drawn |= {"known": [""] * seats, "taken": "", "offer_to": [], "offer_yes": [], "result": None}
    drawn["seed"] = random.randbytes(32).hex()
    return drawn | _phase(drawn, random)


def _defaults(game: str) -> dict[str, Any]:
    if game == "ten-pennies-online":
        return {"decks_per_pair": 2, "separate_purse": False}
    return {"turn_player_buys": False, "jokers_always_wild": False, "decks_override": 0}


def money(random: Random, seats: int) -> Position:
    """Return random pennies and scores, often low, so that buying stops and totals tie."""
    return {
        "pennies": [random.choice((0, 1, 4, 10)) for _ in range(seats)],
        "purse": [random.choice((0, -3, -20)) for _ in range(seats)],
        "bowl": random.choice((0, 7, 100)),
        "scores": [5 * random.choice((0, 1, 2, 30)) for _ in range(seats)],
    }


def _pool(random: Random) -> list[Card]:
    """Return the cards of a few ranks and the wild ones: hands from these contain sets."""
    ranks = [
        *random.sample(_RANKS, random.randint(1, 3)),
        *random.sample("2A", random.randint(0, 2)),
    ]
    return [face for face in FACES if face == JOKER or face[0] in ranks]


def _size(random: Random) -> int:
    return random.choice((1, 2, 3, 4, 6, 8, 11, 12, 14))


def _some(random: Random, pool: tuple[Card, ...] | list[Card], number: int) -> list[Card]:
    return random.choices(pool, k=number)


def _text(cards: list[Card]) -> str:
    return " ".join(cards)


def _meld(rules: Sheet, random: Random, seats: int) -> Position:
    """Return a set that could be on the table, now and then with cards laid off."""
    while True:
        laid = _some(random, _pool(random), random.choice((3, 3, 4, 5, 6, 7, 8)))
        if further(rules, laid) or required(rules, laid):
            break
    if not rules.cap_lasts:
        wild = [face for face in FACES if face == JOKER or face[0] in "2A"]
        laid += [card for card in _some(random, wild, 2) if card[:1] in rules.wilds]
    owner = random.randrange(seats)
    return {"side": owner, "owner": owner, "cards": _text(laid)}


def _phase(drawn: Position, random: Random) -> Position:
    phase = random.choice(("draw", "offer", "play", "play", "play"))
    if phase == "offer" and (window := _window(drawn, random)):
        return window
    if phase != "play":
        refused = not sheet(drawn).refuser_draws_first and random.random() < 0.3
        return {"phase": "draw", "offered": not refused}
    hand = str(drawn["hands"][drawn["turn"]]).split()
    taken = random.choice(("", random.choice(hand), random.choice(FACES)))
    return {"phase": "play", "offered": False, "taken": taken}


def _window(drawn: Position, random: Random) -> Position | None:
    """Return an open offer with some answers, or None if nobody would be asked."""
    seats, turn = drawn["seats"], drawn["turn"]
    after = [(turn + step) % seats for step in range(1, seats)]
    asked = [seat for seat in after if drawn["pennies"][seat] > 0]
    if not asked or not drawn["pile"] or drawable(drawn) < BOUGHT_WITH:
        return None
    first = random.randrange(len(asked))
    said = {seat: random.choice(("", "yes", "no")) for seat in asked[first + 1 :]}
    said |= {asked[first]: ""}
    return {
        "phase": "offer",
        "offered": True,
        "offer_to": [seat for seat in asked if said.get(seat) == ""],
        "offer_yes": [seat for seat in asked if said.get(seat) == "yes"],
    }
