"""Blunders that people at the table would see, and what a partner does to be judged by.

What is *avoidable* is told from the seat's own view: nobody is blamed for not seeing a hand.
"""

from collections.abc import Iterator

from engine.canasta.book.card_values import FIRST_WILD, wild_cards
from engine.canasta.book.variant import CANASTA, CanastaAnswers
from engine.canasta.round.events import Melded
from engine.canasta.turn.discarding import legal_discards
from engine.model.cards import JOKER_RANK, RANK, THREE
from engine.model.events import RoundEnded
from engine.model.moves import NO, Discard, Move
from engine.model.table import Event, LaidMeld, Rules, Table
from engine.players.canasta.discarding import HARDLY, Taker
from engine.players.canasta.going_out import wins_by_it
from engine.players.canasta.layout import moves_to_go_out
from engine.players.canasta.observation import CanastaObservation
from engine.players.canasta.partners import needless_wild
from engine.players.heuristic.normal import decided
from engine.players.rummy.observation import RummyObservation
from engine.players.rummy.player import gift
from engine.players.thinking.counting import by_rank, whole
from engine.players.thinking.thought import CAREFUL
from engine.rummy.rules import ContractRummy

FULL = 7
"""A partner's hand of so many cards is full."""
HOARD = 3
"""So many wild cards caught in one hand were hoarded."""

PARTNERS = {
    "gift": "taken at once",
    "avoidable": "of them avoidable",
    "finished": "wild onto a finished natural canasta",
    "spoilt": "wild onto a clean meld, a natural in hand",
    "thrown": "wild thrown",
    "out": "went out",
    "full": "out over a full hand",
    "denied": "leave refused",
    "hoarded": "caught with three wild cards",
}
"""What is counted a hundred rounds of a side, and how the table heads it."""


def blunders(table: Table, seat: int, move: Move, events: tuple[Event, ...]) -> Iterator[str]:
    """What is to be said of a move: a kind of `PARTNERS`, `lockout` or `refused`."""
    over = any(isinstance(event, RoundEnded) for event in events)
    if isinstance(move, Discard) and not over:
        if _is_taken_at_once(table, events):
            yield "gift"
            if is_avoidable(table.rules, table, seat, move.card):
                yield "avoidable"
        if _refuses_win(table, seat):
            yield "refused"
    if any(isinstance(event, Melded) and _locks(table, event) for event in events):
        yield "lockout"
    if isinstance(table.rules, CanastaAnswers):
        yield from _as_partner(table.rules, table, seat, move)
        yield from _going_out(table.rules, table, seat, events)


def _as_partner(rules: CanastaAnswers, table: Table, seat: int, move: Move) -> Iterator[str]:
    """What a move does that a partner would remark on."""
    if isinstance(move, Discard) and move.card >= FIRST_WILD:
        yield "thrown"
    if move == NO:
        yield "denied"
    spoils = needless_wild(CanastaObservation(rules, table, seat, CAREFUL), move)
    if spoils:
        yield spoils


def _going_out(
    rules: CanastaAnswers, table: Table, seat: int, events: tuple[Event, ...]
) -> Iterator[str]:
    """Who goes out, and whom that leaves with a full hand."""
    if not any(isinstance(event, RoundEnded) and event.out == seat for event in events):
        return
    yield "out"
    hands = [len(table.hands[other]) for other in rules.partners(table, seat)]
    if max(hands, default=0) >= FULL and not table.asked:
        yield "full"


def left_over(table: Table, events: tuple[Event, ...]) -> Iterator[tuple[int, str]]:
    """What a round that ends by these events leaves in the hands: the seat, and `hoarded`."""
    if not isinstance(table.rules, CanastaAnswers):
        return
    for event in events:
        if isinstance(event, RoundEnded):
            break
        table = event.applied_to(table)
    for seat, hand in enumerate(table.hands):
        if len(wild_cards(hand)) >= HOARD:
            yield seat, "hoarded"


def is_avoidable(rules: Rules, table: Table, seat: int, face: int) -> bool:
    """Whether a plain card was in hand that the next player could hardly take, by own count.

    A wild card would often be safe as well, or one of a rank whose pure canasta has a bonus of
    its own; but these are dear: nobody is asked to throw one.
    """
    if isinstance(rules, ContractRummy):
        seen = RummyObservation(rules, table, seat, CAREFUL)
        plain = [other for other in seen.hand if not seen.is_wild(other)]
        return gift(seen, face) > 0 and any(gift(seen, other) == 0 for other in plain)
    assert isinstance(rules, CanastaAnswers)  # there are two families
    own = CanastaObservation(rules, table, seat, CAREFUL)
    taker = Taker(own)
    if taker.chance(face) <= HARDLY:
        return False
    legal = legal_discards(rules, table, seat)
    plain = [other for other in legal if other < FIRST_WILD and not own.is_pure(RANK[other])]
    return any(taker.chance(other) <= HARDLY for other in plain)


def _is_taken_at_once(table: Table, events: tuple[Event, ...]) -> bool:
    """Whether the next player can take the pile and, playing carefully, does."""
    for event in events:
        table = event.applied_to(table)
    rules = table.rules
    if table.phase != "draw" or not table.offered:
        return False
    if isinstance(rules, CanastaAnswers) and not rules.can_take(table, table.turn):
        return False
    return type(decided(rules, table, table.turn, CAREFUL)[0].move).__name__ in ("Take", "Buy")


def _refuses_win(table: Table, seat: int) -> bool:
    """Whether going out was possible and would have won the game for sure."""
    if not isinstance(table.rules, CanastaAnswers):
        return False
    seen = CanastaObservation(table.rules, table, seat, CAREFUL)
    return bool(moves_to_go_out(seen)) and wins_by_it(seen)


def _locks(table: Table, event: Melded) -> bool:
    """Whether a meld laid can never become a canasta any more, and could before."""
    rules = table.rules
    assert isinstance(rules, CanastaAnswers)
    after = event.applied_to(table)
    return any(
        _is_hopeless(rules, after, step.meld)
        and not _is_hopeless(rules, table, table.melds[step.number - 1])
        for step in event.laid
        if step.number <= len(table.melds)
    )


def _is_hopeless(rules: CanastaAnswers, table: Table, meld: LaidMeld) -> bool:
    if meld.rank in (THREE, JOKER_RANK) or len(meld.cards) >= CANASTA:
        return False
    laid = by_rank(b"".join(other.cards for other in table.melds))
    wilds = len(wild_cards(meld.cards))
    free = whole(table)[meld.rank] - laid[meld.rank]
    naturals = min(CANASTA - wilds, len(meld.cards) - wilds + free)
    spare = range(rules.most_wilds + 1)
    return not any(
        naturals + wilds + more >= CANASTA
        and rules.fault(meld.rank, CANASTA - wilds - more, wilds + more) is None
        for more in spare
    )
