"""Moves in full words, as somebody reads them aloud: "discard the ten of hearts"."""

from itertools import groupby

import engine
from cogs._game.live import Live
from cogs._kit.texts import listed, say
from cogs._story.labels import meld_name, stock_is_gone
from engine.model.cards import JOKER_RANK, RANK, Cards, rank_of
from engine.model.moves import Add, Ask, Discard, Draw, Foot, Group, Meld, Move, Take


def aloud(move: Move, live: Live, seat: int) -> str:
    """A move in words, without a sign that would have to be spelled."""
    match move:
        case Discard(face):
            return say("aloud.discard", cards=cards(bytes((face,))))
        case Meld(melds):
            return say("aloud.meld", cards=say("aloud.then").join(map(cards, melds)))
        case Add(number, faces):
            return say("aloud.add", cards=cards(faces), meld=meld_name(live, seat, number))
        case Take(faces, also):
            key = "aloud.take_with" if faces else f"aloud.take_{live.view(seat).takes}"
            more = (group(one, live, seat) for one in also)
            return say("aloud.then").join((say(key, cards=cards(faces)), *more))
        case Ask(mate, _):
            return say("aloud.ask", name=live.names()[mate])
        case Foot():
            return say(f"aloud.{live.view(seat).packet}")
        case Draw() if stock_is_gone(live.view(seat)):
            return say("aloud.let_end")
        case _:
            return say(f"aloud.{engine.write(move)}")


def group(one: Group, live: Live, seat: int) -> str:
    """What is laid with the pile: a new meld, or cards on one that lies there."""
    return aloud(Meld((one.cards,)) if one.meld is None else Add(one.meld, one.cards), live, seat)


def cards(faces: Cards) -> str:
    """Cards in words, rank by rank: "the kings of spades and hearts and the joker"."""
    return listed(of_rank(list(found)) for _, found in groupby(sorted(faces), key=rank_of))


def of_rank(faces: list[int]) -> str:
    """Cards of one rank in words."""
    rank = RANK[faces[0]]
    if rank == JOKER_RANK:
        return say("aloud.jokers", n=len(faces))
    suits = listed(say(f"card.suit.{face % 4}") for face in faces)
    name = say(f"aloud.rank.{rank}") if len(faces) == 1 else say(f"card.many.{rank}")
    return say("aloud.card", n=len(faces), rank=name, suits=suits)
