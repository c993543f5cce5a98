"""Labels: a choice in the few words that fit an option or a button."""

from collections.abc import Callable
from typing import Final

from cogs._choices import Choice
from cogs._tables import Live
from cogs._texts import cards, known, rank_title, say
from engine.cards import FACES, RANK, Cards
from engine.moves import Add, Buy, Discard, Draw, Foot, Group, Meld, Move, No, Pass, Take, Yes
from engine.refusals import Fact, Refused
from render.catalogue import signed

PLAIN: Final[dict[type[Move], str]] = {
    Buy: "panel.buy",
    Pass: "panel.pass",
    Foot: "panel.foot",
    Yes: "panel.yes",
    No: "panel.no",
}


def simple_label(move: Move, draws: int) -> str:
    """The label of a move without cards; `draws` is how many cards a draw would give."""
    return say("panel.draw", n=draws) if isinstance(move, Draw) else say(PLAIN[type(move)])


def label(choice: Choice, live: Live, seat: int) -> str:
    """What a choice does."""
    return move_label(choice.move, live, seat)


def move_label(move: Move, live: Live, seat: int) -> str:
    """What a move with cards does."""
    match move:
        case Meld(melds):
            return say("panel.lay_melds", melds=" / ".join(map(cards, melds)))
        case Add(number, faces):
            return say("panel.add_cards", cards=cards(faces), rank=meld_name(live, seat, number))
        case Take(faces, also):
            key = "panel.take_with" if faces else "panel.take_onto"
            more = "".join(say("panel.take_also", cards=group_label(g, live, seat)) for g in also)
            return say(key, cards=cards(faces)) + more
        case Discard(face):
            return cards(bytes((face,)))
        case _:
            raise ValueError(f"no label for {move}")


def group_label(group: Group, live: Live, seat: int) -> str:
    """A staged group."""
    if group.meld is None:
        return cards(group.cards)
    return say("panel.onto", cards=cards(group.cards), rank=meld_name(live, seat, group.meld))


def gain(choice: Choice) -> str:
    """What a choice brings, in words."""
    return say(
        "panel.gain_canasta" if choice.canasta else "panel.gain", points=signed(choice.points)
    )


def meld_name(live: Live, seat: int, number: int) -> str:
    """A meld on the table by its rank; somebody else's by their name too, where ranks repeat."""
    melds = live.view(None).melds
    named = next(meld for meld in melds if meld.number == number)
    rank = rank_title(named.rank).lower()
    if named.owner == seat or sum(meld.rank == named.rank for meld in melds) == 1:
        return say("panel.meld", rank=rank)
    return say("panel.meld_of", name=live.names()[named.owner], rank=rank)


def hand_words(hand: Cards, named: Callable[[Cards], str] = cards) -> str:
    """A hand rank by rank: `4♠ 4♦ · 9♥`."""
    ranks: dict[int, list[int]] = {}
    for face in sorted(hand):
        ranks.setdefault(RANK[face], []).append(face)
    return say("panel.between").join(named(bytes(faces)) for faces in ranks.values())


def refusal_words(refused: Refused) -> str:
    """The sentence of the rule that forbids a move, with the rule's id."""
    key = f"refused.{refused.code}"
    facts = {name: readable(fact) for name, fact in refused.facts.items()}
    why = say(key, **facts) if known(key) else say("refused.other")
    return say("panel.refused", why=why, rule=refused.rule)


def readable(fact: Fact) -> Fact:
    """A fact as people read it: cards with their suits, anything else as it is."""
    words = str(fact).split()
    if words and all(word in FACES for word in words):
        return cards(bytes(FACES[word] for word in words))
    return fact
