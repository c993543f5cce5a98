"""One judgement for all advice: hint, proposed turn, order of discards, coach and plans.

The judgement is the normal level's, from what a seat may know. A proposal never goes out and
contains nothing that may end the round: the member decides that.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import engine
from engine import FaceDown
from engine.advice import choices
from engine.advice.choices import Choice, canonical_move, spent
from engine.advice.lay_all import after, is_foot, luck
from engine.advice.motives import with_motive
from engine.advice.rank_groups import wilds_of
from engine.advice.round_end import may_end
from engine.model.cards import JOKER_RANK, RANK
from engine.model.chance import Rng
from engine.model.moves import Add, Discard, Meld, Move, Take, cards_laid
from engine.players import Advice, advise, why_kept
from engine.players.canasta.laying import Kept
from engine.players.heuristic.normal import ranked_thoughts
from engine.players.levels import NORMAL
from engine.players.thinking.thought import Reason
from engine.players.tuned.normal import normal_style

MOST_LAYS: Final = 40
"""Most steps of one proposal. No table has so many melds."""
BEST: Final = 2
"""Number of discards that have a button. A phone has room for two in a row."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The moves of a good player in a seat's place. Empty if the seat decides nothing.

    Attributes:
        first: the next move.
        lays: the lays of this turn in order, each with its reason.
        last: the discard after them. None if the last lay brings a foot, whose cards are unknown.
        ending: a move that ends or may end the round after these lays; the member decides about it.
        discards: the cards that may be discarded now, the best first.
    """

    first: Advice | None = None
    lays: tuple[Advice, ...] = ()
    last: Advice | None = None
    ending: Move | None = None
    discards: tuple[int, ...] = ()

    @property
    def moves(self) -> tuple[Move, ...]:
        """The lays, in the order in which to make them."""
        return tuple(advice.move for advice in self.lays)

    @property
    def takes(self) -> bool:
        """Whether to take the pile."""
        return self.first is not None and isinstance(self.first.move, Take)


def judge(table: FaceDown, seat: int) -> Judgement:
    """Return the judgement for a seat. A seat that opens lays few cards."""
    kinds = [one.kind for one in engine.view(table, seat).pending if one.seat == seat]
    if not kinds:
        return Judgement()
    first = advice = hint(table, seat, luck())
    if "play" not in kinds:
        return Judgement(first)
    lays: list[Advice] = []
    now = table
    ending: Move | None = None
    while isinstance(advice.move, Add | Meld) and len(lays) < MOST_LAYS:
        if may_end(now, seat, advice.move):
            ending = advice.move
            break
        events = engine.decide(now, seat, advice.move)
        lays.append(advice)
        if any(is_foot(event) for event in events):
            break
        now = after(now, events)
        advice = hint(now, seat, luck())
    last = advice if isinstance(advice.move, Discard) else None
    order = tuple(_ordered(table, now, seat, last))
    if last is not None and may_end(now, seat, last.move):
        ending = last.move
        last = None
    return Judgement(first, tuple(lays), last, ending, order)


def hint(table: FaceDown, seat: int, rng: Rng) -> Advice:
    """Return the normal level's next move. An opening lays as few points as possible.

    The hint is the next step of the proposed turn.
    """
    view = engine.view(table, seat)
    advice = with_motive(view, NORMAL, rng, advise(view, rng))
    if advice.reason is Reason.OPEN:
        return Advice(least(table, seat, advice.move), advice.reason, advice.facts)
    waits = advice.reason is Reason.WILD_MELD and has_just_opened(table, seat)
    return (thrown(table, seat) if waits else None) or advice


def least(table: FaceDown, seat: int, opening: Move) -> Move:
    """Return the best suggested opening, unless it lays more cards or wild cards than `opening`.

    A computer player considers what its partners hold and discarded. Members are taught to lay the
    fewest points.
    """
    first, wild = choices.suggestions(table, seat)[0], wilds_of(table)
    dearer = spent(first.move, wild) > spent(opening, wild)
    return opening if first.out or dearer or first.cards > len(cards_laid(opening)) else first.move


def has_just_opened(table: FaceDown, seat: int) -> bool:
    """Return whether a seat has laid its first cards in this turn.

    If so, the seat keeps its other wild cards for another turn. Members are taught to open with as
    little as possible. Keeping the wild cards costs nothing (-30 ± 35 points a deal, 800 deals of
    Pennies From Heaven).
    """
    return table.laid and not table.down[seat]


def thrown(table: FaceDown, seat: int) -> Advice | None:
    """Return the discard of the normal level, or None if it may end the round."""
    for advice in _discards(table, seat):
        if engine.check(table, seat, advice.move) is None:
            found = with_motive(engine.view(table, seat), NORMAL, luck(), advice)
            return None if may_end(table, seat, advice.move) else found
    return None


def _discards(table: FaceDown, seat: int) -> Iterator[Advice]:
    """Yield the normal level's discards, the best first, one for each rank."""
    world = engine.sample(engine.view(table, seat), luck())
    for thought in ranked_thoughts(world.rules, world, seat, normal_style(world.rules)):
        if isinstance(thought.move, Discard):
            yield Advice(*thought)


def _ordered(table: FaceDown, later: FaceDown, seat: int, last: Advice | None) -> list[int]:
    """Return the cards that may be discarded now, ordered by their value after the lays.

    Cards that the proposal lays therefore come late. Wild cards come last unless one is advised,
    because beginners must not discard one.
    """
    advised = last.move.card if last and isinstance(last.move, Discard) else None
    wild, place = wilds_of(table), dict[int, int]()
    for advice in _discards(later, seat):
        if isinstance(advice.move, Discard):
            place.setdefault(RANK[advice.move.card], len(place))

    def key(face: int) -> tuple[bool, bool, int]:
        return face != advised, RANK[face] in wild, place.get(RANK[face], len(place))

    return sorted(choices.discards(table, seat), key=key)


# ---- in the lists of choices


def advised_first(
    table: FaceDown, seat: int, options: list[Choice], move: Move | None
) -> list[Choice]:
    """Return choices with the advised move first, even if the move was not among them.

    Args:
        table: the table as the seat knows it.
        seat: the seat that chooses.
        options: the takes, or the lays.
        move: the advised move of the same kind; None for none.
    """
    if move is None:
        return options
    wild = wilds_of(table)
    same = canonical_move(move, wild)
    _, one = choices.tried(table, engine.view(table, seat), seat, move)
    others = [choice for choice in options if canonical_move(choice.move, wild) != same]
    return [one, *others][: choices.MOST]


# ---- what a beginner would not expect


def throws_wild(table: FaceDown, judged: Judgement) -> bool:
    """Whether the advised discard is a wild card, or a joker that is not wild yet."""
    precious = {*wilds_of(table), JOKER_RANK}
    is_precious = [RANK[face] in precious for face in judged.discards]
    return judged.last is not None and is_precious[:1] == [True] and not all(is_precious)


def holds_back(table: FaceDown, seat: int, judged: Judgement) -> Kept | str:
    """Return why a seat discards although it could lay, as the suffix of a message key."""
    view = engine.view(table, seat)
    if not view.seats[seat].opened:
        return "kept_closed"
    return why_kept(view, NORMAL, luck(), judged.discards[0]) or "kept"
