"""Laying in canasta: everything before a round's end; otherwise canastas, and cards to keep."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from engine.canasta.book.card_values import wild_cards, worth
from engine.canasta.book.variant import CANASTA
from engine.canasta.melds.canastas import sevens_barred
from engine.model.cards import JOKER_RANK, RANK, RANK_NAMES, SEVEN, THREE, Cards
from engine.model.moves import Add, Meld
from engine.model.table import LaidMeld
from engine.players.canasta.closing import everything
from engine.players.canasta.discarding import RICH, discards, only_way
from engine.players.canasta.going_out import going_out
from engine.players.canasta.observation import FIRST_WILD_RANK, CanastaObservation, CountedMeld
from engine.players.canasta.opening import first_melds
from engine.players.canasta.partners import is_left_to_partner, promised
from engine.players.thinking.thought import Reason, Thought

Kept = Literal["kept_for_partner", "kept_for_pile", "kept_few"]
CLOSE = 5
"""With so many natural cards, a meld waits for more if a natural canasta is still needed."""


def lays(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield lays, best first; nothing if holding back is better."""
    yield from going_out(seen)
    if not seen.opened:
        yield from first_melds(seen)
    elif seen.closing:
        yield from everything(seen)
    else:
        yield from _completing(seen)
        yield from _naturals(seen)
        yield from _wild_meld(seen)


def _completing(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield canastas that the hand can complete: needed ones first, then by few wild cards."""
    most = len(seen.wilds)
    fresh = [
        CountedMeld(0, rank, 0, 0)
        for rank, cards in seen.groups.items()
        if len(cards) + most >= CANASTA and rank < FIRST_WILD_RANK and rank not in seen.melds
    ]
    started = [meld for meld in seen.melds.values() if meld.size < CANASTA]
    found = [(meld, cards) for meld in (*started, *fresh) if (cards := _to_complete(seen, meld))]
    for meld, cards in sorted(found, key=lambda each: _price(seen, *each)):
        kind = _kind(seen, meld, cards)
        if _ends_the_round(seen, kind, cards):
            continue
        move = Add(meld.number, cards) if meld.size else Meld((cards,))
        reason = Reason.COMPLETE_ASKED if kind in seen.missing else Reason.COMPLETE
        yield Thought(move, reason, _rank(meld.rank))


def _ends_the_round(seen: CanastaObservation, kind: str, cards: Cards) -> bool:
    """Whether completing this canasta would force the player to go out against the plan."""
    last = seen.short_of == 1 and not seen.missing.isdisjoint({kind, "any"})
    left = len(seen.hand) - len(cards)
    return (seen.ready or last) and left < seen.least(ready=True, seventh=True)


def _price(seen: CanastaObservation, meld: CountedMeld, cards: Cards) -> tuple[bool, int, int]:
    """Return the cost of a canasta as a sort key.

    In order: whether it spoils a natural canasta that is needed, its wild cards, all its cards.
    """
    wilds = len(wild_cards(cards)) if meld.rank != JOKER_RANK else 0
    return bool(wilds) and _becomes_natural(seen, meld), wilds, len(cards)


def _becomes_natural(seen: CanastaObservation, meld: CountedMeld) -> bool:
    """Whether a meld is close to a natural canasta that is still needed and possible."""
    clean = not meld.wilds and meld.naturals >= CLOSE and "natural" in seen.missing
    return clean and seen.unseen[meld.rank] > 0 and seen.turns_left >= 1


def _kind(seen: CanastaObservation, meld: CountedMeld, cards: Cards) -> str:
    """Return the kind of canasta that a meld becomes with these cards."""
    lying = seen.table.melds[meld.number - 1].cards if meld.size else b""
    made = LaidMeld(seen.side, seen.seat, lying + cards, meld.rank)
    return seen.rules.canasta_kind(made) or ""


def _to_complete(seen: CanastaObservation, meld: CountedMeld) -> Cards:
    """Return the cards in hand that complete a canasta, if the player should use them."""
    lack = CANASTA - meld.size
    if not 0 < lack <= len(seen.held(meld.rank)) + len(seen.wilds):
        return b""
    if meld.rank == THREE or is_left_to_partner(seen, meld):
        return b""
    if meld.rank == JOKER_RANK:
        cards = seen.wilds[:lack]
    else:
        plain = seen.held(meld.rank)[:lack]
        cards = plain + _wilds_to_complete(seen, meld, len(plain))
    return cards if len(cards) == lack else b""


def _wilds_to_complete(seen: CanastaObservation, meld: CountedMeld, plain: int) -> Cards:
    """Return the wild cards that complete a canasta, unless waiting or keeping them is better."""
    count = CANASTA - meld.size - plain
    if not count or len(seen.wilds) < count or seen.is_pure(meld.rank):
        return b""
    if seen.rules.fault(meld.rank, meld.naturals + plain, meld.wilds + count) is not None:
        return b""
    first = seen.canastas == 0 and count <= seen.weights.first_wilds
    needed = seen.needs_packet or "mixed" in seen.missing or first
    return seen.wilds[-count:] if needed or _spares_wilds(seen, meld, count) else b""


def _spares_wilds(seen: CanastaObservation, meld: CountedMeld, count: int) -> bool:
    """Whether so many wild cards may be spent on a canasta that nothing requires."""
    if _becomes_natural(seen, meld):
        return False
    if promised(seen, meld.rank) >= count and seen.turns_left >= seen.weights.late:
        return False
    patient = (
        seen.style.plans
        and seen.turns_left >= seen.weights.patience
        and seen.unseen[meld.rank] >= 2
    )
    if not meld.wilds and count == 1 and patient:
        return False
    if seen.collects_wilds and "wild" in seen.missing:
        return False
    return count <= seen.weights.dear_wilds


def _naturals(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield natural cards for own melds and new melds, without the pairs that stay in hand."""
    for rank, cards in sorted(_layable(seen), key=partial(_dear, seen)):
        meld, spare = seen.melds.get(rank), _spare(seen, rank)
        spared = cards[_held_back(seen, meld, cards) :]
        if meld is None:
            fresh = spared[: seen.rules.cap]
            if 3 <= len(fresh) <= spare and rank != THREE:
                yield Thought(Meld((fresh,)), Reason.NEW_MELD, _rank(rank))
        elif spared and spare > 0:
            yield from _extending(seen, meld, spared[: min(spare, _room(seen, meld))])


def _layable(seen: CanastaObservation) -> Iterator[tuple[int, Cards]]:
    """Yield the ranks in hand that fit an open meld or suffice for a new meld."""
    first = THREE if seen.rules.black_threes_any_time else THREE + 1
    for rank, cards in seen.groups.items():
        if first <= rank < FIRST_WILD_RANK and (len(cards) >= 3 or rank in seen.melds):
            yield rank, cards


def _room(seen: CanastaObservation, meld: CountedMeld) -> int:
    """Return how many cards a meld may take; the player may leave the seventh to a partner."""
    return seen.lacks(meld) - 1 if is_left_to_partner(seen, meld) else seen.rules.cap - meld.size


def _extending(seen: CanastaObservation, meld: CountedMeld, cards: Cards) -> Iterator[Thought]:
    """Yield more cards for a meld. A finished canasta does not get the only safe discard."""
    if seen.lacks(meld):
        if cards:
            yield Thought(Add(meld.number, cards), Reason.EXTEND, _rank(meld.rank))
        return
    if len(cards) == len(seen.held(meld.rank)) and only_way(seen) == meld.rank:
        cards = cards[1:]
    if cards:
        yield Thought(Add(meld.number, cards), Reason.EXTEND_FULL, _rank(meld.rank))


def _spare(seen: CanastaObservation, rank: int) -> int:
    """Return how many cards of a rank the hand can spare; one card must stay to discard."""
    spare = len(seen.hand) - _kept(seen)
    treasures = len(seen.held(SEVEN)) if seen.is_pure(SEVEN) and rank != SEVEN else 0
    if not treasures:
        return spare
    return min(spare, len(seen.hand) - treasures - len(seen.wilds) - 1)


def _kept(seen: CanastaObservation) -> int:
    """Return how many cards stay in hand; if a foot is coming, only the required ones."""
    least = seen.least(ready=seen.ready)
    if seen.foot_comes:
        return least
    return max(least, seen.weights.kept_ready if seen.ready else seen.weights.kept)


def _dear(seen: CanastaObservation, group: tuple[int, Cards]) -> tuple[bool, bool, int]:
    """Return the sort key: ranks with their own bonus, unfinished melds, then valuable cards."""
    rank, cards = group
    meld = seen.melds.get(rank)
    starts = meld is None or seen.lacks(meld) == 0
    return not seen.is_pure(rank), starts, -worth(cards[:1])


def _rank(rank: int) -> dict[str, int | str]:
    return {"rank": RANK_NAMES[rank]}


def _held_back(seen: CanastaObservation, meld: CountedMeld | None, cards: Cards) -> int:
    """Return how many cards of a rank stay in hand to take the pile with.

    If a take needs two matching cards from hand, the hand keeps everything that makes no canasta
    yet. This gained 270 to 500 points a round over laying sets of three (House Canasta).
    """
    weights = seen.weights
    if not seen.style.holds_pairs or seen.turns_left < weights.late:
        return 0
    if (meld is None and len(cards) >= CANASTA) or _takes_no_pile(seen, rank=RANK[cards[0]]):
        return 0
    most = weights.held if len(seen.hand) < weights.big_hand else 0
    if seen.ready:
        most = min(most, weights.held_ready)
    if seen.rules.adds_upcard and not (seen.frozen or _freezes(seen)):
        most = min(most, weights.held_open if meld is None else 0)
    return min(most, len(cards))


def kept_back(seen: CanastaObservation, thrown: int) -> Kept | None:
    """Return why a card that fits an unfinished meld stays in hand; None if no such card does."""
    if seen.closing:
        return None
    for rank, meld in seen.melds.items():
        cards = seen.held(rank)
        fits = len(cards) > (RANK[thrown] == rank) and rank not in {THREE, JOKER_RANK}
        if not fits or not seen.lacks(meld):
            continue
        # If a meld lacks more, the player leaves only its last card to the partner.
        if seen.lacks(meld) == 1 and is_left_to_partner(seen, meld):
            return "kept_for_partner"
        if _held_back(seen, meld, cards) == len(cards):
            return "kept_for_pile"
        if len(seen.hand) <= _kept(seen):
            return "kept_few"
    return None


def _takes_no_pile(seen: CanastaObservation, rank: int) -> bool:
    """Whether cards of this rank may not be discarded yet, so that none can be the upcard."""
    return rank == SEVEN and sevens_barred(seen.rules, seen.table.melds)


def _freezes(seen: CanastaObservation) -> bool:
    """Whether the turn will end with a wild card that freezes the pile for everybody."""
    if not seen.rules.wild_freezes or not seen.wilds or len(seen.table.pile) < RICH:
        return False
    best = next(iter(discards(seen)), None)
    return best is not None and best.reason is Reason.THROW_FREEZER


def _wild_meld(seen: CanastaObservation) -> Iterator[Thought]:
    """Yield a meld of wild cards, if a canasta of them is worth it."""
    if not seen.collects_wilds or len(seen.hand) - len(seen.wilds) < 2:
        return
    meld = seen.melds.get(JOKER_RANK)
    if meld is not None:
        cards = seen.wilds[: _room(seen, meld)]
        if cards:
            yield Thought(Add(meld.number, cards), Reason.WILD_MELD, {"n": len(cards)})
    elif len(seen.wilds) >= 3:
        cards = seen.wilds[: seen.rules.cap]
        yield Thought(Meld((cards,)), Reason.WILD_MELD, {"n": len(cards)})
