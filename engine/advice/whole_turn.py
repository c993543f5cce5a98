"""Proposals for a whole turn: what to lay and what to discard, as the normal level would play.

The lays are made together and can be undone together; the discard needs an interaction of its own.
A proposal never goes out and contains nothing that may end the round: the member decides that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.choices import spent, whole_ranks
from engine.advice.motives import with_motive
from engine.advice.rank_groups import places, possible, wilds_of
from engine.advice.round_end import ends, may_end
from engine.model.cards import JOKER_RANK, RANK, THREE, Cards
from engine.model.chance import Chance, Rng
from engine.model.moves import Add, Discard, Meld, Move, cards_laid
from engine.players import Advice, advise
from engine.players.heuristic.normal import ranked_thoughts
from engine.players.levels import NORMAL
from engine.players.thinking.thought import Reason
from engine.players.tuned.normal import normal_style

MOST_LAYS: Final = 40
"""Most steps of one proposal; no table has so many melds."""
BEST: Final = 3
"""Number of discards that are suggested."""


@dataclass(frozen=True, slots=True)
class WholeTurn:
    """A proposed turn: the lays in order, and the discard.

    Attributes:
        lays: the lays, each with its reason.
        last: the discard. None if the last lay brings a foot, whose cards the proposal did not
            know.
        ending: a move that ends or may end the round after these lays; the member decides about it.

    """

    lays: tuple[Advice, ...] = ()
    last: Advice | None = None
    ending: Move | None = None

    @property
    def moves(self) -> tuple[Move, ...]:
        """The lays, in the order to make them."""
        return tuple(advice.move for advice in self.lays)


def whole_turn(table: FaceDown, seat: int) -> WholeTurn:
    """Return the proposal for a seat that has drawn. An initial meld in it lays few cards."""
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
    """Return the normal level's next move, but with an initial meld of as few points as possible.

    It is the next step of the proposed turn.
    """
    view = engine.view(table, seat)
    advice = with_motive(view, NORMAL, rng, advise(view, rng))
    if advice.reason is Reason.OPEN:
        return Advice(least(table, seat, advice.move), advice.reason, advice.facts)
    waits = advice.reason is Reason.WILD_MELD and has_just_opened(table, seat)
    return (thrown(table, seat) if waits else None) or advice


def least(table: FaceDown, seat: int, opening: Move) -> Move:
    """Return the first suggested initial meld unless it lays more cards or wilds than `opening`.

    A computer player considers what its partners hold and have discarded; the lessons teach members
    to lay the fewest points.
    """
    first, wild = choices.suggestions(table, seat)[0], wilds_of(table)
    dearer = spent(first.move, wild) > spent(opening, wild)
    return opening if first.out or dearer or first.cards > len(cards_laid(opening)) else first.move


def has_just_opened(table: FaceDown, seat: int) -> bool:
    """Whether a seat has laid its first cards in this turn.

    The proposal then keeps the other wild cards. The lessons teach members to open with as little
    as possible, and that costs nothing (-30 ± 35 points a deal, 800 deals of Pennies From Heaven).
    """
    return table.laid and not table.down[seat]


def thrown(table: FaceDown, seat: int) -> Advice | None:
    """Return the discard of the normal level, or None if it may end the round."""
    view = engine.view(table, seat)
    world = engine.sample(view, luck())
    for thought in ranked_thoughts(world.rules, world, seat, normal_style(world.rules)):
        legal = isinstance(thought.move, Discard) and not engine.check(table, seat, thought.move)
        if legal:
            found = with_motive(view, NORMAL, luck(), Advice(*thought))
            return None if may_end(table, seat, thought.move) else found
    return None


def after(table: FaceDown, events: tuple[engine.Event, ...]) -> FaceDown:
    """Return the table after these events."""
    for event in events:
        table = FaceDown(engine.evolve(table, event))
    return table


def is_foot(event: engine.Event) -> bool:
    """Whether the event adds a foot to a hand."""
    return any(deed.kind == "foot" for deed in event.deeds())


def luck() -> Rng:
    """Return a random source with a fixed seed: the same question gets the same answer."""
    return Chance("plan")


# ---- everything at once


def lay_all(table: FaceDown, seat: int) -> tuple[Move, ...]:
    """Return moves that lay all natural cards that fit, except one card to discard.

    No wild card is laid.
    """
    laid: list[Move] = []
    while move := next_lay(table, seat):
        events = engine.decide(table, seat, move)
        if any(is_foot(event) for event in events):
            break
        table = after(table, events)
        laid.append(move)
    return tuple(laid)


def next_lay(table: FaceDown, seat: int) -> Move | None:
    """Return the first lay that is legal and does not end the round, or None.

    The caller searches again after each lay, because a lay can make room for another.
    """
    for move in natural_lays(table, seat):
        if engine.check(table, seat, move) is None and not ends(table, seat, move):
            return move
    return None


def natural_lays(table: FaceDown, seat: int) -> Iterator[Move]:
    """Yield lays to try, in order: initial meld, lay-offs, new melds.

    The initial meld is everything that fits, otherwise the smallest that suffices. Black threes are
    never tried.
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
    """Return the largest single meld of a rank; fewer cards where duplicates are banned.

    Empty if fewer than three cards remain.
    """
    fitting = (whole[:count] for count in range(len(whole), 2, -1))
    return next((c for c in fitting if possible(engine.check(table, seat, Meld((c,))))), b"")


def lay_offs(meld: int, cards: Cards) -> Iterator[Move]:
    """Yield all cards at once, then each alone: a meld may have room for some of them only."""
    yield Add(meld, cards)
    if len(cards) > 1:
        yield from (Add(meld, bytes((face,))) for face in cards)


def held(table: FaceDown, seat: int) -> Iterator[tuple[int, Cards]]:
    """Yield the natural cards of a hand by rank, without locked ones."""
    wild, hand = wilds_of(table), table.free(seat)
    for rank in range(JOKER_RANK + 1):
        cards = bytes(face for face in hand if RANK[face] == rank)
        if cards and rank not in wild:
            yield rank, cards


# ---- what to throw


def best_discards(table: FaceDown, seat: int) -> list[int]:
    """Return the cards that the normal level would discard first, at most three."""
    world = engine.sample(engine.view(table, seat), luck())
    thought = (
        each.move for each in ranked_thoughts(world.rules, world, seat, normal_style(world.rules))
    )
    found = dict.fromkeys(move.card for move in thought if isinstance(move, Discard))
    legal = (face for face in found if engine.check(table, seat, Discard(face)) is None)
    return [face for face, _ in zip(legal, range(BEST), strict=False)]
