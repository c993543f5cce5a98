"""A thousand receipts: nice python -m tests.soak.receipts [GAMES]

Computer players play whole games of all kinds. Each receipt is published, read back and verified
against the values that its game has published: fingerprint, start and end. Then something is
forged, and verification must find it: a byte of the server seed, a press, a seat, a rule, moves or
scores; a chosen deck with matching presses; a whole invented game that is consistent and claims the
same fingerprint; or other presses or moves with the true server seed. Every fifth game uses the
first format, in which the press of Start did not contribute: it has published no start.
"""

import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import engine
from engine.players.heuristic import easy
from engine.record.receipt import BadReceipt, Receipt
from engine.record.shuffle import (
    AtJoins,
    AtStart,
    Contribution,
    Terms,
    commitment,
    final_seed,
    seed_of_joins,
)
from engine.verify import ExitStatus, Published, holds, status, verify

Forging = Callable[[Receipt, random.Random], Receipt]


def played(number: int, *, early: bool = False) -> Receipt:
    """Return the receipt of one whole game."""
    chance = random.Random(number)
    slug = sorted(engine.GAMES)[number % len(engine.GAMES)]
    rules = engine.GAMES[slug]
    seats, server = chance.choice(rules.seats), chance.randbytes(32)
    terms = Terms(number, slug, rules.version, {})
    pressed = tuple(chance.getrandbits(62) for _ in range(seats))
    mixed: AtStart | AtJoins = AtStart(tuple(sorted(pressed)), pressed, chance.getrandbits(62))
    if early:
        mixed = AtJoins(tuple(Contribution(chance.getrandbits(60), press) for press in pressed))
    seed = seed_of(server, terms, mixed)
    moves, scores = a_game(terms, seats, seed, chance)
    promise = commitment(server)
    return Receipt(
        *(number, slug, seats, {}, promise, server, mixed, seed, moves, scores), rules=rules.version
    )


def seed_of(server: bytes, terms: Terms, mixed: AtStart | AtJoins) -> bytes:
    """Return the server seed of a game in play."""
    if isinstance(mixed, AtStart):
        return final_seed(server, terms, mixed)
    return seed_of_joins(server, terms.table, mixed.contributions)


def a_game(
    terms: Terms, seats: int, seed: bytes, chance: random.Random, lazy: float = 0.0
) -> tuple[tuple[tuple[int, str], ...], tuple[int, ...]]:
    """Play a game of computer players, some of them careless; return its moves and scores."""
    table, moves = engine.deal(terms.game, seats, seed, terms.options, terms.rules), []
    while table.result is None:
        asked = next(one for one in engine.pending(table) if one.default is not None)
        seat, default = asked.seat, asked.default
        careless = default is not None and chance.random() < lazy
        move = default if careless else easy.choose(engine.view(table, seat), chance)
        assert move is not None
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    return tuple(moves), table.result.scores


# ---- forgeries


def another_server_seed(receipt: Receipt, chance: random.Random) -> Receipt:
    server = bytearray(receipt.server_seed)
    server[chance.randrange(32)] ^= 1 << chance.randrange(8)
    return replace(receipt, server_seed=bytes(server))


def another_press(receipt: Receipt, chance: random.Random) -> Receipt:
    mixed = receipt.mixed
    if isinstance(mixed, AtStart):
        changed = chance.choice(
            (
                {"start": mixed.start + 1},
                {"joined": mixed.joined[1:]},
                {"seating": (*mixed.seating[1:], mixed.seating[0])},
            )
        )
        return replace(receipt, mixed=replace(mixed, **changed))
    user, press = mixed.contributions[0]
    other = (Contribution(user, press + 1), *mixed.contributions[1:])
    return replace(receipt, mixed=AtJoins(other))


def a_chosen_deck(receipt: Receipt, chance: random.Random) -> Receipt:
    """Forge a chosen deck, and a game that was really played with it."""
    seed = chance.randbytes(32)
    moves, scores = a_game(receipt.terms, receipt.seats, seed, chance)
    return replace(receipt, seed=seed, moves=moves, scores=scores)


def a_chosen_server_seed(receipt: Receipt, chance: random.Random) -> Receipt:
    """Forge a chosen server seed, and everything to match, under the published fingerprint."""
    server = chance.randbytes(32)
    seed = seed_of(server, receipt.terms, receipt.mixed)
    moves, scores = a_game(receipt.terms, receipt.seats, seed, chance)
    return replace(receipt, server_seed=server, seed=seed, moves=moves, scores=scores)


def invented(receipt: Receipt, chance: random.Random) -> Receipt:
    """Forge another consistent game."""
    other = played(chance.getrandbits(40))
    return chance.choice((other, replace(other, commitment=receipt.commitment)))


def other_presses(receipt: Receipt, chance: random.Random) -> Receipt:
    """Forge other presses with the true server seed, and a game with the resulting deck."""
    press, mixed = chance.getrandbits(62), receipt.mixed
    if isinstance(mixed, AtStart):
        mixed = replace(mixed, start=press)
    else:
        mixed = AtJoins((Contribution(1, press), *mixed.contributions[1:]))
    seed = seed_of(receipt.server_seed, receipt.terms, mixed)
    moves, scores = a_game(receipt.terms, receipt.seats, seed, chance)
    return replace(receipt, mixed=mixed, seed=seed, moves=moves, scores=scores)


def other_moves(receipt: Receipt, chance: random.Random) -> Receipt:
    """Forge other moves with the true deck."""
    moves, scores = a_game(receipt.terms, receipt.seats, receipt.seed, chance, lazy=0.5)
    return replace(receipt, moves=moves, scores=scores)


def a_move_less(receipt: Receipt, _: random.Random) -> Receipt:
    return replace(receipt, moves=receipt.moves[:-1])


def a_move_more(receipt: Receipt, _: random.Random) -> Receipt:
    return replace(receipt, moves=(*receipt.moves, receipt.moves[-1]))


def better_scores(receipt: Receipt, _: random.Random) -> Receipt:
    return replace(receipt, scores=(receipt.scores[0] + 1, *receipt.scores[1:]))


FORGERIES: Final[tuple[Forging, ...]] = (
    another_server_seed,
    another_press,
    a_chosen_deck,
    a_chosen_server_seed,
    invented,
    other_presses,
    other_moves,
    a_move_less,
    a_move_more,
    better_scores,
)
EARLY: Final = 5
"""One game in so many uses the first format."""


def judged(receipt: Receipt, published: Published) -> ExitStatus:
    """Return the verification's result."""
    try:
        return status(verify(Receipt.read(receipt.text()), published))
    except BadReceipt:
        return ExitStatus.NOTHING_TO_CHECK


def main(games: int) -> int:
    chance, begin = random.Random(0), time.perf_counter()
    wrong: dict[str, int] = {}
    tried: dict[str, int] = {}
    for number in range(games):
        early = number % EARLY == 0
        receipt, whole = played(number, early=early), ExitStatus.TRUE
        published = Published(receipt.commitment, receipt.start, receipt.end)
        if early:
            whole = ExitStatus.NOT_ALL_CHECKED
        forge = FORGERIES[number % len(FORGERIES)]
        forged = forge(receipt, chance)
        count(wrong, "true", judged(receipt, published) is not whole)
        count(wrong, forge.__name__, judged(forged, published) is not ExitStatus.FALSE)
        if forge is invented:
            count(wrong, "agrees with itself", not agrees(forged))
        count(tried, forge.__name__, wrong=True)
    report(games, tried, wrong, time.perf_counter() - begin)
    return int(any(wrong.values()))


def agrees(forged: Receipt) -> bool:
    """Whether an invented receipt with its own fingerprint passes without the published one."""
    return holds(verify(replace(forged, commitment=commitment(forged.server_seed))))


def count(tally: dict[str, int], what: str, wrong: bool) -> None:
    """Count something under its name."""
    tally[what] = tally.get(what, 0) + wrong


def report(games: int, tried: Mapping[str, int], wrong: Mapping[str, int], seconds: float) -> None:
    """Print the counts."""
    print(f"{games:,} receipts verified and {sum(tried.values()):,} forgeries in {seconds:.0f} s")
    print(", ".join(f"{name.replace('_', ' ')} {n}" for name, n in tried.items()))
    print(f"{sum(wrong.values())} judged wrongly (bar 0)")


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
