"""A whole turn, proposed: what to lay and to add, what to throw, as a good player would.

The lays are made together and can be taken back together; the discard ends the turn and stays a
press of its own. A proposal never goes out, and nothing in it may end the round: that is left to
the member.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.choices import spent, whole_ranks
from engine.advice.groups import places, possible, wilds_of
from engine.advice.motives import with_motive
from engine.advice.round_end import ends, may_end
from engine.model.cards import JOKER_RANK, RANK, THREE, Cards
from engine.model.chance import Chance, Rng
from engine.model.moves import Add, Discard, Meld, Move, cards_laid
from engine.players import Advice, advise
from engine.players.levels import NORMAL
from engine.players.plain.normal import wishes
from engine.players.thinking.thought import Reason
from engine.players.tuned.careful import careful

MOST_LAYS: Final = 40
"""Steps of one proposal: more melds than that lie on no table."""
BEST: Final = 3
"""Discards that are put forward."""


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """What to lay, step by step with its reasons, and the discard after it, where one may follow.

    Nothing follows where a foot comes with the last lay: it was not known to the proposal.
    `ending` is what would or may end the round after these lays; it is left to the member.
    """

    lays: tuple[Advice, ...] = ()
    last: Advice | None = None
    ending: Move | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The lays, to be made one after the other."""
        return tuple(advice.move for advice in self.lays)


def whole_turn(table: FaceDown, seat: int) -> WholeTurn:
    """The turn that is proposed to a seat that has drawn; one that opens spends little."""
    lays: list[Advice] = []
    while len(lays) < MOST_LAYS:
        advice = hint(table, seat, luck())
        if isinstance(advice.move, Add | Meld | Discard) and may_end(table, seat, advice.move):
            return WholeTurn(tuple(lays), ending=advice.move)
        if isinstance(advice.move, Discard):
            return WholeTurn(tuple(lays), advice)
        if not isinstance(advice.move, Add | Meld):
            break
        events = engine.decide(table, seat, advice.move)
        lays.append(advice)
        if any(is_foot(event) for event in events):
            break
        table = after(table, events)
    return WholeTurn(tuple(lays))


def hint(table: FaceDown, seat: int, rng: Rng) -> Advice:
    """What a good player would do now, but opening as members are taught: with little.

    The same as the next step of the turn that is proposed.
    """
    view = engine.view(table, seat)
    advice = with_motive(view, NORMAL, rng, advise(view, rng))
    if advice.reason is Reason.OPEN:
        return Advice(least(table, seat, advice.move), advice.reason, advice.facts)
    waits = advice.reason is Reason.WILD_MELD and has_just_opened(table, seat)
    return (thrown(table, seat) if waits else None) or advice


def least(table: FaceDown, seat: int, opening: Move) -> Move:
    """The initial meld that is suggested first, where it lays no more than a good player's.

    A player counts what its partners hold and threw; members are taught to lay the fewest points.
    """
    first, wild = choices.suggestions(table, seat)[0], wilds_of(table)
    dearer = spent(first.move, wild) > spent(opening, wild)
    return opening if first.out or dearer or first.cards > len(cards_laid(opening)) else first.move


def has_just_opened(table: FaceDown, seat: int) -> bool:
    """Whether a seat has laid its first cards in this turn.

    Wild cards that it has left wait for another: to open with as little as will do is what members
    are taught, and it costs nothing (-30 ± 35 points a deal, 800 deals of Pennies).
    """
    return table.laid and not table.down[seat]


def thrown(table: FaceDown, seat: int) -> Advice | None:
    """The card that a good player would throw now; None where that may end the round."""
    view = engine.view(table, seat)
    world = engine.sample(view, luck())
    for thought in wishes(world.rules, world, seat, careful(world.rules)):
        legal = isinstance(thought.move, Discard) and not engine.check(table, seat, thought.move)
        if legal:
            found = with_motive(view, NORMAL, luck(), Advice(*thought))
            return None if may_end(table, seat, thought.move) else found
    return None


def after(table: FaceDown, events: tuple[engine.Event, ...]) -> FaceDown:
    """The table after some events."""
    for event in events:
        table = FaceDown(engine.evolve(table, event))
    return table


def is_foot(event: engine.Event) -> bool:
    """Whether a foot came to a hand."""
    return any(deed.kind == "foot" for deed in event.deeds())


def luck() -> Rng:
    """The same for each question, so that whoever asks twice is told the same."""
    return Chance("plan")


# ---- everything at once


def lay_all(table: FaceDown, seat: int) -> tuple[Move, ...]:
    """Every natural card that can go down, with no wild card spent and one left to throw."""
    laid: list[Move] = []
    while move := next_lay(table, seat):
        events = engine.decide(table, seat, move)
        if any(is_foot(event) for event in events):
            break
        table = after(table, events)
        laid.append(move)
    return tuple(laid)


def next_lay(table: FaceDown, seat: int) -> Move | None:
    """The first of them that goes; the others are looked for anew, for it may have made room."""
    for move in natural_lays(table, seat):
        if engine.check(table, seat, move) is None and not ends(table, seat, move):
            return move
    return None


def natural_lays(table: FaceDown, seat: int) -> Iterator[Move]:
    """What to try, in this order: the initial meld, lay-offs, new melds; threes are left alone.

    An initial meld of all there is, else one of as little as will do.
    """
    plain = [cards for cards in whole_ranks(table, seat) if RANK[cards[0]] != THREE]
    melds = [cards for whole in plain if (cards := fullest(table, seat, whole))]
    opened = engine.view(table, seat).seats[seat].opened
    if not opened:
        yield from (Meld(tuple(cards)) for cards in (plain, melds) if cards)
        opening = engine.legal(table, seat).opening()
        yield from (move for move in opening if not spent(move, wilds_of(table)))
    for rank, cards in held(table, seat):
        for n in places(table, rank, anywhere=False):
            yield from () if n is None else lay_offs(n, cards)
    if opened:
        yield from (Meld((cards,)) for cards in melds)


def fullest(table: FaceDown, seat: int, whole: Cards) -> Cards:
    """As many cards of a whole rank as make one meld: where no two may be equal, not all of them.

    Nothing where too few are left for one.
    """
    fitting = (whole[:count] for count in range(len(whole), 2, -1))
    return next((c for c in fitting if possible(engine.check(table, seat, Meld((c,))))), b"")


def lay_offs(meld: int, cards: Cards) -> Iterator[Move]:
    """All cards at once, then one after the other: a meld may have room for some of them only."""
    yield Add(meld, cards)
    if len(cards) > 1:
        yield from (Add(meld, bytes((face,))) for face in cards)


def held(table: FaceDown, seat: int) -> Iterator[tuple[int, Cards]]:
    """The natural cards of a hand by rank, locked ones left out."""
    wild, hand = wilds_of(table), table.free(seat)
    for rank in range(JOKER_RANK + 1):
        cards = bytes(face for face in hand if RANK[face] == rank)
        if cards and rank not in wild:
            yield rank, cards


# ---- what to throw


def best_discards(table: FaceDown, seat: int) -> list[int]:
    """The cards that a good player would throw first, at most three."""
    world = engine.sample(engine.view(table, seat), luck())
    thought = (each.move for each in wishes(world.rules, world, seat, careful(world.rules)))
    found = dict.fromkeys(move.card for move in thought if isinstance(move, Discard))
    legal = (face for face in found if engine.check(table, seat, Discard(face)) is None)
    return [face for face, _ in zip(legal, range(BEST), strict=False)]
