"""The contract rummy player: the upcard, going down, laying off, discarding."""

from collections.abc import Iterable, Iterator

from engine.model.cards import ALL_FACES, NAMES, RANK, RANK_NAMES, Cards, arranged
from engine.model.moves import BUY, DRAW, PASS, Add, Discard, Meld, Move, Take
from engine.model.table import Table
from engine.players.rummy.buying import worth_buying
from engine.players.rummy.observation import RummyObservation
from engine.players.thinking.thought import Reason, Style, Thought
from engine.rummy.offers import may_buy_now, on_offer
from engine.rummy.openings import threes
from engine.rummy.rules import ContractRummy
from engine.rummy.variant import POINTS

TAKE = Take()


def ranked_thoughts(
    rules: ContractRummy, table: Table, seat: int, style: Style
) -> Iterator[Thought]:
    """Yield the thoughts of the contract rummy player, best first; some may be illegal."""
    seen = RummyObservation(rules, table, seat, style)
    if table.phase == "play":
        yield from _lays(seen)
        yield from _discards(seen)
    elif table.phase == "offer":
        yield from _answers(seen)
    else:
        yield from _choices(seen)


# The upcard.


def _choices(seen: RummyObservation) -> Iterator[Thought]:
    """Yield the turn player's choices before anything is drawn."""
    rules, table = seen.rules, seen.table
    if on_offer(table):
        if not rules.turn_player_buys and _takes(seen):
            yield Thought(TAKE, Reason.TAKE_FITS, _upcard(seen))
        elif may_buy_now(rules, table) and _buys(seen):
            yield _bought(seen)
        if not rules.offers_after_draw:
            yield _declined(seen)
    yield _declined(seen, DRAW) if on_offer(table) else Thought(DRAW, Reason.NOT_ON_OFFER)


def _answers(seen: RummyObservation) -> Iterator[Thought]:
    """Yield the answers to an offer: buy the upcard, or pass."""
    if _buys(seen):
        yield _bought(seen)
    yield _declined(seen)


def _bought(seen: RummyObservation) -> Thought:
    """Return the purchase of the upcard, for the card itself or for the extra cards."""
    reason = Reason.BUY_FITS if gain_of(seen) > 0 else Reason.BUY_CARDS
    return Thought(BUY, reason, _upcard(seen))


def _declined(seen: RummyObservation, move: Move = PASS) -> Thought:
    """Return the refusal of the upcard, with the reason against it."""
    if gain_of(seen) <= 0:
        reason = Reason.LEAVE_UNFIT if seen.down else Reason.LEAVE_USELESS
        return Thought(move, reason, _upcard(seen))
    if seen.danger == 2 or seen.down:
        return Thought(move, Reason.FEW_POINTS, _upcard(seen))
    return Thought(move, Reason.SAVE_PENNIES, {"n": seen.table.pennies[seen.seat]})


def _upcard(seen: RummyObservation) -> dict[str, int | str]:
    return {"card": NAMES[seen.table.pile[-1]], "lacks": seen.lacks}


def gain_of(seen: RummyObservation) -> int:
    """Return how much the upcard helps: the number of cards for the contract, or for laying."""
    face = seen.table.pile[-1]
    more = arranged(seen.hand + bytes((face,)))
    if not seen.down:
        return seen.lacks - seen.short(more)
    if face in seen.fits:
        return 1
    later = seen.rules.later_laws[seen.table.round - 1]
    return len(threes(later, more)) - len(threes(later, seen.hand))


def _takes(seen: RummyObservation) -> bool:
    """Whether the upcard is better than a card from the stock."""
    if gain_of(seen) > 0:
        return True
    if seen.down or seen.weights.takes >= NEVER:
        return False
    face = seen.table.pile[-1]
    return _worth(seen, face, arranged(seen.hand + bytes((face,)))) >= seen.weights.takes


NEVER = 999.0


def _is_worth_a_penny(seen: RummyObservation) -> bool:
    """Whether the upcard is worth a penny; a penny costs more the fewer are left per round."""
    table, weights = seen.table, seen.weights
    pennies = table.pennies[seen.seat]
    if not pennies:
        return False
    gain = gain_of(seen)
    worth = weights.nearer * gain + weights.unknown * seen.lacks - weights.caught * seen.danger
    worth += weights.finished if gain and seen.lacks == gain else 0.0
    return worth >= weights.price * (1 + seen.rules.last_round - table.round) / pennies


def _buys(seen: RummyObservation) -> bool:
    """Whether the upcard and two unknown cards are worth a penny."""
    table, fitted = seen.table, seen.weights.buying
    if fitted and not seen.down:
        return table.pennies[seen.seat] > 0 and worth_buying(seen, fitted, gain_of(seen)) > 0
    if seen.down or (seen.danger == 2 and seen.lacks > 1):
        return False
    if not seen.style.plans:
        return gain_of(seen) > 0
    if seen.weights.price:
        return _is_worth_a_penny(seen)
    spare = table.pennies[seen.seat] - seen.weights.saved * (seen.rules.last_round - table.round)
    if gain_of(seen) > 0:
        return spare >= 1 or seen.lacks == 1
    return spare >= 2 and _is_starved(seen)


def _is_starved(seen: RummyObservation) -> bool:
    """Whether any cards would help, and the upcard at least makes a pair.

    If later sets take any number of wild cards, three more cards are soon laid. Buying every pair
    while pennies are left over won 62.5 % of 120 whole games against waiting.
    """
    weights = seen.weights
    late = seen.table.round >= weights.late_round and seen.lacks >= weights.starved
    wants = late or (seen.lacks > 0 and not seen.rules.caps_persist)
    return wants and RANK[seen.table.pile[-1]] in seen.hand.translate(RANK) and not seen.danger


# Laying.


def _lays(seen: RummyObservation) -> Iterator[Thought]:
    """Yield lays: go down as soon as possible, then lay everything that fits."""
    if not seen.down:
        if seen.lacks == 0:
            for move in _by_rest(seen):
                yield Thought(move, Reason.GO_DOWN, {"n": seen.contract.sets})
        return
    later = seen.rules.later_laws[seen.table.round - 1]
    for cards in sorted(threes(later, seen.hand), key=lambda cards: _wilds(seen, cards)):
        if _wilds(seen, cards) == 0 or not seen.fits.intersection(cards):
            yield Thought(Meld((cards,)), Reason.NEW_SET, {"rank": RANK_NAMES[RANK[cards[0]]]})
    yield from _lay_offs(seen)


def _wilds(seen: RummyObservation, cards: Cards) -> int:
    return len(cards) - len(cards.translate(None, seen.law.wild_faces))


def _by_rest(seen: RummyObservation) -> list[Meld]:
    """Return first-downs, sorted by the points that remain in hand, fewest first."""
    openings = list(seen.rules.openings(seen.table, seen.seat))
    return sorted(openings, key=lambda move: -seen.points(b"".join(move.melds)))[:3]


def _lay_offs(seen: RummyObservation) -> Iterator[Thought]:
    """Yield single cards that fit any set, those with most points first."""
    faces = sorted(seen.fits.intersection(seen.hand), key=lambda face: -POINTS[face])
    for face in faces:
        for number in range(1, len(seen.table.melds) + 1):
            yield Thought(Add(number, bytes((face,))), Reason.LAY_OFF, {"card": NAMES[face]})


# Discarding.


def _discards(seen: RummyObservation) -> Iterator[Thought]:
    """Yield every discard, the least useful first."""
    faces = _distinct(seen)
    worths = {face: _worth(seen, face, seen.hand) for face in faces}
    for face in sorted(faces, key=lambda face: (worths[face], face)):
        yield Thought(Discard(face), _why(seen, face), {"card": NAMES[face], "n": seen.lacks})


def _distinct(seen: RummyObservation) -> list[int]:
    """Return one card of each kind in hand that the player tells apart."""
    return sorted(set(seen.hand) if seen.tells_copies else _one_a_rank(seen.hand))


def _one_a_rank(hand: Cards) -> Iterable[int]:
    """Return one card of each rank: suits mostly make no difference."""
    return {RANK[face]: face for face in hand}.values()


def _why(seen: RummyObservation, face: int) -> Reason:
    if len(seen.hand) == 1:
        return Reason.LAST_CARD
    if POINTS[face] >= 10:
        return Reason.THROW_POINTS
    alone = seen.hand.translate(RANK).count(RANK[face]) == 1
    return Reason.THROW_USELESS if alone else Reason.THROW_SPARE


def _worth(seen: RummyObservation, face: int, hand: Cards) -> float:
    """Return the value of keeping a card: for the player, and away from the next player."""
    return _kept(seen, face, hand) + gift(seen, face)


def _kept(seen: RummyObservation, face: int, hand: Cards) -> float:
    """Return the value of a card in the player's hand."""
    weights = seen.weights
    point = (weights.point_early, weights.point_late, weights.point_last)[seen.danger]
    points = POINTS[face] * (point if seen.style.counts else 0.2)
    held = _together(seen, face, hand)
    kept = (0.0, weights.pair_kept, weights.triple_kept, weights.quad_kept)[
        min(held, 4) - 1
    ] - points
    if seen.is_wild(face):
        kept += weights.wild_kept
    if not seen.down:
        less = hand.replace(bytes((face,)), b"", 1)
        kept += weights.mend * (seen.short(less) - seen.short(hand))
        if seen.danger == 2 and seen.lacks >= weights.far:
            kept = weights.hopeless * (kept + points) - points
        if seen.style.counts:
            kept += weights.copy_left * min(seen.unseen[RANK[face]], 6)
    return kept


def _together(seen: RummyObservation, face: int, hand: Cards) -> int:
    """Return how many cards of a face's rank fit into one set; 1 if the hand has the face twice."""
    if not seen.tells_copies:
        return hand.translate(RANK).count(RANK[face])
    if hand.count(face) > 1:
        return 1
    return bytes(set(hand)).translate(RANK).count(RANK[face])


def gift(seen: RummyObservation, face: int) -> float:
    """Return the value of the card for the next player."""
    following = _following(seen)
    if not seen.style.counts:
        return 0.0
    if seen.table.down[following]:
        return seen.weights.gift if face in seen.fits else 0.0
    return seen.weights.gift if RANK[face] in seen.table.known[following].translate(RANK) else 0.0


def _following(seen: RummyObservation) -> int:
    return (seen.seat + 1) % seen.rules.seat_count


def for_the_next(seen: RummyObservation, face: int) -> Thought | None:
    """Return the discard of `face` with its effect on the next player, or None.

    Fact `kept` names a card that would have been discarded without regard for the next player. Fact
    `ranks` is how many ranks that player may want. If `face` is discarded although the next player
    may want it, no other card in hand is worth less to the player.

    `_discards` does not give these reasons: `benchmarks.players.fingerprint` recognises earlier
    games by the reasons it does give.
    """
    faces = [each for each in _distinct(seen) if _may_go(seen, each)]
    worths = {each: (_worth(seen, each, seen.hand), each) for each in faces}
    if len(seen.hand) == 1 or face != min(faces, key=worths.__getitem__, default=None):
        return None
    least = min(faces, key=lambda each: (_kept(seen, each, seen.hand), each))
    if not gift(seen, least):
        return None
    reason, known = _wanted(seen, least, is_kept=least != face)
    facts: dict[str, int | str] = {"card": NAMES[face], "known": known}
    if least != face:
        facts.update(kept=NAMES[least], ranks=len(_wanted_ranks(seen)))
    return Thought(Discard(face), reason, facts)


def _may_go(seen: RummyObservation, face: int) -> bool:
    return seen.rules.check(seen.table, seen.seat, Discard(face)) is None


def _wanted(seen: RummyObservation, face: int, *, is_kept: bool) -> tuple[Reason, str]:
    """Return the reason, and the cards of that rank that the next player is known to hold."""
    following = _following(seen)
    if seen.table.down[following]:
        return Reason.KEEP_LAYABLE if is_kept else Reason.GIVE_LAYABLE, ""
    alike = [each for each in seen.table.known[following] if RANK[each] == RANK[face]]
    reason = Reason.KEEP_WANTED if is_kept else Reason.GIVE_WANTED
    return reason, " ".join(NAMES[each] for each in alike)


def _wanted_ranks(seen: RummyObservation) -> set[int]:
    """Return the ranks that the next player may want. Wild ranks are left out: few discard them."""
    return {RANK[face] for face in ALL_FACES if gift(seen, face) and not seen.is_wild(face)}
