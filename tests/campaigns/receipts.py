"""A thousand receipts: python -m tests.campaigns.receipts [GAMES]

Computers play whole games of all kinds; each receipt is published, read back and verified. Then
one byte of its server seed, one press, or one move is changed, and that must be found.
"""

import random
import sys
import time
from dataclasses import replace

import engine
from engine.players.plain import simple
from engine.record.receipt import Contribution, Receipt, commitment, final_seed
from engine.verify import holds, verify


def played(number: int) -> Receipt:
    """The receipt of one whole game."""
    chance = random.Random(number)
    slug = sorted(engine.GAMES)[number % len(engine.GAMES)]
    seats, server = chance.choice(engine.GAMES[slug].seats), chance.randbytes(32)
    pressed = tuple(Contribution(chance.getrandbits(60), chance.getrandbits(62)) for _ in range(3))
    seed = final_seed(server, number, pressed)
    table, moves = engine.deal(slug, seats, seed), []
    while table.result is None:
        seat = next(one.seat for one in engine.pending(table) if one.default is not None)
        move = simple.choose(engine.view(table, seat), chance)
        moves.append((seat, engine.write(move)))
        table = engine.play(table, seat, move)
    parts = (commitment(server), server, pressed, 0, seed, tuple(moves), table.result.scores)
    return Receipt(number, slug, seats, {}, *parts)


def forged(receipt: Receipt, chance: random.Random) -> Receipt:
    """The same with one thing changed."""
    place = chance.randrange(32)
    server = bytearray(receipt.server_seed)
    server[place] ^= 1 << chance.randrange(8)
    user, press = receipt.contributions[0]
    other = (Contribution(user, press + 1), *receipt.contributions[1:])
    seat, body = receipt.moves[-1]
    return chance.choice(
        (
            replace(receipt, server_seed=bytes(server)),
            replace(receipt, contributions=other),
            replace(receipt, moves=receipt.moves[:-1]),
            replace(receipt, moves=(*receipt.moves, (seat, body))),
            replace(receipt, scores=(receipt.scores[0] + 1, *receipt.scores[1:])),
        )
    )


def main(games: int) -> int:
    chance, wrong, begin = random.Random(0), 0, time.perf_counter()
    for number in range(games):
        receipt = played(number)
        true = holds(verify(Receipt.read(receipt.text())))
        false = holds(verify(forged(receipt, chance)))
        wrong += not true or false
    print(f"{games:,} receipts verified and forged in {time.perf_counter() - begin:.0f} s")
    print(f"{wrong} judged wrongly (bar 0)")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000))
